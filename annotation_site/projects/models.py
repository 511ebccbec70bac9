"""Projects, their members, invitations and guidelines."""

import secrets
from datetime import datetime, timedelta
from typing import Any, ClassVar, Self

import pghistory
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation_site.accounts.models import User
from annotation_site.projects.carried import CarriedFields
from annotation_site.web.exceptions import NotEditable


class Role(models.TextChoices):
    """The roles of members; `abilities` defines what each allows."""

    ANNOTATOR = "annotator", gettext_lazy("Annotator")
    ADJUDICATOR = "adjudicator", gettext_lazy("Adjudicator")
    MANAGER = "manager", gettext_lazy("Manager")


def list_roles() -> list[tuple[str, str]]:
    """Return the roles as choices; a function, so that a new role needs no migration."""
    return [(role.value, str(role.label)) for role in Role]


def list_kind_choices() -> list[tuple[str, str]]:
    """Return the kinds of projects as choices; a function, so that a new kind needs no migration."""
    return [(kind.value, str(kind.label)) for kind in Project.Kind]


def new_seed() -> int:
    """Return a seed for the order of pairs, stored with the project so that the order is reproducible."""
    return secrets.randbelow(2**31)


def unread_by_steps(path: str) -> list[str]:
    """Return the fields of a project that no step of annotating reads, to be deferred by a query that finds it by this
    path: each would be fetched, named and decoded for every save.
    """
    names = ("description", "item_count", "created_by", "created_at", "closed_at", "closed_by", "quotas", "creators")
    return [f"{path}__{name}" for name in (*names, "shows_feedback")]


class ProjectQuerySet(models.QuerySet["Project"]):
    def for_user(self, user: User | AnonymousUser) -> Self:
        """Return projects of which the person is a member; no others exist for them."""
        if not user.is_authenticated:
            return self.none()
        return self.of_member(user)

    def for_operator(self, user: User) -> Self:
        """Return all projects for somebody who runs the site, none for others."""
        return self.all() if user.is_superuser else self.none()

    def of_member(self, user: Any) -> Self:
        """Return projects of which somebody is a member, by their key or object."""
        return self.filter(Q(pk__in=Membership.objects.active().filter(user=user).values("project")))


@pghistory.track(exclude=["item_count", "webhook_events"])
class Project(models.Model):
    """A text or a list of compounds that is annotated, of one kind; each kind's app adds its own settings."""

    class Kind(models.TextChoices):
        ALIGNMENT = "alignment", gettext_lazy("Word alignment")
        IDIOMATICITY = "idiomaticity", gettext_lazy("Compositionality")
        EXPRESSIONS = "expressions", gettext_lazy("Expressions in text")
        EVALUATION = "evaluation", gettext_lazy("Translation evaluation")

    class Spread(models.TextChoices):
        OVERLAP = "overlap", "Finish started items first: agreement can be measured early"
        EVEN = "even", "Cover all items once before any second reading"
        PRIORITY = "priority", "Finish started items first, each time the one of highest priority"

    class State(models.TextChoices):
        ACTIVE = "active", "Active"
        ARCHIVED = "archived", "Archived"
        DELETED = "deleted", "Deleted"
        # Its rows are going: nobody sees it any more, and nobody can bring it back.
        ERASING = "erasing", "Being erased"

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    description = models.TextField(blank=True)
    kind = models.CharField(max_length=20, choices=list_kind_choices, default=Kind.ALIGNMENT)
    annotators_per_item = models.PositiveSmallIntegerField(default=2)
    spread = models.CharField(max_length=10, choices=Spread, default=Spread.OVERLAP)
    shows_feedback = models.BooleanField(default=False, help_text="Annotators see decisions beside their own work.")
    seed = models.PositiveIntegerField(default=new_seed, editable=False)
    item_count = models.PositiveIntegerField(default=0, editable=False)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=8, choices=State, default=State.ACTIVE)
    closed_at = models.DateTimeField(null=True, help_text="When it was archived or deleted.")
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    quotas = models.JSONField(default=dict, help_text="Amounts by name, where an operator set other ones.")
    creators = models.JSONField(default=list, help_text="With which its releases begin, in the order of the citation.")
    # Kept by `webhooks`, so that a step which reads the project anyway knows whether anybody is to be told of it.
    webhook_events = models.JSONField(default=list, editable=False)

    carried_fields = CarriedFields(
        ("description", "annotators_per_item", "spread"),
        {
            "id": "of one project",
            "slug": "of one project",
            "name": "chosen for the copy",
            "kind": "the same for every copy",
            "shows_feedback": "no setting of compositionality, the kind that is copied",
            "seed": "drawn anew, so that lists and orders are independent",
            "item_count": "counted",
            "created_by": "a person",
            "created_at": "of one project",
            "state": "of one project",
            "closed_at": "of one project",
            "closed_by": "a person",
            "quotas": "set by the operator",
            "creators": "people",
            "webhook_events": "follow from webhooks",
        },
    )

    objects: ClassVar[Any] = ProjectQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(condition=Q(annotators_per_item__range=(1, 50)), name="annotators_per_item_1_50"),
            models.CheckConstraint(
                condition=Q(state="active", closed_at=None, closed_by=None)
                | ~Q(state="active") & Q(closed_at__isnull=False, closed_by__isnull=False),
                name="closed_project_has_its_time",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the overview, served by the app of the project's kind."""
        return reverse(f"{self.kind}:overview", args=[self.slug])

    @property
    def erased_at(self) -> datetime | None:
        """Return the moment from which a deleted project can no longer be restored; None for others."""
        if self.state != self.State.DELETED or self.closed_at is None:
            return None
        return self.closed_at + timedelta(days=settings.PROJECT_GRACE_DAYS)

    def require_active(self) -> None:
        """Raise NotEditable if the project is archived or deleted: nothing in it changes then."""
        if self.state == self.State.ARCHIVED:
            raise NotEditable(_("This project is archived and cannot be changed. A manager can restore it."))
        if self.state != self.State.ACTIVE:
            raise NotEditable(_("This project was deleted and cannot be changed. A manager can restore it."))


class MembershipQuerySet(models.QuerySet["Membership"]):
    def active(self) -> Self:
        """Return memberships that admit to their project; to a deleted one, only those of managers."""
        is_there = Q(project__state__in=[Project.State.ACTIVE, Project.State.ARCHIVED])
        is_in_grace = Q(project__state=Project.State.DELETED, role=Role.MANAGER)
        return self.filter(is_there | is_in_grace, state=Membership.State.ACTIVE)

    def annotators(self) -> Self:
        """Return memberships of annotators, to which work belongs."""
        return self.filter(role=Role.ANNOTATOR)


@pghistory.track(exclude=["submitted_count", "search_count"])
class Membership(models.Model):
    """One role of one person in one project; annotators carry the pseudonym that every export shows."""

    class State(models.TextChoices):
        ACTIVE = "active", "Active"
        REMOVED = "removed", "Removed"

    # No index of its own, as for other keys below: a constraint or index of the table begins with the same column.
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="memberships", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=20, choices=list_roles)
    state = models.CharField(max_length=10, choices=State, default=State.ACTIVE)
    pseudonym = models.CharField(max_length=8, blank=True)
    submitted_count = models.PositiveIntegerField(default=0, editable=False)
    search_count = models.PositiveIntegerField(default=0, editable=False)
    joined_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = MembershipQuerySet.as_manager()

    class Meta:
        ordering = ["role", "joined_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["project", "user", "role"], name="one_membership_per_role"),
            models.UniqueConstraint(
                fields=["project", "pseudonym"],
                condition=~Q(pseudonym=""),
                name="pseudonym_unique_in_project",
            ),
            models.CheckConstraint(
                condition=~Q(role=Role.ANNOTATOR) | ~Q(pseudonym=""), name="annotators_have_a_pseudonym"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()})"

    @property
    def is_annotator(self) -> bool:
        return self.role == Role.ANNOTATOR

    @property
    def is_manager(self) -> bool:
        return self.role == Role.MANAGER


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def usable(self) -> Self:
        """Return links that are still valid: not revoked, not expired, not used up, and of an active project."""
        is_open = Q(revoked_at=None, project__state=Project.State.ACTIVE)
        return self.filter(is_open, expires_at__gt=timezone.now(), use_count__lt=F("use_limit"))


@pghistory.track()
class Invitation(models.Model):
    """A link by which people join a project in one role; only the digest of its secret is stored."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="invitations")
    role = models.CharField(max_length=20, choices=list_roles)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    note = models.CharField(max_length=120, blank=True)
    address = models.EmailField(max_length=254, blank=True, help_text="To which it was sent by email.")
    expires_at = models.DateTimeField()
    use_limit = models.PositiveIntegerField(default=1)
    use_count = models.PositiveIntegerField(default=0, editable=False)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True)

    objects: ClassVar[Any] = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(condition=Q(use_count__lte=F("use_limit")), name="invitation_within_use_limit"),
        ]

    def __str__(self) -> str:
        return f"{self.get_role_display()} of {self.project}"

    @property
    def is_usable(self) -> bool:
        is_open = self.revoked_at is None and self.project.state == Project.State.ACTIVE
        return is_open and self.expires_at > timezone.now() and self.use_count < self.use_limit

    @property
    def can_be_resent(self) -> bool:
        """Return whether it has an address and is neither revoked nor accepted; it may have expired."""
        return bool(self.address) and self.revoked_at is None and not self.use_count


@pghistory.track()
class Guideline(models.Model):
    """One version of a project's guidelines, in Markdown; a version is never changed, the next one replaces it."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="guidelines", db_index=False)
    version = models.PositiveIntegerField()
    text = models.TextField()
    change_note = models.CharField(max_length=200, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-version"]
        constraints = [
            models.UniqueConstraint(fields=["project", "version"], name="one_guideline_per_version"),
        ]

    def __str__(self) -> str:
        return f"Guidelines, version {self.version}"
