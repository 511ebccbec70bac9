"""The settings of a word alignment project."""

from django import forms

from alignment.projects.models import AlignmentSettings
from annotation_site.projects.forms import (
    LanguageField,
    ProjectForm,
    feedback_to_annotators,
    order_of_items,
    people_for_each_item,
)
from annotation_site.projects.models import Project
from annotation_site.web.choices import explain

SCOPES = [
    ("full", explain("Full text", "Every word gets a link or is marked as no counterpart.")),
    (
        "target_words",
        explain(
            "Target words", "Only words that you list when importing text. Pairs without these words are left out."
        ),
    ),
]


POLICIES = [
    ("wags", explain("WAGS", "Links with the same label in all readings keep it; open disagreements become Possible.")),
    ("och-ney", explain("Och & Ney", "Links that are Sure in all readings are Sure; all other links are Possible.")),
    (
        "majority",
        explain("Majority", "Links in more than half of the readings count. Needs three or more annotators per pair."),
    ),
]


SPREADS = [
    (
        "overlap",
        explain("Finish started pairs first", "Pairs get all their readings early, so you can measure agreement soon."),
    ),
    ("even", explain("Cover all pairs first", "Every pair gets one reading before any gets a second.")),
    (
        "priority",
        explain(
            "Doubtful pairs first",
            "New pairs come in the order of the aligner’s doubt, pairs with one reading in the order of its difference "
            "from the suggestions. Started pairs are finished first. Needs suggestions with confidence.",
        ),
    ),
]


class AlignmentForm(ProjectForm):
    noun = "pair"
    guideline_help = "Shown beside every pair. Each change creates a new version."
    fixed = ("source_language", "target_language", "scope")
    later = (
        *ProjectForm.later,
        "suggestion_control_share",
        "shows_feedback",
        "training_threshold",
        "training_attempts",
        "check_share",
    )
    withheld = ("suggestion_control_share", "training_threshold", "check_share")

    source_language = LanguageField()
    target_language = LanguageField()
    scope = forms.ChoiceField(
        label="Scope", choices=SCOPES, initial=AlignmentSettings.Scope.FULL, widget=forms.RadioSelect
    )
    annotators_per_item = people_for_each_item(
        "Annotators per pair",
        initial=2,
        help_text="They work independently. You need two or more to measure agreement.",
    )
    spread = order_of_items("Order of pairs", SPREADS, initial=Project.Spread.OVERLAP)
    gold_policy = forms.ChoiceField(
        label="Gold policy",
        choices=POLICIES,
        initial=AlignmentSettings.GoldPolicy.WAGS,
        widget=forms.RadioSelect,
        help_text="Settles disagreements that the adjudicator has not decided.",
    )
    suggestion_control_share = forms.IntegerField(
        label="Share of pairs shown without suggestions (%)",
        min_value=0,
        max_value=100,
        required=False,
        help_text="Control pairs, for comparison. You cannot change this after the first pair "
        "with suggestions is assigned.",
    )
    shows_feedback = feedback_to_annotators(
        help_text="Annotators can compare their own readings with the gold standard of adjudicated pairs, see "
        "the adjudicator’s notes and dispute links. They do not see other readings.",
    )
    training_threshold = forms.IntegerField(
        label="Training pass mark (%)",
        min_value=0,
        max_value=100,
        required=False,
        help_text="Agreement (AGR, link and label) with the gold of the training set.",
    )
    training_attempts = forms.IntegerField(label="Training attempts", min_value=1, max_value=50, required=False)
    check_share = forms.IntegerField(
        label="Share of check pairs (%)",
        min_value=0,
        max_value=50,
        required=False,
        help_text="Pairs with known gold, mixed into the work. Annotators cannot recognise them. They count only "
        "for annotator quality.",
    )
