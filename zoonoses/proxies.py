"""Whose address a request came from, when reverse proxies stand in front of the application."""

from django.conf import settings

FORWARDED = (
    "HTTP_X_FORWARDED_FOR",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PORT",
    "HTTP_X_FORWARDED_PROTO",
    "HTTP_X_REAL_IP",
    "HTTP_FORWARDED",
)


class TrustedProxyMiddleware:
    """Puts the client's address in REMOTE_ADDR, believing only the configured number of proxies.

    Each proxy appends the address it was called from, so with `TRUSTED_PROXIES = n` the n-th entry from the
    right is the first one that our own proxies wrote; anything to its left may have been invented by the
    client. The forwarding headers are then removed: whatever reads an address afterwards (lockout, sessions,
    audit trail) finds REMOTE_ADDR alone.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        count = settings.TRUSTED_PROXIES
        addresses = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
        if count and len(addresses) >= count and addresses[-count]:
            request.META["REMOTE_ADDR"] = addresses[-count]
        for name in FORWARDED:
            if not (count and name == "HTTP_X_FORWARDED_PROTO"):
                request.META.pop(name, None)
        return self.get_response(request)
