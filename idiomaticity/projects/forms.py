"""The settings of a compositionality project."""

from typing import Any

from django import forms

from annotation_site.projects.forms import LanguageField, ProjectForm, order_of_items, people_for_each_item
from annotation_site.projects.models import Project
from annotation_site.web.choices import explain
from idiomaticity.compounds.models import IdiomaticitySettings
from idiomaticity.projects.wording import LONGEST, NAMES, find_fault_in_wording
from idiomaticity.ratings.judgements import SCALES

LEVELS = [
    ("token", explain("Sentences rated separately", "Token level: ratings can differ between sentences.")),
    (
        "type",
        explain("Compounds with all sentences", "Type level: one rating per compound, with all its sentences shown."),
    ),
    ("both", explain("Both", "Annotators rate each sentence, and each compound with all its sentences.")),
]
SPREADS = [
    ("even", explain("Cover all items first", "Every item gets one rating before any gets a second.")),
    (
        "overlap",
        explain("Finish started items first", "Items get all their ratings early, so you can measure agreement soon."),
    ),
]
LABELS = {
    "head_question": "Question about the head",
    "head_low": "At 0",
    "head_high": "At 5",
    "modifier_question": "Question about the modifier",
    "modifier_low": "At 0",
    "modifier_high": "At 5",
    "whole_question": "Question about the whole compound",
    "whole_low": "At 0",
    "whole_high": "At 5",
    "cannot_judge": "Answer “cannot judge”",
    "paraphrase_question": "Question for paraphrases",
}


class IdiomaticityForm(ProjectForm):
    """Settings of a compositionality project; once it exists also the words in which people are asked."""

    guideline_help = "Annotators can open them beside every sentence; each change becomes a version."
    fixed = ("language", "level")

    language = LanguageField(
        help_text="Language of the compounds. Determines the position of the head and the default questions."
    )
    level = forms.ChoiceField(
        label="Level", choices=LEVELS, initial=IdiomaticitySettings.Level.TOKEN, widget=forms.RadioSelect
    )
    annotators_per_item = people_for_each_item(
        "Ratings per item",
        initial=10,
        help_text="By different annotators. Published studies used 10, or 5 where annotators were few.",
    )
    spread = order_of_items("Order", SPREADS, initial=Project.Spread.EVEN)
    # Pages ask for each text by itself.
    wording = forms.JSONField(initial=dict[str, str]())

    def __init__(self, *args: Any, is_new: bool = True, **more: Any) -> None:
        super().__init__(*args, is_new=is_new, **more)
        del self.fields["wording"]
        for name in () if is_new else NAMES:
            self.fields[name] = forms.CharField(
                label=LABELS[name],
                max_length=LONGEST,
                initial=self.initial["wording"][name],
                validators=[_validate_wording],
            )

    def read_settings(self) -> dict[str, Any]:
        """Return the settings entered, with the texts as one setting."""
        fields = super().read_settings()
        wording = {name: fields.pop(name) for name in NAMES if name in fields}
        return {**fields, "wording": wording} if wording else fields

    def word_rows(self) -> list[list[forms.BoundField]]:
        """Return the texts as they stand together: a question with its two ends."""
        rows = [[self[f"{scale}_{part}"] for part in ("question", "low", "high")] for scale in SCALES]
        return [*rows, [self["paraphrase_question"], self["cannot_judge"]]]


def _validate_wording(text: str) -> None:
    if fault := find_fault_in_wording(text):
        raise forms.ValidationError(fault)
