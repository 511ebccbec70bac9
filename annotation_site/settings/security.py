"""Security: content policy, headers, cookies and proxies."""

from csp.constants import NONE, SELF

from annotation_site.settings.deployment import IS_PRODUCTION
from annotation_site.settings.environment import read_flag, read_list
from annotation_site.settings.provider import FORM_TARGETS

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF, *FORM_TARGETS],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "object-src": [NONE],
        "manifest-src": [SELF],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_ENGINE = "annotation_site.accounts.sessions"
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
