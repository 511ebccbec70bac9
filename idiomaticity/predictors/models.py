"""Predictors of compositionality: their values for a project's compounds, and correlations with people's scores."""

from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q, Value

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.projects.abilities import can_see_results
from annotation_site.projects.models import Project
from idiomaticity.compounds.models import Compound, Occurrence


class PredictorQuerySet(models.QuerySet["Predictor"]):
    def for_user(self, user: User) -> Self:
        """Return predictors of projects that the user manages or adjudicates."""
        return self.filter(project__in=can_see_results.projects_of(user))


class Predictor(models.Model):
    """A model, a corpus or a table of translations that predicts compositionality."""

    class Source(models.TextChoices):
        VECTORS = "vectors", "Vectors of a model"
        SIMILARITIES = "similarities", "Similarities of a model"
        CORPUS = "corpus", "Corpus"
        TRANSLATIONS = "translations", "Translations"

    # No index of its own, as for other keys below: a constraint or index of the table begins with the same column.
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="predictors", db_index=False)
    name = models.CharField(max_length=80)
    source = models.CharField(max_length=12, choices=Source)
    options = models.JSONField(default=dict)
    files = models.JSONField(default=list, help_text="Name, size and SHA-256.")
    counted = models.JSONField(default=dict, help_text="What the file held, and what it lacks.")
    # Correlations with people, as idiomaticity.probing.cells.Cell writes them.
    cells = models.JSONField(default=list)
    ratings = models.PositiveBigIntegerField(default=0, help_text="So many the correlations rest on.")
    # The same with the ratings of excluded annotators among them.
    cells_with_excluded = models.JSONField(default=list)
    ratings_with_excluded = models.PositiveBigIntegerField(default=0)
    # How well each measure tells occurrences labelled literal from idiomatic ones, as results.separation writes it.
    separations = models.JSONField(default=list, blank=True, db_default=Value([], models.JSONField()))
    signature = models.TextField(blank=True)
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="predictor")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    correlated_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = PredictorQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="predictor_name_unique_in_project"),
            models.CheckConstraint(condition=~Q(name=""), name="predictor_has_name"),
        ]

    def __str__(self) -> str:
        return self.name


class CompoundPrediction(models.Model):
    """One measure of one compound; without a value where it is undefined, with the reason."""

    predictor = models.ForeignKey(Predictor, on_delete=models.CASCADE, related_name="compounds", db_index=False)
    compound = models.ForeignKey(Compound, on_delete=models.PROTECT, related_name="predictions")
    measure = models.CharField(max_length=20)
    value = models.FloatField(null=True)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["predictor", "compound", "measure"], name="one_prediction_of_compound")
        ]

    def __str__(self) -> str:
        return f"{self.measure} {self.value}"


class SentencePrediction(models.Model):
    """A model's predictions for a compound in one sentence."""

    predictor = models.ForeignKey(Predictor, on_delete=models.CASCADE, related_name="sentences", db_index=False)
    occurrence = models.ForeignKey(Occurrence, on_delete=models.PROTECT, related_name="predictions")
    nc_out = models.FloatField(null=True)
    nc_out_comp = models.FloatField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["predictor", "occurrence"], name="one_prediction_of_sentence")]

    def __str__(self) -> str:
        return f"{self.nc_out} {self.nc_out_comp}"


class PairPrediction(models.Model):
    """A model's similarities of two sentences of one compound, and of the compound in them."""

    predictor = models.ForeignKey(Predictor, on_delete=models.CASCADE, related_name="pairs", db_index=False)
    first = models.ForeignKey(Occurrence, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Occurrence, on_delete=models.PROTECT, related_name="+")
    sentence_similarity = models.FloatField(null=True)
    compound_similarity = models.FloatField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["predictor", "first", "second"], name="one_prediction_of_pair")]

    def __str__(self) -> str:
        return f"{self.sentence_similarity} {self.compound_similarity}"
