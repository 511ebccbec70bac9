"""Annotators' replies to feedback."""

from django import forms

from alignment.readings.links import Cell, read_cells
from annotation_site.assignments.forms import StepForm

ACKNOWLEDGE, ACKNOWLEDGE_ALL, DISPUTE = "acknowledge", "acknowledge_all", "dispute"
ACTIONS = [(ACKNOWLEDGE, "Acknowledge"), (ACKNOWLEDGE_ALL, "Acknowledge all"), (DISPUTE, "Dispute")]


class ReplyForm(StepForm):
    """One button of the page; `cell` names the link, except when all are meant."""

    action = forms.ChoiceField(choices=ACTIONS)
    cell = forms.CharField(required=False, max_length=13)
    text = forms.CharField(required=False, max_length=1000)

    def clean_cell(self) -> Cell | None:
        written: str = self.cleaned_data["cell"]
        try:
            cells = read_cells(written)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error
        return cells[0] if cells else None
