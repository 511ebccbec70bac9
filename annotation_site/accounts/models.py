"""People, their sessions and the tokens of their programs, and the entries of the cache that guards sign-in."""

import hashlib
import secrets
from typing import Any, ClassVar, Self

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models, transaction
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy

# No address ends so, and no other account.
PSEUDONYMISED = "@pseudonymised.invalid"


class UserManager(BaseUserManager["User"]):
    """Creates accounts, which are identified by e-mail address."""

    def for_operator(self, user: "User") -> models.QuerySet["User"]:
        """Return everybody for somebody who runs the site, nobody for others."""
        return self.all() if user.is_superuser else self.none()

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Create the operator's account, who may start projects."""
        return self.create_user(email, password, is_superuser=True, is_staff=True, can_create_projects=True, **fields)


class NoticeMails(models.TextChoices):
    """The times at which a person gets notices by email."""

    IMMEDIATELY = "immediately", gettext_lazy("As soon as something arises")
    DAILY = "daily", gettext_lazy("Once a day, in the morning")
    NEVER = "never", gettext_lazy("Never")


class User(AbstractBaseUser, PermissionsMixin):
    """A person. Their memberships define what they may do in a project."""

    email = models.EmailField("email address", max_length=254)
    name = models.CharField(max_length=120, blank=True, help_text="Shown to colleagues.")
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    can_create_projects = models.BooleanField(default=False)
    date_joined = models.DateTimeField(default=timezone.now)
    notice_mails = models.CharField(max_length=11, choices=NoticeMails, default=NoticeMails.DAILY)
    time_zone = models.CharField(max_length=50, default="UTC")
    # Of pages and mail; empty: English.
    language = models.CharField(max_length=10, blank=True)
    noticed_at = models.DateTimeField(null=True, help_text="When notices were last sent by email.")
    quotas = models.JSONField(default=dict, help_text="Amounts by name, where an operator set other ones.")

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("email"), name="one_account_per_address"),
            # Django's check wants USERNAME_FIELD itself unique as well.
            models.UniqueConstraint(fields=["email"], name="unique_email"),
        ]

    def __str__(self) -> str:
        return self.name or self.email

    def save(self, **options: Any) -> None:
        """Save, and end every token with a changed password, whoever changed it: page, mail or command line."""
        has_new_password = self._password is not None  # type: ignore[attr-defined]  # the stubs leave it out
        with transaction.atomic():
            super().save(**options)
            if has_new_password:
                ApiToken.objects.filter(user=self).revoke()

    @property
    def has_account(self) -> bool:
        """Return whether they can sign in; crowd workers and imported annotators have an address that cannot exist."""
        return not self.email.endswith(".invalid")

    @property
    def is_pseudonymised(self) -> bool:
        return self.email.endswith(PSEUDONYMISED)

    def become_pseudonym(self) -> None:
        """Take a name and an address that say nothing but which account it was."""
        self.name, self.email = f"Former member {self.pk}", f"former-member-{self.pk}{PSEUDONYMISED}"


class Session(AbstractBaseSession):
    """Django's session, and whose it is: what it holds is signed, not searchable."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="sessions")

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        from annotation_site.accounts.sessions import SessionStore  # which reads this table

        return SessionStore


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    def usable(self) -> Self:
        """Return tokens that are neither revoked nor expired."""
        return self.filter(revoked_at=None, expires_at__gt=timezone.now(), user__is_active=True)

    def revoke(self) -> None:
        """End these tokens at once; repeating it changes nothing."""
        self.filter(revoked_at=None).update(revoked_at=timezone.now())


class ApiToken(models.Model):
    """A program's key to the API: only its digest is stored, the key itself is shown once."""

    class Scope(models.TextChoices):
        READ = "read", gettext_lazy("Read")
        WRITE = "write", gettext_lazy("Read and write")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=80)
    scope = models.CharField(max_length=10, choices=Scope, default=Scope.READ)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    objects: ClassVar[Any] = ApiTokenQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name


class GuardEntry(models.Model):
    """An entry of the cache that guards sign-in (`GuardCache`), under the digest of its key: keys hold addresses.

    The table is unlogged: counting a request must not wait for a disk. A crash of the database empties it.
    """

    key = models.CharField(max_length=64, primary_key=True)
    value = models.JSONField()
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.key


def digest_secret(secret: str) -> str:
    """Return the SHA-256 of a random secret; no salt is needed, because it cannot be guessed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_secret() -> str:
    """Return a secret of 256 bits for a token or an invitation link."""
    return secrets.token_urlsafe(32)
