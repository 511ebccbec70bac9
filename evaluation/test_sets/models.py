"""Sentences with references and marked expressions."""

import hashlib
import json
from dataclasses import asdict
from typing import Any, ClassVar, Self

from django.conf import settings
from django.contrib.postgres.indexes import OpClass
from django.db import models
from django.db.models.functions import Lower

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.projects.abilities import can_see_results
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.test_sets.files.columns import Columns
from evaluation.test_sets.files.rows import LONGEST_DOCUMENT
from expressions.categories.compositionality import CLASSES


class TestSetQuerySet(models.QuerySet["TestSet"]):
    def for_user(self, user: User) -> Self:
        """Return test sets in projects that the user manages or adjudicates."""
        return self.filter(project__in=can_see_results.projects_of(user))

    def of_job(self, job: Job) -> "TestSet":
        """Return the test set that a job's parameters name; refuse if it was deleted while the job waited."""
        test_set: TestSet | None = self.filter(pk=job.parameters["test_set"], project=job.project_id).first()
        if test_set is None:
            raise DomainError("The test set was deleted after this was requested. Restore it, or ask again.")
        return test_set


class TestSet(models.Model):
    """Sentences with references and marked expressions, on which translation systems are measured."""

    __test__ = False  # not for pytest

    # No index of its own, as for other keys below: a constraint or index of the table begins with the same column.
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="test_sets", db_index=False)
    name = models.CharField(max_length=120)
    source_language = models.CharField(max_length=35)
    target_language = models.CharField(max_length=35)
    segment_count = models.PositiveIntegerField()
    expression_count = models.PositiveIntegerField()
    files = models.JSONField(default=list, help_text="Name, size and SHA-256 of each file it came from.")
    expressions_sha256 = models.CharField(
        max_length=64,
        blank=True,
        help_text="Of all changes of expressions on the page, in their order; blank as imported.",
    )
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="test_set")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = TestSetQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["project", "name"], name="test_set_name_unique_in_project")]

    def __str__(self) -> str:
        return self.name

    def sum_up(self) -> str:
        """Return the numbers of segments and marked expressions in one sentence, for the pages of jobs."""
        segments = "1 segment" if self.segment_count == 1 else f"{self.segment_count:,} segments"
        expressions = "1 expression" if self.expression_count == 1 else f"{self.expression_count:,} expressions"
        return f"{segments}, {expressions} marked."

    @property
    def sha256(self) -> str:
        """Return the hash of the files, of how they were read, and of the present expressions.

        Signatures have its first twelve characters.
        """
        question: list[Any] = [[file["sha256"] for file in self.files], self._signed_columns()]
        if settings_given := self._list_settings():
            question.append(settings_given)
        if self.expressions_sha256:
            question.append(self.expressions_sha256)
        return hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()

    def _list_settings(self) -> dict[str, str]:
        """Return how the files were read other than as they were recognised."""
        parameters = self.job.parameters
        chosen = {**parameters.get("reading", {}), "span_units": parameters.get("span_units", "")}
        return {name: value for name, value in chosen.items() if value}

    def _signed_columns(self) -> dict[str, Any]:
        """Return the column of each content as the first signatures have it: those of a test set stay the same."""
        columns: dict[str, Any] = self.job.parameters.get("columns", {})
        # Accepted hits and files in parallel have no columns; earlier versions stored one name for most contents.
        if not columns or isinstance(columns["source"], str):
            return columns
        signed = asdict(Columns.of(columns))
        if not signed["document"]:
            del signed["document"]
        return signed


class Segment(models.Model):
    """A source sentence with its reference translations, none or more."""

    test_set = models.ForeignKey(TestSet, on_delete=models.CASCADE, related_name="segments", db_index=False)
    number = models.PositiveIntegerField(help_text="From 1, in the order of the file.")
    source = models.TextField()
    references = models.JSONField(default=list)
    text_line = models.PositiveIntegerField(
        null=True, help_text="From 1, in the whole text that it was found in; null: the test set is the whole text."
    )
    document = models.CharField(
        max_length=LONGEST_DOCUMENT, blank=True, db_default="", help_text="Name of the text that it is a part of."
    )
    expressions_version = models.PositiveIntegerField(default=0, help_text="How often its expressions were changed.")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["test_set", "number"], name="segment_number_unique")]

    def __str__(self) -> str:
        return f"Segment {self.number}"


class Expression(models.Model):
    """An expression marked in a segment: where it stands, and how the reference translates it."""

    segment = models.ForeignKey(Segment, on_delete=models.CASCADE, related_name="expressions", db_index=False)
    position = models.PositiveSmallIntegerField(help_text="Among the segment's expressions, from 0.")
    label = models.CharField(max_length=300, help_text="Expressions with the same label are one expression.")
    source_spans = models.JSONField(default=list, help_text="Pairs of code points, end excluded; empty if unknown.")
    reference_spans = models.JSONField(default=list, help_text="Spans in the first reference.")
    reference_text = models.TextField(blank=True, help_text="Its words in the reference.")
    category = models.CharField(max_length=40, blank=True, help_text="As a corpus names its kind: VID, LVC.full.")
    expression_class = models.CharField(max_length=13, blank=True, choices=[(name, name) for name in CLASSES])

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["segment", "position"], name="expression_position_unique")]
        indexes = [
            models.Index(fields=["label"], name="expressions_by_label"),
            models.Index(OpClass(Lower("label"), name="text_pattern_ops"), name="expressions_by_beginning"),
        ]

    def __str__(self) -> str:
        return self.label
