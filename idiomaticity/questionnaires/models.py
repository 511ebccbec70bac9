"""The questionnaire of a project, and the answers of its raters."""

from typing import Any

import pghistory
from django.db import models
from django.db.models import Q

from annotation_site.projects.carried import CarriedFields
from annotation_site.projects.models import Membership, Project
from idiomaticity.questionnaires.questions import RaterQuestion

LONGEST_DEBRIEFING = 20_000


@pghistory.track()
class Questionnaire(models.Model):
    """Questions about raters, the moment at which they are asked, and the text that participants read at the end."""

    class Moment(models.TextChoices):
        START = "start", "Before the first item"
        END = "end", "After the last item"

    project = models.OneToOneField(Project, on_delete=models.PROTECT, primary_key=True, related_name="questionnaire")
    # As RaterQuestion writes itself.
    questions = models.JSONField(default=list, blank=True)
    moment = models.CharField(max_length=5, choices=Moment, default=Moment.START)
    asks_annotators = models.BooleanField(default=False)
    debriefing = models.TextField(max_length=LONGEST_DEBRIEFING, blank=True)

    carried_fields = CarriedFields(
        ("questions", "moment", "asks_annotators", "debriefing"), {"project": "of one project"}
    )

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(moment__in=["start", "end"]), name="moment_known")]

    def __str__(self) -> str:
        return f"Questionnaire of {self.project}"

    def read_settings(self) -> dict[str, Any]:
        """Return everything that a manager sets, by name."""
        return {
            "questions": [question.to_json() for question in self.rater_questions],
            "moment": str(self.moment),
            "asks_annotators": self.asks_annotators,
            "debriefing": self.debriefing,
        }

    @property
    def rater_questions(self) -> list[RaterQuestion]:
        """Return the questions in their order."""
        return [RaterQuestion.from_json(question) for question in self.questions]


class SealedAnswers(models.Model):
    """One rater's answers, encrypted, apart from their ratings, and deleted on the day on which parameters are."""

    membership = models.OneToOneField(
        Membership, on_delete=models.PROTECT, primary_key=True, related_name="sealed_answers"
    )
    sealed = models.TextField()
    answered_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"Answers of {self.membership_id}"
