"""Systems, their outputs for a release, and the scores of these."""

from typing import Any, ClassVar, Self

import pgtrigger
from django.conf import settings
from django.db import models

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.projects.abilities import can_see_results
from annotation_site.projects.models import Project
from annotation_site.releases.models import Release

# The measure that a score is of.
MEASURE = "word-alignment"


class System(models.Model):
    """An aligner or a translation system whose output is measured."""

    # No index of its own, as for other keys below: a constraint or index of the table begins with the same column.
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="systems", db_index=False)
    name = models.CharField(max_length=120)
    description = models.TextField(blank=True)
    run_of = models.CharField(
        max_length=120, blank=True, help_text="Name of the system that this is a run (seed) of; blank: of none."
    )
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["project", "name"], name="system_name_unique_in_project")]

    def __str__(self) -> str:
        return self.name

    @property
    def folded_name(self) -> str:
        """Name of the system as which boards count it: runs of one system have the same."""
        return self.run_of or self.name


class Output(models.Model):
    """A system's output for the pairs of one release, with its file format."""

    system = models.ForeignKey(System, on_delete=models.PROTECT, related_name="outputs")
    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="outputs")
    upload = models.ForeignKey(Upload, on_delete=models.PROTECT, related_name="+")
    format = models.CharField(max_length=20)
    base = models.PositiveSmallIntegerField(default=0)
    is_reversed = models.BooleanField(default=False, help_text="Links are written target–source.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.system} on {self.release}"


class ScoreQuerySet(models.QuerySet["Score"]):
    def for_user(self, user: User) -> Self:
        """Return scores in projects that the user manages or adjudicates."""
        return self.filter(output__system__project__in=can_see_results.projects_of(user))


class Score(models.Model):
    """The result of one measure on one output, with the signature of its computation."""

    output = models.ForeignKey(Output, on_delete=models.PROTECT, related_name="scores", db_index=False)
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


class BandScoresQuerySet(models.QuerySet["BandScores"]):
    def for_user(self, user: User) -> Self:
        """Return scores by band in projects that the user manages or adjudicates."""
        projects = can_see_results.projects_of(user)
        return self.filter(release__project__in=projects)


class BandScores(models.Model):
    """Links of one system, or of two to compare, against a release: by frequency bands of source and target words.

    `result` contains everything it was computed from.
    """

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="band_scores")
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="band_scores")
    result = models.JSONField()
    signature = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = BandScoresQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "band scores"
        triggers = [pgtrigger.Protect(name="immutable", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"Scores by frequency against {self.release}"
