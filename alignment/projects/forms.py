"""A new project, and its settings later."""

from typing import Any

from django import forms
from django.core.validators import RegexValidator

from alignment.pairs.models import AlignmentSettings
from annotation_site.projects.models import Project
from annotation_site.texts.languages import LANGUAGE_CHOICES, TAG_PATTERN
from annotation_site.web.choices import explain

LONGEST_GUIDELINE = 100_000
OTHER = "other"
OTHER_LANGUAGES = [("", "Choose…"), *LANGUAGE_CHOICES, (OTHER, "Other…")]


SCOPES = [
    ("full", explain("Full text", "Every word gets a link, or a mark that it has no counterpart.")),
    ("target_words", explain("Target words", "Only words you list at import; pairs without any of them are left out.")),
]


POLICIES = [
    ("wags", explain("WAGS", "A link that all drew with the same label keeps it; what stays open becomes Possible.")),
    ("och-ney", explain("Och & Ney", "Sure where everybody says Sure; Possible for all else that anyone drew.")),
    ("majority", explain("Majority", "What more than half drew counts. Needs three or more annotators for each pair.")),
]


SPREADS = [
    ("overlap", explain("Finish begun pairs first", "Pairs get all their readings soon, so agreement shows early.")),
    ("even", explain("Cover all pairs first", "Every pair is read once before any is read a second time.")),
]


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
        label="Annotators for each pair",
        min_value=1,
        max_value=50,
        initial=2,
        help_text="They work without seeing each other. Two or more are needed to measure agreement.",
    )
    spread = forms.ChoiceField(
        label="Order of pairs", choices=SPREADS, initial=Project.Spread.OVERLAP, widget=forms.RadioSelect
    )
    gold_policy = forms.ChoiceField(
        label="From readings to gold",
        choices=POLICIES,
        initial=AlignmentSettings.GoldPolicy.WAGS,
        widget=forms.RadioSelect,
        help_text="What counts where readings differ and the adjudicator has not decided.",
    )


def _other_language(label: str) -> forms.CharField:
    return forms.CharField(
        label=label,
        required=False,
        max_length=35,
        validators=[RegexValidator(TAG_PATTERN, "Write a tag such as grc, quz or ar-EG.")],
        widget=forms.TextInput(attrs={"spellcheck": "false", "autocapitalize": "off"}),
        help_text="Its BCP 47 tag, such as quz or ar-EG.",
    )


class ProjectForm(SharedSettingsForm):
    """A new project; `request_id` makes sending it twice harmless."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)
    source_language = forms.ChoiceField(choices=OTHER_LANGUAGES)
    target_language = forms.ChoiceField(choices=OTHER_LANGUAGES)
    source_tag = _other_language("Tag of the source")
    target_tag = _other_language("Tag of the target")
    scope = forms.ChoiceField(
        label="What is aligned", choices=SCOPES, initial=AlignmentSettings.Scope.FULL, widget=forms.RadioSelect
    )
    guideline = forms.CharField(
        label="Guidelines",
        required=False,
        max_length=LONGEST_GUIDELINE,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text="In Markdown. They stand beside every pair; each change becomes a version of its own.",
    )

    def clean(self) -> dict[str, Any]:
        """A typed tag takes the place of “Other…”."""
        fields = super().clean() or {}
        for side in ("source", "target"):
            tag = fields.pop(f"{side}_tag", "")
            if fields.get(f"{side}_language") == OTHER and f"{side}_tag" not in self.errors:
                if tag:
                    fields[f"{side}_language"] = tag
                else:
                    self.add_error(f"{side}_tag", "Write the tag of the language, or choose one of the list.")
        return fields


class SettingsForm(SharedSettingsForm):
    """Settings of a project at work; how many read a pair is fixed once the first pair is given out."""

    suggestion_control_share = forms.IntegerField(
        label="Control pairs, in per cent",
        min_value=0,
        max_value=100,
        required=False,
        help_text="So many pairs are shown without their suggestions, so that both can be compared. Fixed once a pair "
        "with suggestions is given out.",
    )

    shows_feedback = forms.BooleanField(
        label="Feedback to annotators",
        required=False,
        help_text="When a pair is adjudicated, each annotator sees their own reading of it beside the gold standard, "
        "with the adjudicator’s notes, and may dispute a link. Nobody sees what others read.",
    )
    training_threshold = forms.IntegerField(
        label="Training is passed with, in per cent",
        min_value=0,
        max_value=100,
        required=False,
        help_text="Agreement (AGR, link and label) with the gold of the training set. Used once there is a set.",
    )
    training_tries = forms.IntegerField(label="Tries at the training set", min_value=1, max_value=50, required=False)
    check_share = forms.IntegerField(
        label="Silent checks, in per cent",
        min_value=0,
        max_value=50,
        required=False,
        help_text="So many of the pairs given out are pairs with known gold, which look like any other. They count in "
        "nothing but quality.",
    )

    def __init__(self, *args: Any, is_begun: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if is_begun:
            self.fields["annotators_per_item"].disabled = True
            self.fields[
                "annotators_per_item"
            ].help_text = "Fixed since the first pair was given out: pairs must be comparable."
