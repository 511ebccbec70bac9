"""Form for uploading segment scores of a measure computed elsewhere."""

from typing import Any

from django import forms

from evaluation.measures.kinds.external import LONGEST_NAME
from evaluation.test_sets.models import TestSet


class ExternalScoresForm(forms.Form):
    """A named measure and a file of its scores."""

    name = forms.CharField(label="Measure", max_length=LONGEST_NAME, help_text="Such as “COMET-22”.")
    file = forms.FileField(
        max_length=255,
        help_text="One number per line and segment, with empty lines for missing scores; or a table (xlsx, csv, tsv, "
        "jsonl) with one column per system.",
    )
    system = forms.ChoiceField(
        required=False, help_text="For files with one line per segment. Tables have the names as columns."
    )
    lower_is_better = forms.BooleanField(required=False, label="A lower score is better")

    def __init__(self, *args: Any, test_set: TestSet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = test_set.translations.order_by("pk").values_list("system__name", flat=True)
        self.fields["system"].choices = [("", "none"), *((name, name) for name in names)]  # type: ignore[attr-defined]

    def service_arguments(self) -> dict[str, Any]:
        """Return the arguments of `add_external_scores`; the form must be valid."""
        return {**self.cleaned_data, "file_name": self.cleaned_data["file"].name}
