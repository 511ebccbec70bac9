"""Settings of a compositionality project."""

import pghistory
from django.db import models
from django.db.models import Q

from annotation_site.projects.carried import CarriedFields
from annotation_site.projects.models import Project
from idiomaticity.projects.extra_questions import ExtraQuestion
from idiomaticity.scales.score_scale import ScoreScale


@pghistory.track()
class IdiomaticitySettings(models.Model):
    """Settings of a compositionality project, in addition to those of every project."""

    class Level(models.TextChoices):
        TOKEN = "token", "Sentences rated separately"
        TYPE = "type", "Compounds rated with all sentences"
        BOTH = "both", "Both, sentences and compounds"

    project = models.OneToOneField(Project, on_delete=models.PROTECT, primary_key=True, related_name="idiomaticity")
    language = models.CharField(max_length=35)
    level = models.CharField(max_length=5, choices=Level, default=Level.TOKEN)
    # Only what differs from the language's own words (idiomaticity.wording).
    wording = models.JSONField(default=dict, blank=True)
    # As ScoreScale and ExtraQuestion write themselves.
    scale = models.JSONField(default=dict, blank=True)
    extra_questions = models.JSONField(default=list, blank=True)
    score_control_share = models.PositiveSmallIntegerField(
        default=20, help_text="Share of each rater's items without a machine's scores (%), where scores are shown."
    )

    carried_fields = CarriedFields(
        ("language", "level", "wording", "scale", "extra_questions", "score_control_share"),
        {"project": "of one project"},
    )

    class Meta:
        verbose_name_plural = "idiomaticity settings"
        constraints = [
            models.CheckConstraint(condition=Q(score_control_share__range=(5, 95)), name="score_control_share_5_95"),
        ]

    def __str__(self) -> str:
        return f"{self.language}, {self.level}"

    @property
    def score_scale(self) -> ScoreScale:
        """Return the scale of head, modifier and whole."""
        return ScoreScale.from_json(self.scale)

    @property
    def asked_beside(self) -> list[ExtraQuestion]:
        """Return the extra questions in the order in which they are asked."""
        return [ExtraQuestion.from_json(question) for question in self.extra_questions]

    @property
    def asks_sentences(self) -> bool:
        """Return whether sentences are rated, each by itself."""
        return self.level != self.Level.TYPE

    @property
    def asks_compounds(self) -> bool:
        """Return whether compounds are rated, with all their sentences."""
        return self.level != self.Level.TOKEN
