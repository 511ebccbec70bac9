"""The settings of a compositionality project."""

from typing import Any

from django import forms

from annotation_site.projects.contested import tell_present
from annotation_site.projects.forms import LanguageField, ProjectForm, order_of_items, people_for_each_item
from annotation_site.projects.models import Project
from annotation_site.web.choices import explain
from idiomaticity.projects.forms.questions import ExtraQuestionSet, ScaleForm, make_extra_questions
from idiomaticity.projects.models import IdiomaticitySettings
from idiomaticity.projects.wording import LONGEST, NAMES, find_fault_in_wording
from idiomaticity.scales.judgements import SCALES
from idiomaticity.scales.score_scale import ScoreScale, write_labels

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
    "head_low": "At the lowest score",
    "head_high": "At the highest score",
    "modifier_question": "Question about the modifier",
    "modifier_low": "At the lowest score",
    "modifier_high": "At the highest score",
    "whole_question": "Question about the whole compound",
    "whole_low": "At the lowest score",
    "whole_high": "At the highest score",
    "cannot_judge": "Answer “cannot judge”",
    "paraphrase_question": "Question for paraphrases",
}


class IdiomaticityForm(ProjectForm):
    """Settings of a compositionality project; once it exists also the questions, as long as nobody has answered one."""

    guideline_help = "Annotators can open them beside every sentence; each change becomes a version."
    fixed = ("language", "level")
    later = (*ProjectForm.later, "score_control_share")
    withheld = ("score_control_share",)

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
    score_control_share = forms.IntegerField(
        label="Share of items rated without a machine’s scores (%)",
        min_value=5,
        max_value=95,
        required=False,
        help_text="Control items, drawn for each rater, where raters see a machine’s scores. You cannot change this "
        "after the first item with scores is assigned.",
    )
    # Pages ask for each text, and each part of a scale, by itself.
    wording = forms.JSONField(initial=dict[str, str]())
    scale = forms.JSONField(initial=dict[str, Any]())
    extra_questions = forms.JSONField(initial=list[Any]())

    def __init__(self, *args: Any, is_new: bool = True, why_fixed: str = "", **more: Any) -> None:
        """Prepare the form; `why_fixed` says why the questions can no longer change."""
        super().__init__(*args, is_new=is_new, **more)
        self.why_fixed = why_fixed
        self.scale_form: ScaleForm | None = None
        self.extra_forms: ExtraQuestionSet | None = None
        for name in ("wording", "scale", "extra_questions"):
            del self.fields[name]
        if is_new:
            return
        if why_fixed:
            self.remember_opening()
            return
        for name in NAMES:
            self.fields[name] = forms.CharField(
                label=LABELS[name],
                max_length=LONGEST,
                initial=self.initial["wording"][name],
                validators=[_validate_wording],
            )
        data = self.data if self.is_bound else None
        self.scale_form = ScaleForm.of(ScoreScale.from_json(self.initial["scale"]), data)
        self.extra_forms = make_extra_questions(self.initial["extra_questions"], data)

    def is_valid(self) -> bool:
        """Return whether the settings and the questions beside them are valid; each shows its own faults."""
        parts = [part.is_valid() for part in (self.scale_form, self.extra_forms) if part is not None]
        if not all(parts):
            self.add_error(None, "The questions were not saved. Correct the fields below.")
        return super().is_valid() and all(parts)

    def read_settings(self) -> dict[str, Any]:
        """Return the settings entered, with the texts as one setting."""
        fields = super().read_settings()
        wording = {name: fields.pop(name) for name in NAMES if name in fields}
        if self.scale_form is None or self.extra_forms is None:
            return fields
        extra = [form.cleaned_data["extra_question"].to_json() for form in self.extra_forms.ordered_forms]
        scale = self.scale_form.cleaned_data["scale"].to_json()
        return {**fields, "wording": wording, "scale": scale, "extra_questions": extra}

    def list_rest(self) -> list[forms.BoundField]:
        """Return the fields that stand beside the questions, whose texts have rows of their own."""
        return [field for field in super().list_rest() if field.name not in NAMES]

    def show_present_part(self, part: str, value: Any) -> None:
        """Say it at the text, or at the part of the scale; the extra questions have no one field."""
        name, _, key = part.partition(".")
        if name == "wording":
            super().show_present_part(key, value)
        elif name == "scale" and self.scale_form is not None:
            shown = write_labels({int(score): text for score, text in value.items()}) if key == "labels" else value
            self.scale_form.add_error(key, tell_present(self.scale_form.fields[key], shown))
        elif name == "extra_questions":
            questions = "; ".join(f"{question['name']}: {question['question']}" for question in value)
            present = tell_present(self.fields["name"], questions)
            self.add_error(None, f"Extra questions: {present[0].lower()}{present[1:]}")
        else:
            super().show_present_part(part, value)

    def clean_score_control_share(self) -> int:
        """Return the share as it is where none was sent."""
        share: int | None = self.cleaned_data["score_control_share"]
        return self.initial["score_control_share"] if share is None else share

    def word_rows(self) -> list[list[forms.BoundField]]:
        """Return the texts as they stand together: a question with its two ends."""
        rows = []
        for scale in SCALES:
            rows.append([self[f"{scale}_question"], self[f"{scale}_low"], self[f"{scale}_high"]])
        return [*rows, [self["paraphrase_question"], self["cannot_judge"]]]


def _validate_wording(text: str) -> None:
    if fault := find_fault_in_wording(text):
        raise forms.ValidationError(fault)
