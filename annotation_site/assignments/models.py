"""Items, assignments and submissions: one shape for every kind of annotation."""

from typing import Any, ClassVar, Self

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy

from annotation_site.accounts.models import User
from annotation_site.projects.abilities import Ability
from annotation_site.projects.models import Guideline, Membership, Project
from annotation_site.texts.names import LONGEST_IDENTIFIER

LONGEST_REASON = 300
LONGEST_COMMENT = 2000
# What is counted apart from work, or is no work of the present version: it is little, and has an index of its own.
BESIDE_WORK = ~Q(purpose="work") | Q(state="replaced")
IS_REPEAT = models.ExpressionWrapper(Q(purpose="repeat"), output_field=models.BooleanField())


class ItemQuerySet(models.QuerySet["Item"]):
    def for_user(self, user: User, ability: Ability) -> Self:
        """Return items of projects in which the person has the ability."""
        return self.filter(project__in=ability.projects_of(user))

    def without_held(self, annotator: Any) -> Self:
        """Return the items that the annotator does not have. A returned one may come back to them: with two annotators
        there is nobody else to take it.
        """
        held = Assignment.objects.filter(item=OuterRef("pk"), annotator=annotator)
        return self.exclude(Exists(held.exclude(state=Assignment.State.RETURNED)))

    def with_room(self) -> Self:
        """Return open items that still want an annotator."""
        return self.filter(state=Item.State.OPEN, assigned_count__lt=F("required_count"))


AllItems = models.Manager.from_queryset(ItemQuerySet)


class CurrentItems(AllItems):
    """Current items; replaced versions are reached by `Item.versions` only."""

    def get_queryset(self) -> Any:
        return super().get_queryset().exclude(state=Item.State.REPLACED)


class Item(models.Model):
    """The object of annotation; the app of the project's kind adds the content (a sentence pair, a compound)."""

    class State(models.TextChoices):
        OPEN = "open", "Being annotated"
        ANNOTATED = "annotated", "Annotated"
        ADJUDICATED = "adjudicated", "Adjudicated"
        WITHDRAWN = "withdrawn", "Withdrawn"
        REPLACED = "replaced", "Replaced by a corrected version"

    # Items that have all their submissions.
    READY_STATES = (State.ANNOTATED, State.ADJUDICATED)

    # No index of its own, as for other keys below: a constraint or index of the table begins with the same column.
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="items", db_index=False)
    number = models.PositiveIntegerField()
    # Content never changes: a correction makes a new version, which has the number from then on.
    version = models.PositiveSmallIntegerField(default=1, db_default=1)
    replaced_by = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="replaces")
    identifier = models.CharField(max_length=LONGEST_IDENTIFIER, blank=True)
    state = models.CharField(max_length=12, choices=State, default=State.OPEN)
    withdrawn_from = models.CharField(
        max_length=12, blank=True, db_default="", help_text="The state to bring it back to, if a manager withdrew it."
    )
    required_count = models.PositiveSmallIntegerField(default=2)
    assigned_count = models.PositiveSmallIntegerField(default=0)
    submitted_count = models.PositiveSmallIntegerField(default=0)
    # Place on a ring; every search starts at its own point of it (services.next_item.find_next_item).
    ring_place = models.FloatField()
    priority = models.FloatField(null=True, help_text="Highest first, where the project assigns items by priority.")

    objects: ClassVar[Any] = CurrentItems()
    versions: ClassVar[Any] = AllItems()

    class Meta:
        ordering = ["project", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["project", "number"], condition=~Q(state="replaced"), name="item_number_unique_in_project"
            ),
            models.UniqueConstraint(fields=["project", "number", "version"], name="item_version_unique"),
            models.CheckConstraint(condition=Q(assigned_count__lte=F("required_count")), name="no_more_than_required"),
            models.CheckConstraint(
                condition=Q(withdrawn_from="") | Q(state="withdrawn"), name="withdrawn_from_a_state"
            ),
            models.CheckConstraint(
                condition=Q(submitted_count__lte=F("assigned_count")), name="submitted_among_assigned"
            ),
        ]
        indexes = [
            models.Index(
                fields=["project", "assigned_count", "ring_place"],
                condition=Q(state="open", assigned_count__lt=F("required_count")),
                name="items_with_room",
            ),
            models.Index(
                "project",
                "assigned_count",
                F("priority").desc(),
                "ring_place",
                condition=Q(state="open", assigned_count__lt=F("required_count"), priority__isnull=False),
                name="items_by_priority",
            ),
            models.Index(fields=["project", "state", "number"], name="items_by_state"),
        ]

    def __str__(self) -> str:
        return f"{self.project} {self.number}"

    def get_state_display(self) -> str:  # type: ignore[no-redef]
        """Return the state in words; Django's method says every state in the page's language first, for each row."""
        return str(self.State(self.state).label)


class AssignmentQuerySet(models.QuerySet["Assignment"]):
    def for_annotator(self, user: User) -> Self:
        """Return the person's own assignments of current items, while they are a member of the project."""
        own = self.filter(annotator__in=Membership.objects.active().filter(user=user))
        return own.exclude(state=Assignment.State.REPLACED)

    def in_progress(self) -> Self:
        return self.filter(state=Assignment.State.IN_PROGRESS)

    def submitted(self) -> Self:
        return self.filter(state=Assignment.State.SUBMITTED)

    def work(self) -> Self:
        """Return assignments without training and silent checks, which count only in annotator quality."""
        return self.filter(purpose=Assignment.Purpose.WORK)

    def abandoned(self) -> Self:
        """Return assignments in progress whose lease expired."""
        return self.in_progress().filter(lease_expires_at__lt=timezone.now())


class Assignment(models.Model):
    """One annotator's work on one item: leased, versioned, with one state."""

    class State(models.TextChoices):
        IN_PROGRESS = "in_progress", gettext_lazy("In progress")
        SUBMITTED = "submitted", gettext_lazy("Submitted")
        SKIPPED = "skipped", gettext_lazy("Skipped")
        RETURNED = "returned", gettext_lazy("Returned")
        REPLACED = "replaced", gettext_lazy("Continued in a corrected version")

    class Purpose(models.TextChoices):
        WORK = "work", "Work"
        TRAINING = "training", "Training"
        CHECK = "check", "Silent check"
        EXTRA = "extra", "Work beyond what its item wants"
        REPEAT = "repeat", "Asked a second time"

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="assignments", db_index=False)
    annotator = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="assignments", db_index=False)
    state = models.CharField(max_length=12, choices=State, default=State.IN_PROGRESS)
    # Only work counts for its item; training and checks are readings of items whose answer is known. Extra is work
    # whose place went to somebody else while its annotator was excluded (services/places.py). A repeat stands beside
    # the annotator's own work on the same item, to be compared with it.
    purpose = models.CharField(max_length=8, choices=Purpose, default=Purpose.WORK)
    version = models.PositiveIntegerField(default=0)
    lease_expires_at = models.DateTimeField()
    # The gaps that `activity.count_gap` counts, added up with every action.
    active_seconds = models.FloatField(default=0.0)
    begun_at = models.DateTimeField(default=timezone.now, null=True)
    active_at = models.DateTimeField(null=True, help_text="Of the last action since it was begun or resumed.")
    skip_reason = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    submitted_at = models.DateTimeField(null=True)

    objects: ClassVar[Any] = AssignmentQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                F("item"), F("annotator"), IS_REPEAT, name="one_assignment_per_annotator_and_one_repeat"
            ),
            models.CheckConstraint(
                condition=Q(purpose__in=["work", "training", "check", "extra", "repeat"]), name="purpose_known"
            ),
        ]
        indexes = [
            models.Index(fields=["annotator", "state", "id"], name="assignments_of_annotator"),
            models.Index(fields=["lease_expires_at"], condition=Q(state="in_progress"), name="assignment_leases"),
            models.Index(
                fields=["annotator", "purpose", "state"], condition=BESIDE_WORK, name="assignments_beside_work"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.annotator.pseudonym} on {self.item}"

    def get_state_display(self) -> str:  # type: ignore[no-redef]
        """Return the state in words; Django's method says every state in the page's language first, for each row."""
        return str(self.State(self.state).label)


class Submission(models.Model):
    """The work when it was submitted: agreement and gold are computed from these, never from drafts."""

    assignment = models.ForeignKey(Assignment, on_delete=models.PROTECT, related_name="submissions", db_index=False)
    number = models.PositiveSmallIntegerField()
    reading = models.JSONField()
    guideline = models.ForeignKey(Guideline, on_delete=models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["assignment", "number"]
        constraints = [
            models.UniqueConstraint(fields=["assignment", "number"], name="one_submission_per_number"),
        ]
        triggers = [pgtrigger.Protect(name="append_only", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"{self.assignment}, submission {self.number}"


class CommentQuerySet(models.QuerySet["Comment"]):
    def to_answer(self, user: User) -> Self:
        """Return questions that wait for anybody's answer, without the person's own, and without those on items that
        they may still have to annotate. Questions in a round are answered there.
        """
        annotated = Membership.objects.active().annotators().filter(user=user, project=OuterRef("item__project"))
        waiting = self.filter(is_question=True, answered_at=None, in_round=None).exclude(author=user)
        return waiting.exclude(Exists(annotated), item__state=Item.State.OPEN)


class Comment(models.Model):
    """A remark on an item, written from an assignment or by an adjudicator."""

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="comments")
    assignment = models.ForeignKey(Assignment, on_delete=models.PROTECT, null=True, related_name="comments")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.TextField(max_length=2000)
    is_question = models.BooleanField(default=False)
    answer = models.TextField(max_length=2000, blank=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    answered_at = models.DateTimeField(null=True)
    answer_read_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = CommentQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(
                fields=["id"], condition=Q(is_question=True, answered_at=None), name="questions_without_answer"
            ),
        ]

    def __str__(self) -> str:
        return self.text[:60]
