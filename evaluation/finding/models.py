"""Expressions found in a text, and people's decisions on each hit."""

from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.projects.abilities import can_adjudicate
from annotation_site.projects.models import Project


class FindingQuerySet(models.QuerySet["Finding"]):
    def for_user(self, user: User) -> Self:
        """Return searches in projects that the user manages or adjudicates."""
        return self.filter(project__in=can_adjudicate.projects_of(user))


class Finding(models.Model):
    """A search for a list of phrases in a text; its options are the parameters of its job."""

    class Side(models.TextChoices):
        SOURCE = "source", "Source"
        TARGET = "target", "Target"

    # No index of its own, as for other keys below: a constraint or index of the table begins with the same column.
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="findings", db_index=False)
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="finding")
    name = models.CharField(max_length=120)
    side = models.CharField(max_length=6, choices=Side, help_text="Of a parallel text, the side that was searched.")
    language = models.CharField(max_length=35)
    other_language = models.CharField(max_length=35, blank=True, help_text="Of the other side; empty for one text.")
    sentence_count = models.PositiveBigIntegerField(help_text="Sentences that were searched.")
    hit_count = models.PositiveIntegerField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = FindingQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["project", "-id"], name="findings_of_project")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_parallel(self) -> bool:
        return bool(self.other_language)


class FoundPhrase(models.Model):
    """A phrase of the list with running sums of its hits, so that no page counts them."""

    finding = models.ForeignKey(Finding, on_delete=models.CASCADE, related_name="phrases", db_index=False)
    place = models.PositiveIntegerField(help_text="In the list, from 1.")
    phrase = models.CharField(max_length=300)
    hit_count = models.PositiveIntegerField(default=0)
    accepted_count = models.PositiveIntegerField(default=0)
    rejected_count = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["finding", "place"], name="found_phrase_place_unique"),
            models.CheckConstraint(
                condition=Q(hit_count__gte=F("accepted_count") + F("rejected_count")), name="found_phrase_sums"
            ),
        ]
        indexes = [models.Index(fields=["finding", "-hit_count", "place"], name="found_phrases_by_hits")]

    def __str__(self) -> str:
        return self.phrase

    @property
    def open_count(self) -> int:
        return self.hit_count - self.accepted_count - self.rejected_count

    @property
    def precision(self) -> float | None:
        """Share of accepted hits among reviewed hits."""
        decided = self.accepted_count + self.rejected_count
        return self.accepted_count / decided if decided else None


class FoundSentence(models.Model):
    """A sentence with a hit, as its file has it, and its other side."""

    finding = models.ForeignKey(Finding, on_delete=models.CASCADE, related_name="sentences", db_index=False)
    line = models.PositiveBigIntegerField(help_text="Its place in the text, from 1.")
    text = models.TextField()
    other = models.TextField(blank=True)

    class Meta:
        ordering = ["line"]
        constraints = [models.UniqueConstraint(fields=["finding", "line"], name="found_sentence_line_unique")]

    def __str__(self) -> str:
        return f"Sentence {self.line}"


class HitDecision(models.Model):
    """A person's decision on one hit, or on all undecided hits of a phrase; it is in force while a hit refers to it."""

    finding = models.ForeignKey(Finding, on_delete=models.CASCADE, related_name="decisions", db_index=False)
    phrase = models.ForeignKey(FoundPhrase, on_delete=models.CASCADE, related_name="decisions")
    verdict = models.CharField(max_length=8)
    hit_count = models.PositiveIntegerField()
    previous = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="+")
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    decided_at = models.DateTimeField(auto_now_add=True)
    operation_id = models.UUIDField()

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["decided_by", "operation_id"], name="hit_decided_once")]
        indexes = [models.Index(fields=["finding", "decided_by", "-id"], name="hit_decisions_of_person")]

    def __str__(self) -> str:
        return f"{self.verdict}: {self.hit_count}"


class Hit(models.Model):
    """One place where a phrase was found."""

    class Verdict(models.TextChoices):
        OPEN = "open", "To review"
        ACCEPTED = "accepted", "Accepted"
        REJECTED = "rejected", "Rejected"

    finding = models.ForeignKey(Finding, on_delete=models.CASCADE, related_name="hits", db_index=False)
    phrase = models.ForeignKey(FoundPhrase, on_delete=models.CASCADE, related_name="hits")
    sentence = models.ForeignKey(FoundSentence, on_delete=models.CASCADE, related_name="hits")
    spans = models.JSONField(help_text="Pairs of code points in the sentence, end excluded.")
    verdict = models.CharField(max_length=8, choices=Verdict, default=Verdict.OPEN)
    decision = models.ForeignKey(HitDecision, on_delete=models.PROTECT, null=True, related_name="hits")

    class Meta:
        ordering = ["phrase_id", "pk"]
        indexes = [
            models.Index(fields=["finding", "phrase", "id"], name="hits_by_phrase"),
            models.Index(fields=["finding", "verdict", "phrase", "id"], name="hits_by_verdict"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(verdict__in=["open", "accepted", "rejected"]), name="hit_verdict_known")
        ]

    def __str__(self) -> str:
        return f"{self.phrase_id} in {self.sentence_id}"

    @property
    def seen(self) -> int:
        """Return the key of the decision in force, or 0; clients send it back so that stale decisions are refused."""
        return self.decision_id or 0
