"""The settings of a project that marks expressions in text."""

from typing import Any

from django import forms

from annotation_site.projects.forms import LanguageField, ProjectForm, order_of_items, people_for_each_item
from annotation_site.projects.models import Project
from annotation_site.web.choices import explain
from expressions.categories.lists import read_categories
from expressions.projects.models import ExpressionSettings

SETS = [
    ("2.0", explain("PARSEME 2.0", "33 categories of all syntactic types.")),
    ("1.1", explain("PARSEME 1.1–1.3", "Verbal expressions.")),
    ("own", explain("Own categories", "The list below.")),
    (
        "pie",
        explain(
            "Idiomatic or literal",
            "Annotators judge candidates by one key each: idiomatic, literal, other, wrong extraction, unclear.",
        ),
    ),
]
SPREADS = [
    (
        "overlap",
        explain(
            "Finish started passages first", "Passages get all their readings early, so you can measure agreement soon."
        ),
    ),
    ("even", explain("Cover all passages first", "Every passage is read once before any is read a second time.")),
]


class CategoriesField(forms.Field):
    """Categories, one per line, in the order in which annotators see them."""

    widget = forms.Textarea(attrs={"rows": 8, "spellcheck": "false"})

    def prepare_value(self, value: Any) -> Any:
        """Return a list as lines."""
        return "\n".join(value) if isinstance(value, list) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Compare as lists: browsers send lines with CRLF."""
        return list(initial or []) != _split(data)

    def clean(self, value: Any) -> list[str]:
        """Return the names; an empty list where none was given, for the set decides then."""
        names = _split(value)
        try:
            return read_categories(names) if names else []
        except ValueError as fault:
            raise forms.ValidationError(str(fault)) from fault


def _split(value: Any) -> list[str]:
    lines = value if isinstance(value, list) else str(value or "").splitlines()
    return [line.strip() for line in lines if line.strip()]


class ExpressionForm(ProjectForm):
    """Settings of a project that marks expressions in text."""

    guideline_help = "Annotators can open them beside every passage; each change becomes a version."
    noun = "passage"
    fixed = ("language",)
    withheld = ("own_control_share",)
    dependent = ("own_control_share",)

    language = LanguageField(help_text="Language of the text.")
    category_set = forms.ChoiceField(
        label="Categories",
        choices=SETS,
        initial=ExpressionSettings.CategorySet.PARSEME_2_0,
        widget=forms.RadioSelect,
    )
    categories = CategoriesField(
        label="Own categories",
        required=False,
        initial=list[str](),
        help_text="One per line, the most frequent first: the first nine have the keys 1 to 9. “Not an expression” is "
        "always there.",
    )
    allows_single_word = forms.BooleanField(
        label="Allow expressions of one word",
        required=False,
        initial=True,
        help_text="Such as German or Swedish compounds, and verbs written together with their particle.",
    )
    across_sentences = forms.BooleanField(
        label="Allow expressions across sentences",
        required=False,
        initial=False,
        help_text="They are released in expressions.jsonl, since a .cupt file cannot hold them.",
    )
    asks_confidence = forms.BooleanField(
        label="Ask how sure annotators are",
        required=False,
        initial=False,
        help_text="Optional for each expression, in three steps.",
    )
    proposes_own = forms.BooleanField(
        label="Propose annotators’ own earlier expressions",
        required=False,
        initial=False,
        help_text="As candidates that they alone see. Only marks submitted while this is on count.",
    )
    own_control_share = forms.IntegerField(
        label="Control passages for own expressions (%)",
        min_value=0,
        max_value=100,
        initial=10,
        help_text="Passages in which they are not shown, so that you can measure how they influence annotators.",
    )
    annotators_per_item = people_for_each_item(
        "Annotators per passage", initial=2, help_text="You need two or more to measure agreement."
    )
    spread = order_of_items("Order of passages", SPREADS, initial=Project.Spread.OVERLAP)
