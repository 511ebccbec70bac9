"""Settings for every environment; differences come from variables (README, "Settings")."""

import os
from pathlib import Path

import dj_database_url
import django_stubs_ext
from csp.constants import NONE, SELF

from annotation_site.environment import (
    read_environment,
    read_flag,
    read_list,
    read_secret_key,
    refuse_unsafe_production,
)

django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent
VERSION = "0.1.0"
ENVIRONMENT = read_environment()
IS_PRODUCTION = ENVIRONMENT == "production"
DATA_DIR = Path(os.environ.get("INTERLINEA_DATA", BASE_DIR / "var"))
# WordNet 3.0, read by TESLA: the folder with index.noun and the others; empty where there is none.
_FETCHED_WORDNET = BASE_DIR / "var" / "wordnet"  # by `make wordnet`
WORDNET_FOLDER = os.environ.get("INTERLINEA_WORDNET", str(_FETCHED_WORDNET) if _FETCHED_WORDNET.is_dir() else "")

DEBUG = read_flag("INTERLINEA_DEBUG")
SECRET_KEY = read_secret_key(ENVIRONMENT, DATA_DIR)
ALLOWED_HOSTS = read_list("ALLOWED_HOSTS", "" if IS_PRODUCTION else "localhost,127.0.0.1,[::1]")
if IS_PRODUCTION:
    refuse_unsafe_production(SECRET_KEY, ALLOWED_HOSTS, debug=DEBUG)

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "django_htmx",
    "pgtrigger",
    "pghistory",
    "rest_framework",
    "drf_spectacular",
    "annotation_site",
    "alignment",
    "idiomaticity",
    "evaluation",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "annotation_site.web.middleware.BodyLimitMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "annotation_site.web.middleware.PrivatePagesMiddleware",
    "annotation_site.web.middleware.AccountPagesMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "annotation_site.web.middleware.ActorHistoryMiddleware",
    "annotation_site.web.middleware.DomainErrorMiddleware",
]

ROOT_URLCONF = "annotation_site.urls"
WSGI_APPLICATION = "annotation_site.wsgi.application"
ASGI_APPLICATION = "annotation_site.asgi.application"

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
                "annotation_site.web.context.site",
            ],
        },
    }
]

# --- data
DATABASES = {
    "default": dj_database_url.config(
        default="postgresql://interlinea@127.0.0.1:5432/interlinea", conn_max_age=600, conn_health_checks=True
    )
}
if test_database := os.environ.get("TEST_DATABASE_NAME"):  # lets two test runs share one server
    DATABASES["default"]["TEST"] = {"NAME": test_database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# The broker only rings the bell, so that nothing a person sees hangs on it: sessions and caches live in PostgreSQL.
CACHES = {
    # Rate limits, used codes, forms sent: nothing of it may be pushed out. allauth knows no other cache than this.
    "default": {"BACKEND": "annotation_site.accounts.guards.GuardCache"},
    # Computed figures, which are computed again when they are gone.
    "figures": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "site_cache"},
}

STORAGES = {
    "default": (
        {
            "BACKEND": "storages.backends.s3.S3Storage",
            "OPTIONS": {"bucket_name": os.environ["STORAGE_S3_BUCKET"]},
        }
        if os.environ.get("STORAGE_S3_BUCKET")
        # Files are read by views that check rights, never by a web server: no base_url.
        else {
            "BACKEND": "django.core.files.storage.FileSystemStorage",
            "OPTIONS": {"location": DATA_DIR / "files", "base_url": None, "file_permissions_mode": 0o600},
        }
    ),
    "staticfiles": {
        "BACKEND": (
            "annotation_site.web.scripts.StaticFilesStorage"
            if IS_PRODUCTION
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}
STATIC_URL = "/static/"
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT", BASE_DIR / "staticfiles"))
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = not IS_PRODUCTION

# Who changed a row is asked for where rows change: a plain GET, /health/ above all, must not need the session.
PGHISTORY_MIDDLEWARE_METHODS = ("POST", "PUT", "PATCH", "DELETE")

# --- people
AUTH_USER_MODEL = "projects.User"
AUTHENTICATION_BACKENDS = ["annotation_site.accounts.backend.ConfirmedAddressBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
ACCOUNT_ADAPTER = "annotation_site.accounts.adapter.InvitedOnlyAdapter"
ACCOUNT_FORMS = {
    "signup": "annotation_site.accounts.adapter.SignUpForm",
    "change_password": "annotation_site.accounts.adapter.NewPasswordForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
# Then nobody learns from the form who has an account. Without a mail server, as on a machine of one's own, it would
# keep everybody out.
SIGN_UP_CONFIRMS_ADDRESS = IS_PRODUCTION
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Interlinea: "
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = True
# A browser left open must not be enough to move the account to another address.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "projects:home"
ACCOUNT_LOGOUT_REDIRECT_URL = "account_login"
# Requests store mail; workers hand it to the backend that the operator names.
EMAIL_BACKEND = "annotation_site.mail.backend.StoringBackend"
MAIL_TRANSPORT = os.environ.get(
    "EMAIL_BACKEND",
    "django.core.mail.backends.smtp.EmailBackend"
    if IS_PRODUCTION
    else "django.core.mail.backends.console.EmailBackend",
)
EMAIL_HOST = os.environ.get("EMAIL_HOST", "localhost")
EMAIL_PORT = int(os.environ.get("EMAIL_PORT", "25"))
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = read_flag("EMAIL_USE_TLS")
# Links in mail that workers write begin with it.
SITE_ADDRESS = os.environ.get("SITE_ADDRESS") or (
    f"https://{ALLOWED_HOSTS[0]}" if IS_PRODUCTION else "http://localhost:8000"
)
# For connecting, and for every answer.
EMAIL_TIMEOUT = int(os.environ.get("EMAIL_TIMEOUT", "10"))
MAIL_KEPT_DAYS = int(os.environ.get("MAIL_KEPT_DAYS", "30"))
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "Interlinea <noreply@localhost>")

# --- security
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "object-src": [NONE],
        "manifest-src": [SELF],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = IS_PRODUCTION
SECURE_SSL_REDIRECT = IS_PRODUCTION and read_flag("SECURE_SSL_REDIRECT", default=True)
SECURE_HSTS_SECONDS = 31_536_000 if IS_PRODUCTION else 0
SECURE_REDIRECT_EXEMPT = [r"^health/$"]
BEHIND_PROXY = read_flag("BEHIND_PROXY")
# Limits count by the address the proxy saw; by its own, one guesser would lock everybody out.
ALLAUTH_TRUSTED_PROXY_COUNT = int(BEHIND_PROXY)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
CSRF_TRUSTED_ORIGINS = read_list("CSRF_TRUSTED_ORIGINS")
CSRF_FAILURE_VIEW = "django.views.csrf.csrf_failure"

# --- limits
UPLOAD_LIMIT_BYTES = int(os.environ.get("UPLOAD_LIMIT_BYTES", str(200 * 1024 * 1024)))
# Of everything that is no file; the largest save of the editor is a quarter of it.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
# So many uploads of the largest size may one person hand in within a day, or more smaller ones.
UPLOADS_PER_DAY = 20
JOBS_WAITING_PER_PERSON = 10
# What nobody needs any more is deleted: files that no job uses, previews that nobody confirmed, jobs that failed.
UPLOADS_KEPT_DAYS = int(os.environ.get("UPLOADS_KEPT_DAYS", "7"))
PREVIEWS_KEPT_DAYS = int(os.environ.get("PREVIEWS_KEPT_DAYS", "30"))
JOBS_KEPT_DAYS = int(os.environ.get("JOBS_KEPT_DAYS", "180"))
# Of one person to the API. The busiest editor sends two or three a second; tests send what they can.
API_REQUESTS_PER_MINUTE = int(os.environ.get("API_REQUESTS_PER_MINUTE", "60000" if ENVIRONMENT == "test" else "1200"))
ASSIGNMENT_LEASE_HOURS = 24
# A deleted project can be restored for so long; then everything in it is erased.
PROJECT_GRACE_DAYS = int(os.environ.get("PROJECT_GRACE_DAYS", "30"))

# --- language and time
LANGUAGE_CODE = "en-gb"
USE_I18N = True
TIME_ZONE = "UTC"
USE_TZ = True

# --- API
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "annotation_site.accounts.authentication.TokenAuthentication",
        "annotation_site.accounts.authentication.SessionAuthentication401",
    ],
    "DEFAULT_PERMISSION_CLASSES": [
        "rest_framework.permissions.IsAuthenticated",
        "annotation_site.accounts.authentication.TokenScopePermission",
    ],
    "DEFAULT_THROTTLE_CLASSES": ["annotation_site.accounts.authentication.RequestThrottle"],
    "DEFAULT_PARSER_CLASSES": ["annotation_site.web.parsers.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_PAGINATION_CLASS": "annotation_site.web.pagination.NumberedPagination",
    "PAGE_SIZE": 100,
    "EXCEPTION_HANDLER": "annotation_site.web.api_errors.answer_api_error",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Interlinea",
    "DESCRIPTION": "Projects, assignments, readings, adjudication, releases and scores.",
    "VERSION": VERSION,
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.IsAuthenticated"],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    # Three tables have a field called state; these are the names of their words in the document.
    "ENUM_NAME_OVERRIDES": {
        "AssignmentStateEnum": "annotation_site.assignments.models.Assignment.State",
        "FeedbackStateEnum": "alignment.feedback.api.STATES",
        "ItemStateEnum": "annotation_site.assignments.models.Item.State",
        "RoundStateEnum": "alignment.rounds.models.ReconciliationRound.State",
        "RoundReadingStateEnum": "alignment.rounds.models.RoundReading.State",
        "KnownRatingUseEnum": "idiomaticity.screening.models.KnownRating.Use",
        "KnownGoldUseEnum": "alignment.training.models.KnownGold.Use",
        "JudgementMethodEnum": "evaluation.judging.models.JudgingRound.Method",
        "CompoundClassEnum": "idiomaticity.compounds.models.Compound.CompoundClass",
        "RatingLevelEnum": "idiomaticity.compounds.models.IdiomaticitySettings.Level",
        "MeasurementLevelEnum": "annotation_site.coefficients.agreement.LEVELS",
        "ProjectKindEnum": "annotation_site.projects.models.Project.Kind",
        "ProjectStateEnum": "annotation_site.projects.models.Project.State",
        "JobStateEnum": "annotation_site.jobs.models.Job.State",
        "EditorActionEnum": "annotation_site.assignments.history.CHANGES",
        "ScopeEnum": "alignment.pairs.models.AlignmentSettings.Scope",
        "CompoundScopeEnum": "evaluation.measures.kinds.tesla_compounds.SCOPES",
        "AlignmentFormatEnum": "alignment.formats.link_files.FORMAT_CHOICES",
        "HitVerdictEnum": "evaluation.finding.models.Hit.Verdict",
        "PhraseVerdictEnum": "evaluation.finding.api.review.PHRASE_VERDICTS",
        "TextFormatEnum": "alignment.imports.services.TEXT_FORMATS",
    },
}

# --- jobs: PostgreSQL holds the truth, the broker rings the bell (docs/architecture.md, "Run a job")
JOB_LEASE_SECONDS = int(os.environ.get("JOB_LEASE_SECONDS", "60"))
# Lease and sweep together stay under 90 s: so long at most does a job rest after its worker was killed.
JOB_SWEEP_SECONDS = int(os.environ.get("JOB_SWEEP_SECONDS", "20"))
JOB_ATTEMPTS = 3
# What one job may take; its process is ended when it wants more.
JOB_SECONDS = int(os.environ.get("JOB_SECONDS", "3600"))
JOB_MEMORY_MB = int(os.environ.get("JOB_MEMORY_MB", "4096"))
CELERY_BROKER_URL = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/0")
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_TIME_LIMIT = JOB_SECONDS + 120
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.1}
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": int(os.environ.get("BROKER_VISIBILITY_TIMEOUT", "7200")),
    "unacked_restore_interval": 10,
    "unacked_restore_throttle": 1,
    "socket_keepalive": True,
    "socket_connect_timeout": 2,
    "health_check_interval": 25,
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "annotation_site.server.logs.MaskingFormatter",
            "format": "{asctime} {levelname} {name} {message}",
            "style": "{",
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
}

# --- programs that an operator may install beside
# Folders of their commands; empty where they are not installed.
ALIGNER_FOLDERS = {
    "eflomal": os.environ.get("INTERLINEA_EFLOMAL", ""),
    "fast_align": os.environ.get("INTERLINEA_FAST_ALIGN", ""),
}
