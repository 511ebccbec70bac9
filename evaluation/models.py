"""Systems, what they put out, and how they scored."""

from typing import Any, ClassVar, Self

import pgtrigger
from django.conf import settings
from django.db import models

from annotation_site.projects.models import Job, Membership, Project, Release, Role, Upload, User


class System(models.Model):
    """An aligner or a translation system whose output is measured."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="systems")
    name = models.CharField(max_length=120)
    description = models.TextField(blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["project", "name"], name="system_name_unique_in_project")]

    def __str__(self) -> str:
        return self.name


class Output(models.Model):
    """A file a system put out for the pairs of one release, and how to read it."""

    system = models.ForeignKey(System, on_delete=models.PROTECT, related_name="outputs")
    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="outputs")
    upload = models.ForeignKey(Upload, on_delete=models.PROTECT, related_name="+")
    format = models.CharField(max_length=20)
    base = models.PositiveSmallIntegerField(default=0)
    is_reversed = models.BooleanField(default=False, help_text="The file gives target-source instead of source-target.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.system} on {self.release}"


class ScoreQuerySet(models.QuerySet["Score"]):
    def for_user(self, user: User) -> Self:
        """Scores in projects the person manages or adjudicates."""
        roles = [Role.MANAGER, Role.ADJUDICATOR]
        return self.filter(
            output__system__project__in=Membership.objects.active().filter(user=user, role__in=roles).values("project")
        )


class Score(models.Model):
    """The result of one measure on one output, with the signature that says how it was computed."""

    output = models.ForeignKey(Output, on_delete=models.PROTECT, related_name="scores")
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="score")
    measure = models.CharField(max_length=40)
    result = models.JSONField()
    signature = models.CharField(max_length=300)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = ScoreQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["output", "measure"], name="one_score_per_measure")]
        triggers = [pgtrigger.Protect(name="immutable", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"{self.measure} of {self.output}"


class AgreementInterval(models.Model):
    """Intervals of a project's agreement as a job computed them, for the readings as they stood at `changes`."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="+")
    changes = models.BigIntegerField(help_text="ItemAgreementTotal.changes of the project when they were computed.")
    result = models.JSONField()
    job = models.ForeignKey(Job, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "changes"], name="one_interval_per_change"),
        ]

    def __str__(self) -> str:
        return f"Intervals of {self.project}"


class FrequencyAgreement(models.Model):
    """Agreement by how often words occur, as a job counted it for the readings as they stood at `changes`."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="+")
    changes = models.BigIntegerField(help_text="ItemAgreementTotal.changes of the project when it was counted.")
    result = models.JSONField()
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["project", "-id"], name="frequency_latest_first")]

    def __str__(self) -> str:
        return f"Agreement by frequency in {self.project}"


class TestSetQuerySet(models.QuerySet["TestSet"]):
    def for_user(self, user: User) -> Self:
        """Test sets of projects the person manages or adjudicates."""
        roles = [Role.MANAGER, Role.ADJUDICATOR]
        return self.filter(project__in=Membership.objects.active().filter(user=user, role__in=roles).values("project"))


class TestSet(models.Model):
    """Sentences with references and marked expressions, on which translation systems are measured."""

    __test__ = False  # not for pytest

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="test_sets")
    name = models.CharField(max_length=120)
    source_language = models.CharField(max_length=35)
    target_language = models.CharField(max_length=35)
    segment_count = models.PositiveIntegerField()
    expression_count = models.PositiveIntegerField()
    files = models.JSONField(default=list, help_text="Name, size and SHA-256 of each file it came from.")
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="test_set")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = TestSetQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["project", "name"], name="test_set_name_unique_in_project")]

    def __str__(self) -> str:
        return self.name


class Segment(models.Model):
    """A source sentence with its reference translations, none or more."""

    test_set = models.ForeignKey(TestSet, on_delete=models.CASCADE, related_name="segments")
    number = models.PositiveIntegerField(help_text="From 1, in the order of the file.")
    source = models.TextField()
    references = models.JSONField(default=list)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["test_set", "number"], name="segment_number_unique")]

    def __str__(self) -> str:
        return f"Segment {self.number}"


class Expression(models.Model):
    """An expression marked in a segment: where it stands, and how the reference translates it."""

    segment = models.ForeignKey(Segment, on_delete=models.CASCADE, related_name="expressions")
    position = models.PositiveSmallIntegerField(help_text="Among the segment's expressions, from 0.")
    label = models.CharField(max_length=300, help_text="Expressions with the same label are one expression.")
    source_spans = models.JSONField(default=list, help_text="Pairs of code points, end excluded; empty if unknown.")
    reference_spans = models.JSONField(default=list, help_text="The same in the first reference.")
    reference_text = models.TextField(blank=True, help_text="Its words in the reference.")

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["segment", "position"], name="expression_position_unique")]
        indexes = [models.Index(fields=["label"], name="expressions_by_label")]

    def __str__(self) -> str:
        return self.label


class Translation(models.Model):
    """What a system put out for a test set."""

    system = models.ForeignKey(System, on_delete=models.PROTECT, related_name="translations")
    test_set = models.ForeignKey(TestSet, on_delete=models.PROTECT, related_name="translations")
    upload = models.ForeignKey(Upload, on_delete=models.PROTECT, related_name="+")
    column = models.CharField(max_length=200, blank=True, help_text="Of a table; blank for a file of lines.")
    missing_count = models.PositiveIntegerField(help_text="Segments without a translation; they count as empty.")
    missing = models.JSONField(default=list, help_text="The first of their numbers.")
    sha256 = models.CharField(max_length=64, help_text="Of the translations, one a line.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["system", "test_set"], name="one_translation_per_system")]

    def __str__(self) -> str:
        return f"{self.system} on {self.test_set}"


class Hypothesis(models.Model):
    """One segment as a system translated it; empty where it did not."""

    translation = models.ForeignKey(Translation, on_delete=models.CASCADE, related_name="hypotheses")
    number = models.PositiveIntegerField(help_text="Of the segment.")
    text = models.TextField(blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["translation", "number"], name="one_hypothesis_per_segment")]

    def __str__(self) -> str:
        return self.text[:80]


class SegmentValues(models.Model):
    """What a measure counted in a run of segments: written chunk by chunk, so that an interrupted job goes on.

    They follow from translation, measure and key alone, so whoever writes a chunk first has written it for all.
    """

    translation = models.ForeignKey(Translation, on_delete=models.CASCADE, related_name="values")
    measure = models.CharField(max_length=20)
    key = models.CharField(max_length=64, help_text="Of options, dictionaries and version.")
    first = models.PositiveIntegerField(help_text="Number of the first segment.")
    values = models.JSONField(help_text="One entry per segment.")

    class Meta:
        ordering = ["first"]
        constraints = [models.UniqueConstraint(fields=["translation", "measure", "key", "first"], name="chunk_once")]

    def __str__(self) -> str:
        return f"{self.measure} from segment {self.first}"


class TranslationScore(models.Model):
    """A measure of one system's translations, with intervals and the signature that says how it was computed."""

    translation = models.ForeignKey(Translation, on_delete=models.PROTECT, related_name="scores")
    measure = models.CharField(max_length=20)
    key = models.CharField(max_length=64)
    job = models.ForeignKey(Job, on_delete=models.PROTECT, related_name="+")
    result = models.JSONField()
    signature = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["translation", "measure", "key"], name="one_translation_score")]
        triggers = [pgtrigger.Protect(name="immutable", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"{self.measure} of {self.translation}"
