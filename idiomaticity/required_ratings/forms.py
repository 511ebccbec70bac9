"""Form for requesting more ratings."""

from typing import Any

from django import forms

from idiomaticity.required_ratings.services import MOST_REQUIRED


class RequiredRatingsForm(forms.Form):
    """Items that were ticked, and how many ratings each is to have."""

    operation_id = forms.UUIDField(widget=forms.HiddenInput)
    numbers = forms.TypedMultipleChoiceField(coerce=int, error_messages={"required": "Choose at least one item."})
    required = forms.IntegerField(min_value=1, max_value=MOST_REQUIRED)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        numbers = [text for text in data.getlist("numbers") if text.isascii() and text.isdigit() and len(text) < 10]
        self.fields["numbers"].choices = [(number, number) for number in numbers]  # type: ignore[attr-defined]
