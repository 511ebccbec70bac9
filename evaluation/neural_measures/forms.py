"""Form for having a neural model score the systems of a test set."""

from collections.abc import Sequence
from typing import Any

from django import forms


class NeuralScoresForm(forms.Form):
    """The model; `request_id` makes repeated submissions harmless."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)
    model = forms.ChoiceField(help_text="The measure has its name.")

    def __init__(self, *args: Any, models: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["model"].choices = [(name, name) for name in models]  # type: ignore[attr-defined]
