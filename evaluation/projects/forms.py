"""The settings of a project of translation evaluation."""

from django import forms

from annotation_site.projects.forms import (
    LanguageField,
    ProjectForm,
    feedback_to_annotators,
    order_of_items,
    people_for_each_item,
)
from annotation_site.projects.models import Project
from annotation_site.web.choices import explain

SPREADS = [
    (
        "overlap",
        explain(
            "Finish started items first",
            "Expressions get all their judgements early, so you can measure agreement soon.",
        ),
    ),
    ("even", explain("Cover all items first", "Every expression gets one judgement before any gets a second.")),
]


class EvaluationForm(ProjectForm):
    """Settings of a translation evaluation project; each judging round sets its own number of judges."""

    guideline_help = "Annotators can open them beside every expression; each change becomes a version."
    fixed = ("source_language", "target_language", "annotators_per_item")
    later = (*ProjectForm.later, "mixes_rounds", "shows_feedback")

    source_language = LanguageField(help_text="Language of the source sentences.")
    target_language = LanguageField(help_text="Language of references and system outputs.")
    annotators_per_item = people_for_each_item(
        "Annotators per expression",
        initial=3,
        help_text="Default for new judging rounds. You need two or more to measure agreement.",
    )
    mixes_rounds = forms.BooleanField(
        label="Mix the items of open judging rounds",
        required=False,
        help_text="Otherwise judges finish one round before the next, and choose which comes first.",
    )
    shows_feedback = feedback_to_annotators(
        help_text="A day after a judging round was closed, judges can compare their answers and error spans with the "
        "adjudicator’s decisions, read the notes and dispute decisions. They do not see other judgements."
    )
    spread = order_of_items("Order of items", SPREADS, initial=Project.Spread.OVERLAP)
