from collections.abc import Collection
from typing import Any

from django import forms

from alignment.figures.queries import GOLD

DIRECTIONS = [("rows", "one above the other"), ("columns", "side by side")]


class FigureForm(forms.Form):
    """The readings of a figure, and how it is laid out; the choices are those of the pair."""

    reading = forms.ChoiceField(label="Reading")
    beside = forms.ChoiceField(label="Compare with", required=False)
    direction = forms.ChoiceField(label="Sentences", choices=DIRECTIONS)

    def __init__(self, *args: Any, names: Collection[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(name, "Gold links" if name == GOLD else f"Annotator {name}") for name in names]
        self.fields["reading"] = forms.ChoiceField(label="Reading", choices=choices)
        self.fields["beside"] = forms.ChoiceField(
            label="Compare with", required=False, choices=[("", "no other reading"), *choices]
        )

    def clean_beside(self) -> str:
        """Return the other reading; one beside itself is one."""
        beside: str = self.cleaned_data["beside"]
        return "" if beside == self.cleaned_data.get("reading") else beside
