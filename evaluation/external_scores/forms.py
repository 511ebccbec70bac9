"""Form for uploading scores of a measure computed elsewhere."""

from typing import Any

from django import forms

from annotation_site.previews.forms import PreviewForm
from annotation_site.web.names import NameField
from evaluation.measures.kinds.external import LONGEST_NAME
from evaluation.test_sets.models import TestSet


class ExternalScoresForm(PreviewForm):
    """A named measure and a file of its scores, whose format is detected."""

    name = NameField(label="Measure", max_length=LONGEST_NAME, help_text="Such as “COMET-22”.")
    file = forms.FileField(
        max_length=255,
        help_text="JSON of comet-score, with the errors found by xCOMET; JSON Lines of MetricX; a score file of "
        "mt-metrics-eval; a table (spreadsheet, CSV, JSON) with one column per system, or with the columns system, "
        "segment and score; or one number per line and segment, with empty lines for missing scores.",
    )
    system = forms.ChoiceField(required=False, help_text="For files that do not name their systems.")
    lower_is_better = forms.BooleanField(
        required=False, label="A lower score is better", help_text="Such as errors predicted by MetricX."
    )

    def __init__(self, *args: Any, test_set: TestSet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = test_set.translations.order_by("pk").values_list("system__name", flat=True)
        self.fields["system"].choices = [("", "none"), *((name, name) for name in names)]  # type: ignore[attr-defined]

    def service_arguments(self) -> dict[str, Any]:
        """Return the arguments of `request_external_scores_preview` beside the upload; the form must be valid."""
        return {name: value for name, value in self.cleaned_data.items() if name != "file"}
