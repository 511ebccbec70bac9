"""Annotators' replies to feedback."""

from django import forms

from annotation_site.assignments.forms import StepForm
from annotation_site.feedback.models import LONGEST_DISPUTE, LONGEST_PLACE

ACKNOWLEDGE, ACKNOWLEDGE_ALL, DISPUTE = "acknowledge", "acknowledge_all", "dispute"
ACTIONS = [(ACKNOWLEDGE, "Acknowledge"), (ACKNOWLEDGE_ALL, "Acknowledge all"), (DISPUTE, "Dispute")]


class ReplyForm(StepForm):
    """One button of the page; `place` names what is meant, except when all is."""

    action = forms.ChoiceField(choices=ACTIONS)
    place = forms.CharField(required=False, max_length=LONGEST_PLACE)
    text = forms.CharField(required=False, max_length=LONGEST_DISPUTE)
