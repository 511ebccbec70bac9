"""A crowd: the open link, the consent text, and those who came by the link."""

import uuid
from decimal import Decimal
from typing import Any, ClassVar

import pghistory
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q, Value
from django.utils import timezone

from annotation_site.projects.carried import CarriedFields
from annotation_site.projects.models import Membership, Project
from idiomaticity.crowd.codes import (
    LONGEST_ADDRESS,
    LONGEST_CONSENT,
    LONGEST_PARAMETER,
    MOST_ATTEMPTS,
    MOST_EACH,
    MOST_PEOPLE,
    new_link_key,
)

_TRAITS: "ArrayField[Any, Any]" = ArrayField(models.CharField(max_length=80))


@pghistory.track(exclude=["visit_count"])
class CrowdCall(models.Model):
    """The open invitation of a project: anyone with its link can take part while it is open."""

    class Lists(models.TextChoices):
        NONE = "", "No lists: the items that need ratings most"
        APART = "apart", "Lists with each compound once"
        TOGETHER = "together", "Lists with all sentences of a compound"

    class Groups(models.IntegerChoices):
        """Of raters, where a study asks for sentences and for compounds by themselves."""

        ONE = 1, "Each participant rates sentences and compounds"
        TWO = 2, "Each participant rates either sentences or compounds"

    project = models.OneToOneField(Project, on_delete=models.PROTECT, primary_key=True, related_name="crowd_call")
    key = models.CharField(max_length=43, unique=True, default=new_link_key, editable=False)
    is_open = models.BooleanField(default=False)
    # The name under which a marketplace puts the worker's id into the link; empty where people come without.
    worker_parameter = models.CharField(max_length=LONGEST_PARAMETER, blank=True)
    # That of an id of one participation, which nobody else can know; empty where the marketplace gives none.
    session_parameter = models.CharField(max_length=LONGEST_PARAMETER, blank=True)
    # Further ones, which are kept with the other two until the day on which all are deleted; without it, none is kept.
    other_parameters = ArrayField(models.CharField(max_length=LONGEST_PARAMETER), default=list, blank=True)
    forget_on = models.DateField(null=True, blank=True)
    # The marketplace whose signature a link must carry; empty where it signs none.
    signed_by = models.CharField(max_length=12, blank=True, default="", db_default="")
    # Addresses to which participants return; {code} and {PARAMETER} are filled in.
    completed_url = models.CharField(max_length=LONGEST_ADDRESS, blank=True)
    screened_out_url = models.CharField(max_length=LONGEST_ADDRESS, blank=True)
    full_url = models.CharField(max_length=LONGEST_ADDRESS, blank=True)
    # For each participant who finishes.
    payment = models.DecimalField(max_digits=8, decimal_places=2, default=Decimal(0))
    currency = models.CharField(max_length=3, blank=True)
    # Newcomers who opened the link, whether or not they agreed.
    visit_count = models.PositiveIntegerField(default=0, editable=False)
    limit_each = models.PositiveSmallIntegerField(
        default=25, validators=[MinValueValidator(1), MaxValueValidator(MOST_EACH)]
    )
    most_people = models.PositiveIntegerField(
        default=500, validators=[MinValueValidator(1), MaxValueValidator(MOST_PEOPLE)]
    )
    # Attempts at the qualification.
    attempts = models.PositiveSmallIntegerField(
        default=1, db_default=1, validators=[MinValueValidator(1), MaxValueValidator(MOST_ATTEMPTS)]
    )
    # A list has `limit_each` ratings at most.
    lists = models.CharField(max_length=8, choices=Lists, blank=True, default=Lists.NONE)
    groups = models.PositiveSmallIntegerField(choices=Groups, default=Groups.ONE)
    # Items of each list that its participants are asked twice, beside those of the limit.
    repeats = models.PositiveSmallIntegerField(default=0)

    carried_fields = CarriedFields(
        (
            *("limit_each", "most_people", "attempts", "lists", "groups", "repeats"),
            *("worker_parameter", "session_parameter", "other_parameters", "signed_by"),
            *("completed_url", "screened_out_url", "full_url", "payment", "currency"),
        ),
        {
            "project": "of one project",
            "key": "the secret of one link",
            "is_open": "a copy is closed",
            "forget_on": "each study promises a day of its own",
            "visit_count": "counted",
        },
    )

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(attempts__range=(1, MOST_ATTEMPTS)), name="attempts_in_range"),
            models.CheckConstraint(condition=Q(limit_each__range=(1, MOST_EACH)), name="limit_each_in_range"),
            models.CheckConstraint(condition=Q(most_people__range=(1, MOST_PEOPLE)), name="most_people_in_range"),
            models.CheckConstraint(condition=Q(lists__in=["", "apart", "together"]), name="kind_of_lists_known"),
            models.CheckConstraint(condition=Q(groups__in=[1, 2]), name="one_group_or_two"),
            models.CheckConstraint(condition=Q(repeats=0) | ~Q(lists=""), name="repeats_in_lists"),
        ]

    def __str__(self) -> str:
        return f"Crowd of {self.project}"

    @property
    def parameters(self) -> list[str]:
        """Return the names of the parameters that the link may carry."""
        named = (self.worker_parameter, self.session_parameter, *self.other_parameters)
        return [name for name in named if name]

    @property
    def stores_data(self) -> bool:
        """True if parameters, and answers about raters, of those who come now are stored."""
        return self.forget_on is not None and self.forget_on > timezone.localdate()

    @property
    def takes_people(self) -> bool:
        return self.is_open and self.project.state == Project.State.ACTIVE


class ConsentText(models.Model):
    """A version of the text that workers agree to; each worker keeps the version they read."""

    # No index of its own: a constraint or index of the table begins with the same column.
    call = models.ForeignKey(CrowdCall, on_delete=models.PROTECT, related_name="consents", db_index=False)
    version = models.PositiveSmallIntegerField()
    text = models.TextField(max_length=LONGEST_CONSENT)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-version"]
        constraints = [
            models.UniqueConstraint(fields=["call", "version"], name="one_consent_per_version"),
            models.CheckConstraint(condition=~Q(text=""), name="consent_not_empty"),
        ]

    def __str__(self) -> str:
        return f"{self.call}, consent {self.version}"


class CrowdWorker(models.Model):
    """A person who joined by the link; of a marketplace's id only a keyed hash is stored."""

    class Approval(models.TextChoices):
        APPROVED = "approved", "Approved"
        REJECTED = "rejected", "Rejected"

    membership = models.OneToOneField(
        Membership, on_delete=models.PROTECT, primary_key=True, related_name="crowd_worker"
    )
    call = models.ForeignKey(CrowdCall, on_delete=models.PROTECT, related_name="workers")
    worker_digest = models.CharField(max_length=64, blank=True, editable=False)
    session_digest = models.CharField(max_length=64, blank=True, editable=False)
    # Of the form that was sent: the same one again is the same person's second click.
    entry_id = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    # Hashes that this worker shares with others who may be the same person: of ids that look alike, of one browser.
    traits = ArrayField(models.CharField(max_length=80), default=list, db_default=Value([], _TRAITS), editable=False)
    # Of the network that they came from, for an hour; and how many others had come from it in the hour before.
    network_digest = models.CharField(max_length=64, blank=True, default="", db_default="", editable=False)
    same_network_count = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    consent = models.ForeignKey(ConsentText, on_delete=models.PROTECT, related_name="+")
    consented_at = models.DateTimeField(auto_now_add=True)
    # Null until the last item of the qualification is answered, in the last attempt where the mark was missed before.
    is_qualified = models.BooleanField(null=True)
    right_count = models.PositiveSmallIntegerField(default=0)
    asked_count = models.PositiveSmallIntegerField(default=0)
    missed_count = models.PositiveSmallIntegerField(default=0, db_default=0, help_text="Failed attempts.")
    # Ratings that nobody else of the crowd is given, until they are forfeited by a long absence.
    reserved_count = models.PositiveSmallIntegerField(default=0, db_default=0)
    reserved_until = models.DateTimeField(null=True)
    completed_at = models.DateTimeField(null=True)
    completion_code = models.CharField(max_length=20, blank=True)

    # For the marketplace, which pays; figures go by exclusions alone.
    approval = models.CharField(max_length=8, choices=Approval, blank=True)
    bonus = models.DecimalField(max_digits=8, decimal_places=2, default=Decimal(0))

    objects: ClassVar[Any] = models.Manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["call", "worker_digest"], condition=~Q(worker_digest=""), name="worker_id_once_in_crowd"
            ),
            models.UniqueConstraint(
                fields=["call", "session_digest"], condition=~Q(session_digest=""), name="session_once_in_crowd"
            ),
            models.UniqueConstraint(
                fields=["completion_code"], condition=~Q(completion_code=""), name="completion_code_unique"
            ),
            models.CheckConstraint(
                condition=Q(completed_at=None, completion_code="")
                | (Q(completed_at__isnull=False) & ~Q(completion_code="")),
                name="code_when_completed",
            ),
            models.CheckConstraint(condition=Q(approval__in=["", "approved", "rejected"]), name="approval_known"),
            models.CheckConstraint(condition=Q(bonus__gte=0), name="bonus_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.membership.pseudonym}, {self.state}"

    @property
    def limit(self) -> int:
        """Return the number of ratings, without attention items, that the worker gives at most."""
        return min(self.call.limit_each, self.reserved_count) if self.reserved_count else self.call.limit_each

    @property
    def state(self) -> str:
        """Return newcomer, working, done or failed."""
        if self.completed_at is not None:
            return "done"
        return {None: "newcomer", True: "working", False: "failed"}[self.is_qualified]


class SealedParameters(models.Model):
    """The parameters of a worker's link, encrypted, apart from their answers, and deleted on the call's day."""

    worker = models.OneToOneField(
        CrowdWorker, on_delete=models.PROTECT, primary_key=True, related_name="sealed_parameters"
    )
    sealed = models.TextField()

    def __str__(self) -> str:
        return f"Parameters of {self.worker_id}"


class MarketplaceKeys(models.Model):
    """The public keys with which a marketplace signs its links, as it published them."""

    marketplace = models.CharField(max_length=12, primary_key=True)
    keys = models.JSONField()
    fetched_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"Keys of {self.marketplace}"
