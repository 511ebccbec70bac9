"""Experiments and the systems that they train."""

from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import models

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.projects.abilities import can_see_results
from annotation_site.projects.models import Project
from evaluation.aligner_scores.models import System
from evaluation.finding.models import Finding
from evaluation.test_sets.models import TestSet


class ExperimentQuerySet(models.QuerySet["Experiment"]):
    def for_user(self, user: User) -> Self:
        """Return experiments in projects whose results the user may see."""
        return self.filter(project__in=can_see_results.projects_of(user))


class Experiment(models.Model):
    """Variants of a translation system, trained on one text; the settings are the parameters of its job, the counts and
    hashes its result.
    """

    job = models.OneToOneField(
        Job,
        on_delete=models.PROTECT,
        primary_key=True,
        related_name="experiment",
        help_text="Its number is that of the experiment, so that the archive can name it.",
    )
    # No index of its own, as for other keys below: a constraint or index of the table begins with the same column.
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="experiments", db_index=False)
    name = models.CharField(max_length=80)
    finding = models.ForeignKey(Finding, on_delete=models.PROTECT, related_name="experiments")
    test_sets = models.ManyToManyField(TestSet, related_name="experiments")
    archive = models.ForeignKey(Upload, on_delete=models.PROTECT, related_name="+")
    description_sha256 = models.CharField(max_length=64, help_text="Of experiment.json, which outputs name.")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = ExperimentQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["project", "name"], name="experiment_name_unique_in_project")]

    def __str__(self) -> str:
        return self.name


class TrainedSystem(models.Model):
    """A variant of an experiment trained with one seed, here or elsewhere; deleted and restored with its system."""

    experiment = models.ForeignKey(Experiment, on_delete=models.CASCADE, related_name="trained", db_index=False)
    variant = models.CharField(max_length=20)
    seed = models.PositiveIntegerField()
    system = models.OneToOneField(
        System, on_delete=models.SET_NULL, null=True, related_name="trained", help_text="Which has its translations."
    )
    provenance = models.JSONField(default=dict, help_text="Toolkit, version, device, machine and seconds.")

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["experiment", "variant", "seed"], name="one_system_per_seed")]

    def __str__(self) -> str:
        return f"{self.variant}.seed{self.seed}"
