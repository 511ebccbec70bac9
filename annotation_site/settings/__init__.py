"""Settings for every environment, by subject; differences come from variables (docs/reference/settings.md)."""

import django_stubs_ext

from annotation_site.settings.accounts import *
from annotation_site.settings.api import *
from annotation_site.settings.backups import *
from annotation_site.settings.deployment import *
from annotation_site.settings.jobs import *
from annotation_site.settings.languages import *
from annotation_site.settings.limits import *
from annotation_site.settings.mail import *
from annotation_site.settings.monitoring import *
from annotation_site.settings.outgoing import *
from annotation_site.settings.programs import *
from annotation_site.settings.provider import *
from annotation_site.settings.security import *
from annotation_site.settings.storage import *

django_stubs_ext.monkeypatch()

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "csp",
    "django_htmx",
    "pgtrigger",
    "pghistory",
    "rest_framework",
    "drf_spectacular",
    *OWN_APPS,
]

MIDDLEWARE = [
    "annotation_site.monitoring.middleware.ObservingMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "annotation_site.web.middleware.policy.ContentPolicyMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "annotation_site.web.middleware.compression.PageCompressionMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "annotation_site.web.availability.SilentDatabaseMiddleware",
    "annotation_site.web.middleware.bodies.BodyLimitMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # Before whatever asks who it is: `get_user` of the backend finds the request through it.
    "allauth.account.middleware.AccountMiddleware",
    "annotation_site.languages.middleware.LanguageMiddleware",
    "annotation_site.web.middleware.pages.PrivatePagesMiddleware",
    "annotation_site.web.middleware.pages.AccountPagesMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "annotation_site.web.middleware.typed_texts.TypedTextsMiddleware",
    "annotation_site.web.middleware.sent_forms.LostFormsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "annotation_site.web.middleware.actors.ActorHistoryMiddleware",
    "annotation_site.web.middleware.errors.DomainErrorMiddleware",
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
            "builtins": ["django.templatetags.i18n"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "annotation_site.web.context.site",
                "annotation_site.own_account.providers.context_of_provider",
                "annotation_site.web.mail.context_of_mail",
            ],
        },
    }
]

# Who changed a row is asked for where rows change: a plain GET, /health/ above all, must not need the session.
PGHISTORY_MIDDLEWARE_METHODS = ("POST", "PUT", "PATCH", "DELETE")
