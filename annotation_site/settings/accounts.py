"""People: accounts, sign-in, passwords."""

import os

from annotation_site.settings.deployment import IS_PRODUCTION
from annotation_site.settings.mail import MAIL_TRANSPORT

AUTH_USER_MODEL = "projects.User"
AUTHENTICATION_BACKENDS = ["annotation_site.accounts.backend.ConfirmedAddressBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
ACCOUNT_ADAPTER = "annotation_site.own_account.adapter.InvitedOnlyAdapter"
ACCOUNT_FORMS = {
    "signup": "annotation_site.own_account.adapter.SignUpForm",
    "change_password": "annotation_site.own_account.adapter.NewPasswordForm",
    "user_token": "annotation_site.own_account.adapter.ResetLinkForm",
}
# Both send mail to addresses that somebody types: a few an hour, so that the site fills nobody's inbox.
ACCOUNT_RATE_LIMITS = {"reset_password": "30/h/ip,5/h/key", "manage_email": "20/h/user"}
ACCOUNT_MAX_EMAIL_ADDRESSES = 3
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
# Then nobody learns from the form who has an account. Without a mail server it would keep everybody out.
SIGN_UP_CONFIRMS_ADDRESS = IS_PRODUCTION and bool(MAIL_TRANSPORT)
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_SESSION_REMEMBER = True
SESSION_COOKIE_AGE = int(os.environ.get("SESSION_DAYS", "14")) * 86_400
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Interlinea: "
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = True
# A browser left open must not be enough to move the account to another address.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "projects:home"
ACCOUNT_LOGOUT_REDIRECT_URL = "account_login"
