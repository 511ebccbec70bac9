"""The settings of a word alignment project."""

from typing import Any

from django import forms

from alignment.pairs.models import AlignmentSettings
from annotation_site.projects.forms import (
    OTHER,
    LanguageField,
    ProjectForm,
    language_tag,
    order_of_items,
    people_for_each_item,
)
from annotation_site.projects.models import Project
from annotation_site.web.choices import explain

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


class AlignmentForm(ProjectForm):
    """Settings of a word alignment project."""

    noun = "pair"
    guideline_help = "They stand beside every pair; each change becomes a version of its own."
    fixed = ("source_language", "target_language", "scope")
    later = ("suggestion_control_share", "shows_feedback", "training_threshold", "training_tries", "check_share")
    beside = (*ProjectForm.beside, "source_tag", "target_tag")

    source_language = LanguageField(has_other=True)
    target_language = LanguageField(has_other=True)
    source_tag = language_tag("Tag of the source")
    target_tag = language_tag("Tag of the target")
    scope = forms.ChoiceField(
        label="What is aligned", choices=SCOPES, initial=AlignmentSettings.Scope.FULL, widget=forms.RadioSelect
    )
    annotators_per_item = people_for_each_item(
        "Annotators for each pair",
        initial=2,
        help_text="They work without seeing each other. Two or more are needed to measure agreement.",
    )
    spread = order_of_items("Order of pairs", SPREADS, initial=Project.Spread.OVERLAP)
    gold_policy = forms.ChoiceField(
        label="From readings to gold",
        choices=POLICIES,
        initial=AlignmentSettings.GoldPolicy.WAGS,
        widget=forms.RadioSelect,
        help_text="What counts where readings differ and the adjudicator has not decided.",
    )
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

    def clean(self) -> dict[str, Any]:
        """Put a typed tag in the place of “Other…”."""
        fields = super().clean() or {}
        for side in ("source", "target"):
            tag = fields.pop(f"{side}_tag", "")
            if fields.get(f"{side}_language") == OTHER and f"{side}_tag" not in self.errors:
                if tag:
                    fields[f"{side}_language"] = tag
                else:
                    self.add_error(f"{side}_tag", "Write the tag of the language, or choose one of the list.")
        return fields
