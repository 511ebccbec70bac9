"""Sentences, annotators' answers, differences between them, and decisions."""

from django.db import models

from annotation_site.adjudication.models import Decision
from annotation_site.assignments.models import Assignment, Item
from annotation_site.projects.models import Project


class Answer(models.TextChoices):
    YES = "yes", "Acceptable"
    NO = "no", "Not acceptable"
    CANNOT_JUDGE = "cannot_judge", "Cannot judge"


class AcceptabilitySettings(models.Model):
    """The language of the sentences."""

    project = models.OneToOneField(Project, on_delete=models.PROTECT, primary_key=True, related_name="acceptability")
    language = models.CharField(max_length=35)

    def __str__(self) -> str:
        return self.language


class Sentence(models.Model):
    """The content of an item."""

    item = models.OneToOneField(Item, on_delete=models.PROTECT, primary_key=True, related_name="sentence")
    text = models.TextField()

    def __str__(self) -> str:
        return self.text


class Judgement(models.Model):
    """An annotator's answer; there is none before the first save."""

    assignment = models.OneToOneField(Assignment, on_delete=models.PROTECT, primary_key=True, related_name="judgement")
    answer = models.CharField(max_length=12, choices=Answer)

    def __str__(self) -> str:
        return self.answer


class SentenceDifference(models.Model):
    """The number of other answers than the most frequent one: the adjudicator's queue, worst first."""

    item = models.OneToOneField(Item, on_delete=models.PROTECT, primary_key=True, related_name="+")
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="+")
    strength = models.PositiveSmallIntegerField()
    is_decided = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.strength} in {self.item}"


class SentenceDecision(Decision):
    """The adjudicator's answer."""

    item = models.OneToOneField(Item, on_delete=models.PROTECT, primary_key=True, related_name="+")
    answer = models.CharField(max_length=12, choices=Answer, blank=True)

    def __str__(self) -> str:
        return self.answer
