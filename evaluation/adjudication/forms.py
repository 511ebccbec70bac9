"""Forms of adjudicating judgements."""

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from annotation_site.adjudication.models import LONGEST_NOTE
from annotation_site.assignments.forms import StepForm
from evaluation.adjudication.differences import GAPS, USUAL, Criteria
from evaluation.judging.forms import JudgementForm
from evaluation.judging.models import MOST_WEIGHT


class DecisionForm(JudgementForm):
    """A decision as the page sends it: an answer for each question, and a note."""

    note = forms.CharField(max_length=LONGEST_NOTE, required=False)

    def read_content(self) -> dict[str, Any]:
        return {"answers": self.read_answers(), "note": self.cleaned_data["note"]}


class AnswerForm(StepForm):
    """An answer to disputes with which the decision stays as it is."""

    note = forms.CharField(max_length=LONGEST_NOTE)


class CriteriaForm(forms.Form):
    """Thresholds for items that need an adjudicator."""

    f1_below = forms.FloatField(
        label=_("Error spans: F1 below"), min_value=0, max_value=1, initial=USUAL.f1_below, widget=forms.NumberInput
    )
    gap_above = forms.FloatField(
        label=_("Answers: further apart than"),
        min_value=0,
        max_value=MOST_WEIGHT,
        required=False,
        help_text=format_lazy(
            _("If empty: {points} of 100 points, {score} of 5, opposite preferences, or {penalty} of penalties."),
            points=GAPS["percent"],
            score=GAPS["score"],
            penalty=GAPS["mqm"],
        ),
    )
    labels = forms.BooleanField(label=_("Another category or severity of the same words"), required=False, initial=True)

    def read_criteria(self) -> Criteria:
        """Return the thresholds, or the usual ones if the form is absent or invalid."""
        return Criteria(**self.cleaned_data) if self.is_bound and self.is_valid() else USUAL
