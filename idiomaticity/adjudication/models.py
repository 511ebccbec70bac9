"""The compounds that wait for an adjudicator, kept so that they are counted without reading every score."""

from django.db import models

from annotation_site.projects.models import Project
from idiomaticity.compounds.models import Compound


class CompoundDoubt(models.Model):
    """A compound with a reason for adjudication by the usual criteria, at the latest count of its study. Written by
    `idiomaticity.adjudication.queries.count_doubts` only.
    """

    compound = models.OneToOneField(Compound, on_delete=models.CASCADE, primary_key=True, related_name="doubt")
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return str(self.compound)


class DoubtCount(models.Model):
    """The latest count of a study's doubts, and the latest operation in the study at that time."""

    project = models.OneToOneField(Project, on_delete=models.PROTECT, primary_key=True, related_name="doubt_count")
    operation = models.BigIntegerField(default=0)
    counted_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.project}, operation {self.operation}"
