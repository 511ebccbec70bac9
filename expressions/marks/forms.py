"""The form with which a passage is submitted."""

from typing import Any

from django import forms

from annotation_site.assignments.forms import SubmitForm
from expressions.marks.marking import Mark, UnreadableLineError, read_lines
from expressions.marks.queries import say_fault

LONGEST_TEXT = 100_000


class MarksForm(SubmitForm):
    """The marks as lines of text, which a script keeps up to date; without one, people write them."""

    marks = forms.CharField(required=False, max_length=LONGEST_TEXT)

    def clean_marks(self) -> list[Mark]:
        """Return the marks that the lines describe."""
        try:
            return read_lines(self.cleaned_data["marks"])
        except UnreadableLineError as error:
            raise forms.ValidationError(say_fault(error.fault)) from error

    def read_content(self) -> dict[str, Any]:
        return {"marks": self.cleaned_data["marks"]}
