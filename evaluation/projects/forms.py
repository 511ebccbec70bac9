"""The settings of a project of translation evaluation."""

from annotation_site.projects.forms import LanguageField, ProjectForm, order_of_items, people_for_each_item
from annotation_site.projects.models import Project
from annotation_site.web.choices import explain

SPREADS = [
    ("overlap", explain("Finish what is begun", "Expressions get all their judgements soon: agreement shows early.")),
    ("even", explain("Evenly", "Every expression is judged once before any is judged a second time.")),
]


class EvaluationForm(ProjectForm):
    """Settings of a project of translation evaluation; how many people judge is said again by each round."""

    guideline_help = "Annotators can open them beside every expression; each change becomes a version."
    fixed = ("source_language", "target_language", "annotators_per_item")

    source_language = LanguageField(help_text="Of the sentences that systems translate.")
    target_language = LanguageField(help_text="Of the references and outputs.")
    annotators_per_item = people_for_each_item(
        "People who judge each expression",
        initial=3,
        help_text="Each round can say otherwise. Two or more are needed to measure agreement.",
    )
    spread = order_of_items("Order in which people judge", SPREADS, initial=Project.Spread.OVERLAP)
