"""Settings. Everything that differs between installations comes from the environment (see `.env.example`).

Without any environment this is a development installation on SQLite that answers on localhost alone.
"""

from pathlib import Path

import environ

from zoonoses import fonts

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

env = environ.Env()
env.read_env(BASE_DIR / ".env")

# --- Core ---

DEBUG = env.bool("DEBUG", default=True)
SECRET_KEY = env.str("SECRET_KEY", default="development-only-" + "0" * 50) if DEBUG else env.str("SECRET_KEY")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"] if DEBUG else [])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
DEMO = env.bool("DEMO", default=DEBUG)  # allows `manage.py demo`; refused in production
ROOT_URLCONF = "zoonoses.urls"
WSGI_APPLICATION = "zoonoses.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.contrib.postgres",
    "zoonoses.accounts",
    "zoonoses.municipalities",
    "zoonoses.documents",
    "zoonoses.treasury",
    "registry",
    "inspections",
    "fines",
    "impound",
    "zoonoses.desk",
    "zoonoses.portal",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "auditlog",
    "csp",
    "crispy_forms",
    "crispy_bootstrap5",
    "django_include_bootstrap",
    "django_htmx",
    "django_filters",
    "django_tables2",
    "import_export",
    "django_tasks",
    "django_tasks_db",
]

MIDDLEWARE = [
    "zoonoses.proxies.TrustedProxyMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "zoonoses.unseen.UnseenSignsMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "auditlog.middleware.AuditlogMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "zoonoses.municipalities.middleware.MembershipMiddleware",
    "zoonoses.municipalities.middleware.AccessMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "zoonoses.municipalities.context.site",
            ],
        },
    },
]

# --- Database, cache, background work ---

DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'zoonoses.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # Writers queue for the lock instead of failing. `synchronous` stays FULL: a printed act must survive.
    DATABASES["default"].setdefault("OPTIONS", {}).update(
        transaction_mode="IMMEDIATE", timeout=30, init_command="PRAGMA journal_mode=WAL;"
    )
    VAR_DIR.mkdir(exist_ok=True)
else:
    DATABASES["default"]["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", default=60)
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True

# One cache for all processes: lockouts are counted in it.
CACHES = {"default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "django_cache"}}

TASK_BACKENDS = {
    "database": "django_tasks_db.DatabaseBackend",
    "inline": "django_tasks.backends.immediate.ImmediateBackend",
}
TASKS = {"default": {"BACKEND": TASK_BACKENDS[env.str("TASKS_BACKEND", default="database")]}}

# --- Language, time ---

LANGUAGE_CODE = "pt-br"
LANGUAGES = [("pt-br", "Português (Brasil)")]
TIME_ZONE = "America/Sao_Paulo"  # where no municipality is chosen; each municipality has its own
USE_I18N = True
USE_TZ = True

# --- Files ---

STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(VAR_DIR / "static")))
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static", ("fonts", fonts.FOLDER)]
MEDIA_URL = "media/"  # never served as such: photos and PDFs go through views that ask who looks
MEDIA_ROOT = Path(env.str("MEDIA_ROOT", default=str(VAR_DIR / "media")))
S3_BUCKET = env.str("S3_BUCKET", default="")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
if S3_BUCKET:
    STORAGES["default"] = {
        "BACKEND": "storages.backends.s3.S3Storage",
        "OPTIONS": {
            "bucket_name": S3_BUCKET,
            "endpoint_url": env.str("S3_ENDPOINT_URL", default="") or None,
            "region_name": env.str("S3_REGION", default="") or None,
            "access_key": env.str("S3_ACCESS_KEY", default="") or None,
            "secret_key": env.str("S3_SECRET_KEY", default="") or None,
            "default_acl": "private",
            "file_overwrite": False,
            "querystring_auth": True,
        },
    }
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024  # form fields without files; a signature drawn on screen is one
FILE_UPLOAD_PERMISSIONS = 0o640

# --- Sign-in ---

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("cpf", "name", "email")},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60

ACCOUNT_ADAPTER = "zoonoses.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "zoonoses.accounts.forms.LoginForm",
    "reset_password": "zoonoses.accounts.forms.ResetPasswordForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = "cpf"
ACCOUNT_USER_MODEL_EMAIL_FIELD = "email"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]  # there is no sign-up: see the adapter
ACCOUNT_SIGNUP_ENABLED = False
ACCOUNT_EMAIL_VERIFICATION = "none"  # the manager answers for the address; many users have none
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Zoonoses] "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "http" if DEBUG else "https"
ACCOUNT_LOGOUT_REDIRECT_URL = "account_login"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_RATE_LIMITS = {"login": "60/m/ip", "login_failed": "30/m/ip,5/900s/key"}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "Zoonoses"
MFA_TOTP_TOLERANCE = 1
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = DEBUG  # passkeys on http://localhost while developing
USERSESSIONS_TRACK_ACTIVITY = False  # a GET writes nothing but the access trail

SESSION_COOKIE_AGE = env.int("SESSION_HOURS", default=12) * 60 * 60  # one shift
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = False
CSRF_COOKIE_SAMESITE = "Lax"

# --- Headers, proxies ---

TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)
ALLAUTH_TRUSTED_PROXY_COUNT = 0  # TrustedProxyMiddleware has already settled REMOTE_ADDR
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

HTTPS = env.bool("HTTPS", default=not DEBUG)
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^saude/$"]  # the container's own health check
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=365 * 24 * 60 * 60) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "font-src": ["'self'"],
        "img-src": ["'self'", "data:", "blob:"],  # Bootstrap's icons; previews of photos just taken
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    },
}

# --- Mail ---

vars().update(env.email_url("EMAIL_URL", default="consolemail://" if DEBUG else "smtp://localhost:25"))
EMAIL_TIMEOUT = env.int("EMAIL_TIMEOUT", default=30)  # seconds: a dead server does not hold the night
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="zoonoses@localhost")

# --- Libraries ---

CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"
DJANGO_TABLES2_TEMPLATE = "django_tables2/bootstrap5-responsive.html"
AUDITLOG_STORE_JSON_CHANGES = True

# --- The product ---

ZOONOSES_RULESETS_DIRS = [Path(folder) for folder in env.list("ZOONOSES_RULESETS_DIRS", default=[])]
# Public address of the installation, as printed on every document beside its verification code.
ZOONOSES_SITE_URL = env.str("ZOONOSES_SITE_URL", default="http://localhost:8000")
ZOONOSES_REQUIRE_MFA_FOR_MANAGERS = env.bool("ZOONOSES_REQUIRE_MFA_FOR_MANAGERS", default=not DEMO)

# --- Logs: to standard output, without personal data ---

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "redacting": {
            "()": "zoonoses.logs.RedactingFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s %(message)s",
        },
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "redacting"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        # Replaces Django's own handlers, among them the one that mails whole requests.
        "django": {
            "handlers": ["console"],
            "level": env.str("LOG_LEVEL", default="INFO"),
            "propagate": False,
        },
        "django.db.backends": {"handlers": [], "level": "INFO", "propagate": False},
        "django.server": {"handlers": ["console"], "level": "INFO", "propagate": False},
        "fontTools": {"level": "WARNING"},
        "pikepdf": {"level": "WARNING"},
        "weasyprint": {"level": "WARNING"},
    },
}
