"""Links to suggest: those of a file, or those of an aligner."""

from typing import Any

from django import forms

from alignment.formats.forms import LinkFileForm
from alignment.suggestions.jobs.suggesting import ALL_PAIRS, NEW_PAIRS
from annotation_site.web.choices import explain


class SuggestionsForm(LinkFileForm):
    """Links to suggest; `request_id` makes repeated submissions harmless."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].help_text = "One line per sentence pair, in the order of the project."


PAIRS = [
    (
        ALL_PAIRS,
        explain(
            "All pairs", "Learns from the whole text, if the aligner learns. Assigned pairs keep their suggestions."
        ),
    ),
    (NEW_PAIRS, explain("New pairs", "Only pairs without suggestions; eflomal takes the priors that it has learnt.")),
]


class AlignerForm(forms.Form):
    """The aligner and its pairs; `request_id` makes repeated submissions harmless."""

    prefix = "aligner"

    request_id = forms.UUIDField(widget=forms.HiddenInput)
    aligner = forms.ChoiceField(label="Aligner")
    pairs = forms.ChoiceField(label="Align", choices=PAIRS, widget=forms.RadioSelect, initial=ALL_PAIRS)
    source_text = forms.FileField(
        label="Training text",
        required=False,
        max_length=255,
        help_text="For aligners that learn: a larger text gives better links.",
    )
    target_text = forms.FileField(
        required=False,
        max_length=255,
        help_text="Both: one sentence per line, words separated by spaces, line for line.",
    )

    def __init__(
        self, *args: Any, aligners: list[str], can_align_new: bool, source: str, target: str, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        which = self.fields["aligner"]
        assert isinstance(which, forms.ChoiceField)
        which.choices = [(name, name) for name in aligners]
        if len(aligners) == 1:
            which.widget = forms.HiddenInput()
            which.initial = aligners[0]
        if not can_align_new:
            self.fields["pairs"].widget = forms.HiddenInput()
        self.fields["source_text"].label = f"Training text, {source}"
        self.fields["target_text"].label = f"Training text, {target}"


class LearningForm(forms.Form):
    """The request to learn, which repeated submissions do not repeat."""

    prefix = "learning"

    request_id = forms.UUIDField(widget=forms.HiddenInput)
