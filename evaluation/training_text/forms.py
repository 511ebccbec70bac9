"""Form for dividing, marking and extending a searched text."""

from typing import Any

from django import forms

from alignment.imports.forms import TOKENS
from annotation_site.web.choices import explain
from evaluation.finding.models import Finding
from evaluation.training_text.jobs.texts import ACCEPTED, NOT_REJECTED
from evaluation.training_text.services import (
    DEFAULT_PIECES,
    FEWEST_PIECES,
    MOST_PIECES,
    MOST_SEED,
    MOST_TIMES,
)
from expressions.training_text.lengths import MOST_RATIO, MOST_WORDS

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
SUBWORDS = [
    ("", explain("None", "Words only.")),
    ("bpe", explain("BPE", "The most frequent neighbours are joined, again and again.", "▁un believ able")),
    ("unigram", explain("Unigram", "The most probable pieces, as in Baziotis et al. 2023.", "▁un believ able")),
]


class AdditionalDataForm(forms.Form):
    """Data added to a text: a dictionary, and back-translated sentences."""

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


class TrainingFilesForm(AdditionalDataForm):
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
    most_words = forms.IntegerField(
        label="Longest sentence (words)",
        required=False,
        min_value=1,
        max_value=MOST_WORDS,
        help_text="Pairs with a longer side are left out, also for testing. Baziotis et al. 2023: 80.",
    )
    length_ratio = forms.FloatField(
        label="Largest length ratio",
        required=False,
        min_value=1,
        max_value=MOST_RATIO,
        help_text="Of the longer side to the shorter, in words. Baziotis et al. 2023: 1.5.",
    )
    subwords = forms.ChoiceField(
        label="Pieces of words", choices=SUBWORDS, initial="", required=False, widget=forms.RadioSelect
    )
    pieces = forms.IntegerField(
        label="Number of pieces",
        min_value=FEWEST_PIECES,
        max_value=MOST_PIECES,
        initial=DEFAULT_PIECES,
        required=False,
        help_text="Of both languages together. A small text has fewer.",
    )

    def __init__(self, *args: Any, finding: Finding, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if finding.side == Finding.Side.TARGET:
            del self.fields["marking"]

    def clean(self) -> dict[str, Any]:
        """Require both sides of back-translated text, or neither; refuse pieces of words with factors."""
        fields = super().clean() or {}
        if bool(fields.get("back_source")) != bool(fields.get("back_target")):
            self.add_error("back_target", "Choose both sides of the back-translated text, or neither.")
        if fields.get("subwords") and fields.get("marking") == "factors":
            self.add_error(
                "subwords", "Words with factors cannot be cut into pieces. Choose another marking, or no pieces."
            )
        return fields
