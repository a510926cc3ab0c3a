"""How the container serves. Sync workers: measured faster than threads. Its log holds no query or address."""

import multiprocessing
import os

bind = "0.0.0.0:8000"
workers = int(os.environ.get("WEB_CONCURRENCY", multiprocessing.cpu_count() * 2 + 1))
timeout = 60
max_requests = 2000
max_requests_jitter = 200
accesslog = "-"
access_log_format = "%(m)s %(U)s %(s)s %(b)s %(L)ss"
# TrustedProxyMiddleware decides which forwarded addresses to believe; gunicorn leaves REMOTE_ADDR alone.
forwarded_allow_ips = ""
control_socket_disable = True


def post_worker_init(worker):
    """Before its first request a worker has loaded the whole application and drawn a paper: nobody waits for it."""
    import importlib

    from django.conf import settings

    from zoonoses.documents import rendering

    importlib.import_module(settings.ROOT_URLCONF)
    rendering.warm()
