"""Form for dividing, marking and extending a searched text."""

from typing import Any

from django import forms

from alignment.imports.forms import TOKENS
from annotation_site.web.choices import explain
from evaluation.finding.models import Finding
from evaluation.training_text.jobs.texts import ACCEPTED, NOT_REJECTED
from evaluation.training_text.services import MOST_SEED, MOST_TIMES

HITS = [
    (NOT_REJECTED, explain("All except rejected hits", "Includes unreviewed hits.")),
    (ACCEPTED, explain("Accepted hits", "Pairs with other hits are treated as pairs without expressions.")),
]
CONDITIONS = [
    ("", explain("No split", "The whole text is training data.")),
    ("zero", explain("Zero", "Half of the pairs of each expression for testing; the other half is excluded.")),
    ("joint", explain("Joint", "Half for testing, half for training.")),
    ("upsampled", explain("Up-sampled", "Half for testing, half repeated for training.")),
]
MARKINGS = [
    ("", explain("None", "Text as it is.", "angry and walked off")),
    ("spaces", explain("Words with spaces", "Each expression is one word.", "angry and walked_off")),
    (
        "factors",
        explain(
            "Factors",
            "Word, lemma, and B or I for words of an expression.",
            "angry|angry|O and|and|O walked|walk_off|B off|walk_off|I",
        ),
    ),
]


class TrainingFilesForm(forms.Form):
    """Options of training files, apart from the text."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)
    hits = forms.ChoiceField(label="Hits to use", choices=HITS, initial=NOT_REJECTED, widget=forms.RadioSelect)
    condition = forms.ChoiceField(
        label="Train and test", choices=CONDITIONS, initial="", required=False, widget=forms.RadioSelect
    )
    times = forms.IntegerField(label="Repetitions for upsampling", min_value=1, max_value=MOST_TIMES, initial=20)
    seed = forms.IntegerField(
        min_value=0, max_value=MOST_SEED, initial=0, help_text="The same seed gives the same split."
    )
    marking = forms.ChoiceField(
        label="Marking of expressions", choices=MARKINGS, initial="", required=False, widget=forms.RadioSelect
    )
    tokens = forms.ChoiceField(label="Tokenisation", choices=TOKENS, initial="spaces", widget=forms.RadioSelect)
    dictionary = forms.FileField(
        required=False,
        max_length=255,
        help_text="One expression, tab and translations separated by semicolons per line.",
    )
    back_source = forms.FileField(
        required=False,
        max_length=255,
        label="Back-translated text: source side",
        help_text="Machine translation of the target text.",
    )
    back_target = forms.FileField(
        required=False,
        max_length=255,
        label="Back-translated text: target side",
        help_text="Line-aligned with the source side.",
    )

    def __init__(self, *args: Any, finding: Finding, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if finding.side == Finding.Side.TARGET:
            del self.fields["marking"]

    def clean(self) -> dict[str, Any]:
        """Require both sides of back-translated text, or neither."""
        fields = super().clean() or {}
        if bool(fields.get("back_source")) != bool(fields.get("back_target")):
            self.add_error("back_target", "Choose both sides of the back-translated text, or neither.")
        return fields
