"""Settings of a translation evaluation project, in addition to those of every project."""

import pghistory
from django.db import models

from annotation_site.projects.models import Project


@pghistory.track()
class EvaluationSettings(models.Model):
    """The languages of a project's test sets; test sets of a word alignment project have those of its pairs."""

    project = models.OneToOneField(Project, on_delete=models.PROTECT, primary_key=True, related_name="evaluation")
    source_language = models.CharField(max_length=35)
    target_language = models.CharField(max_length=35)
    mixes_rounds = models.BooleanField(
        default=False, db_default=False, help_text="Items of all open judging rounds come mixed."
    )

    class Meta:
        verbose_name_plural = "evaluation settings"

    def __str__(self) -> str:
        return f"{self.source_language}–{self.target_language}"
