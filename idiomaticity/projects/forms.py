"""What starting a project of compositionality, and its settings, take in."""

from typing import Any

from django import forms

from annotation_site.projects.models import Project
from annotation_site.projects.services.projects import LONGEST_GUIDELINE
from annotation_site.texts.languages import LANGUAGE_CHOICES
from annotation_site.web.choices import explain
from idiomaticity.compounds.models import IdiomaticitySettings
from idiomaticity.projects.wording import LONGEST, NAMES, Wording, find_fault_in_wording
from idiomaticity.ratings.judgements import SCALES

LEVELS = [
    ("token", explain("Each sentence by itself", "Token level: a compound may mean one thing here and another there.")),
    ("type", explain("Each compound as such", "Type level: all its sentences are shown together, with one judgement.")),
]
SPREADS = [
    ("even", explain("Evenly", "Everything is rated once before anything is rated a second time.")),
    ("overlap", explain("Finish what is begun", "Sentences get all their ratings soon, so agreement shows early.")),
]
LABELS = {
    "head_question": "Question about the head",
    "head_low": "At 0",
    "head_high": "At 5",
    "modifier_question": "Question about the modifier",
    "modifier_low": "At 0",
    "modifier_high": "At 5",
    "whole_question": "Question about the whole",
    "whole_low": "At 0",
    "whole_high": "At 5",
    "cannot_judge": "For those who cannot tell",
    "paraphrase_question": "Question for paraphrases",
}


class SharedSettingsForm(forms.Form):
    """What can be set at the start and changed later."""

    name = forms.CharField(max_length=120)
    description = forms.CharField(
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="For its members, in Markdown.",
    )
    annotators_per_item = forms.IntegerField(
        label="Ratings for each sentence",
        min_value=1,
        max_value=50,
        initial=10,
        help_text="By so many different people. The published studies have 10, or 5 where people were few.",
    )
    spread = forms.ChoiceField(label="Order", choices=SPREADS, initial=Project.Spread.EVEN, widget=forms.RadioSelect)


class ProjectForm(SharedSettingsForm):
    """A new project; `request_id` makes sending it twice harmless."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)
    language = forms.ChoiceField(
        choices=[("", "Choose…"), *LANGUAGE_CHOICES],
        help_text="Of the compounds. It decides which word is the head, and in which words people are asked.",
    )
    level = forms.ChoiceField(
        label="What is rated", choices=LEVELS, initial=IdiomaticitySettings.Level.TOKEN, widget=forms.RadioSelect
    )
    guideline = forms.CharField(
        label="Guidelines",
        required=False,
        max_length=LONGEST_GUIDELINE,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text="In Markdown. Annotators can open them beside every sentence; each change becomes a version.",
    )


class SettingsForm(SharedSettingsForm):
    """Settings of a project at work, with the words in which people are asked."""

    def __init__(self, *args: Any, is_begun: bool, wording: Wording, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if is_begun:
            wanted = self.fields["annotators_per_item"]
            wanted.disabled = True
            wanted.help_text = "Fixed since the first sentence was given out: sentences must be comparable."
        for name in NAMES:
            self.fields[name] = forms.CharField(
                label=LABELS[name], max_length=LONGEST, initial=getattr(wording, name), validators=[_validate_wording]
            )

    def read_settings(self) -> dict[str, Any]:
        """Arguments of `change_rating_settings`."""
        fields = dict(self.cleaned_data)
        return {"wording": {name: fields.pop(name) for name in NAMES}, **fields}

    def word_rows(self) -> list[list[forms.BoundField]]:
        """The texts as they stand together: a question with its two ends."""
        rows = [[self[f"{scale}_{part}"] for part in ("question", "low", "high")] for scale in SCALES]
        return [*rows, [self["paraphrase_question"], self["cannot_judge"]]]


def _validate_wording(text: str) -> None:
    if fault := find_fault_in_wording(text):
        raise forms.ValidationError(fault)
