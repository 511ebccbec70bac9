"""The form that proposes candidates."""

from typing import Any

from django import forms

from annotation_site.previews.forms import PreviewForm
from annotation_site.web.choices import explain
from expressions.candidates.proposals import MOST_GAP, USUAL_GAP
from expressions.imports.services import FORMATS

SOURCES = [
    ("lexicon", explain("Lexicon", "Solved cases, and expressions of the gold standard so far.")),
    ("corpus", explain("Other corpus", "Expressions of an annotated file, found by their lemmas.")),
    ("marks", explain("Marks of the same text", "As a machine or an earlier annotation made them.")),
]


class CandidateForm(PreviewForm):
    """A source, and how candidates are found and shown."""

    source = forms.ChoiceField(choices=SOURCES, widget=forms.RadioSelect, initial="lexicon")
    file = forms.FileField(
        required=False, max_length=255, help_text=f"For the last two: {', '.join(FORMATS.values())}."
    )
    gap = forms.IntegerField(
        label="Words between",
        min_value=0,
        max_value=MOST_GAP,
        initial=USUAL_GAP,
        help_text="Largest number of other words between the words of a known expression.",
    )
    control_share = forms.IntegerField(
        label="Control passages (%)",
        min_value=0,
        max_value=100,
        initial=10,
        help_text="Their annotators see no candidates, so that you can measure how candidates influence the others.",
    )

    def clean(self) -> dict[str, Any]:
        """Require a file where the source is one."""
        fields = super().clean() or {}
        file = fields.get("file")
        if fields.get("source") in ("corpus", "marks") and file is None:
            self.add_error("file", "Choose the annotated file.")
        return fields

    def service_arguments(self) -> dict[str, Any]:
        """Return the arguments of the service, from a valid form; the lexicon needs no file, even if one was chosen."""
        fields = dict(self.cleaned_data)
        return {**fields, "file": None} if fields["source"] == "lexicon" else fields
