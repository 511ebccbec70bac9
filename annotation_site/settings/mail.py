"""Mail: stored by requests, sent by workers."""

import os

from annotation_site.settings.deployment import ALLOWED_HOSTS, IS_PRODUCTION
from annotation_site.settings.environment import read_flag

# Requests store mail; workers hand it to the backend that the operator names.
EMAIL_BACKEND = "annotation_site.mail.backend.StoringBackend"
EMAIL_HOST = os.environ.get("EMAIL_HOST", "").strip()
# Empty where no mail server is named: then no mail is stored, and pages say so and offer links to copy.
MAIL_TRANSPORT = os.environ.get("EMAIL_BACKEND") or (
    "django.core.mail.backends.smtp.EmailBackend" if EMAIL_HOST else ""
)
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
# How often due mail is looked for.
MAIL_SECONDS = int(os.environ.get("MAIL_SECONDS", "20"))
MAIL_KEPT_DAYS = int(os.environ.get("MAIL_KEPT_DAYS", "30"))
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "Interlinea <noreply@localhost>")
