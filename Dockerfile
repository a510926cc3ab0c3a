# Locked packages first, so that a change of code does not install them again.
FROM python:3.11-slim-bookworm AS packages
COPY requirements/base.txt /tmp/base.txt
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r /tmp/base.txt

FROM python:3.11-slim-bookworm
# Pango and HarfBuzz draw the PDFs; without the subset library every PDF is four times slower.
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz0b libharfbuzz-subset0 tzdata \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /app --shell /usr/sbin/nologin zoonoses \
    && install -d -o zoonoses -g zoonoses /data/media
COPY --from=packages /venv /venv
WORKDIR /app
COPY . .
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DEBUG=False \
    XDG_CACHE_HOME=/tmp/cache \
    STATIC_ROOT=/app/static-served \
    MEDIA_ROOT=/data/media
RUN install -d -o zoonoses -g zoonoses /app/var \
    && SECRET_KEY=only-while-building python manage.py collectstatic --noinput --verbosity 0
USER zoonoses
VOLUME /data/media
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=6s --start-period=30s CMD ["python", "scripts/healthcheck.py"]
CMD ["gunicorn", "--config", "scripts/gunicorn.conf.py", "zoonoses.wsgi"]
