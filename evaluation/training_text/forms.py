"""Form for dividing, marking and extending a searched text."""

from typing import Any

from django import forms

from alignment.imports.forms import TOKENS
from annotation_site.web.choices import explain
from evaluation.finding.models import Finding
from evaluation.training_text.services import MOST_SEED, MOST_TIMES
from evaluation.training_text.texts import ACCEPTED, NOT_REJECTED

HITS = [
    (NOT_REJECTED, explain("All that are not rejected", "Also those that nobody has reviewed.")),
    (ACCEPTED, explain("Accepted ones", "Pairs with other hits are pairs like any other.")),
]
CONDITIONS = [
    ("", explain("Do not divide", "The whole text is to be trained on.")),
    ("zero", explain("Zero", "Half of the pairs of each expression to test on; the other half is left out.")),
    ("joint", explain("Joint", "Half to test on, half to train on once.")),
    ("upsampled", explain("Up-sampled", "Half to test on, half to train on, repeated.")),
]
MARKS = [
    ("", explain("None", "The text as it is.", "angry and walked off")),
    ("spaces", explain("Words with spaces", "An expression is one word.", "angry and walked_off")),
    (
        "factors",
        explain(
            "Factors",
            "Word, lemma, and whether an expression begins or goes on.",
            "angry|angry|O and|and|O walked|walk_off|B off|walk_off|I",
        ),
    ),
]


class TrainingFilesForm(forms.Form):
    """Everything beside the text itself."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)
    hits = forms.ChoiceField(label="Hits that count", choices=HITS, initial=NOT_REJECTED, widget=forms.RadioSelect)
    condition = forms.ChoiceField(
        label="Train and test", choices=CONDITIONS, initial="", required=False, widget=forms.RadioSelect
    )
    times = forms.IntegerField(label="Times, when up-sampled", min_value=1, max_value=MOST_TIMES, initial=20)
    seed = forms.IntegerField(
        min_value=0, max_value=MOST_SEED, initial=0, help_text="The same seed divides in the same way again."
    )
    mark = forms.ChoiceField(
        label="Marks of expressions", choices=MARKS, initial="", required=False, widget=forms.RadioSelect
    )
    tokens = forms.ChoiceField(label="How words are split", choices=TOKENS, initial="spaces", widget=forms.RadioSelect)
    dictionary = forms.FileField(
        required=False, max_length=255, help_text="An expression, a tab, and its translations parted by semicolons."
    )
    back_source = forms.FileField(
        required=False,
        max_length=255,
        label="Back-translated source",
        help_text="What a system made of the target text.",
    )
    back_target = forms.FileField(required=False, max_length=255, label="Its target text", help_text="Line by line.")

    def __init__(self, *args: Any, finding: Finding, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if finding.side == Finding.Side.TARGET:
            del self.fields["mark"]

    def clean(self) -> dict[str, Any]:
        """Back-translated text has two sides."""
        fields = super().clean() or {}
        if bool(fields.get("back_source")) != bool(fields.get("back_target")):
            self.add_error("back_target", "Give both sides of the back-translated text, or neither.")
        return fields
