"""Forms of judging rounds: a new judging round, its wording, and a judgement."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet

from annotation_site.assignments.forms import SubmitForm
from annotation_site.web.choices import explain
from annotation_site.web.names import NameField
from evaluation.judging.methods import CANNOT_JUDGE, DEFAULTS, LONGEST_WORDING, METHODS, RANGES, WORDED
from evaluation.judging.models import JudgingRound
from evaluation.judging.services.judging_rounds import MOST_PAIRS
from evaluation.test_sets.models import TestSet

METHOD_CHOICES = [
    ("score", explain("Scores from 1 to 5", "One translation at a time, with a label for every score.")),
    ("percent", explain("Scores from 0 to 100", "One translation at a time, on a continuous scale.")),
    ("preference", explain("Pairwise comparison", "Two translations at a time: better, worse or equal.")),
    ("esa", explain("Error spans with scores (ESA)", "Minor and major errors are marked, then a score from 0 to 100.")),
    ("mqm", explain("Error spans with categories (MQM)", "Google’s categories and weights; no score is asked.")),
    (
        "expression",
        explain("Error spans of expressions", "Literal or partial translation, wrong sense, good idiom, paraphrase."),
    ),
]
SCOPE_CHOICES = [
    ("expression", explain("Marked expressions", "One item per expression. Omissions are marked inside it.")),
    ("segment", explain("Whole segments", "One item per segment, with or without expressions. For ESA and MQM.")),
]


class JudgingRoundForm(forms.Form):
    """A new judging round. `operation_id` makes submitting it twice harmless."""

    operation_id = forms.UUIDField(widget=forms.HiddenInput)
    name = NameField(max_length=120, initial="Human judgement", help_text="Shown to annotators.")
    systems = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple, help_text="Annotators do not see the names or the number of systems."
    )
    method = forms.ChoiceField(label="Method", choices=METHOD_CHOICES, initial="score", widget=forms.RadioSelect)
    scope = forms.ChoiceField(
        label="What is judged", choices=SCOPE_CHOICES, initial="expression", widget=forms.RadioSelect, required=False
    )
    required_count = forms.IntegerField(
        label="Annotators per expression",
        min_value=1,
        max_value=50,
        help_text="You need two or more to measure agreement.",
    )
    sample = forms.IntegerField(
        label="Expressions",
        required=False,
        min_value=1,
        help_text="Size of a random sample. If empty, all expressions. Documents are sampled whole, until there are as "
        "many.",
    )
    pairs_per_expression = forms.IntegerField(
        label="Pairs per expression",
        min_value=1,
        max_value=MOST_PAIRS,
        initial=3,
        help_text="For pairwise comparison: maximum number of random pairs of different translations.",
    )
    repeat_share = forms.IntegerField(
        label="Repeats (%)",
        min_value=0,
        max_value=100,
        initial=5,
        help_text="Share of items shown twice to measure repeat consistency. Repeats do not count in results.",
    )
    attention_share = forms.IntegerField(
        label="Attention items (%)",
        min_value=0,
        max_value=100,
        initial=0,
        help_text="Share of items that come back with one translation degraded, to find judges who do not read. Each "
        "costs a judgement: 0 if you know your judges, 10 if not.",
    )
    hides_reference = forms.BooleanField(
        label="Hide the reference among the translations",
        required=False,
        help_text="A low score suggests careless reading. The reference does not count in results.",
    )
    shows_reference = forms.BooleanField(
        label="Show the reference",
        required=False,
        initial=True,
        help_text="Without it, translations are judged by the source alone, as WMT does with ESA and MQM.",
    )
    shows_context = forms.BooleanField(
        label="Show neighbouring sentences",
        required=False,
        help_text="The sentences before and after, of documents in the translations, too. Without documents only with "
        "error spans, and only if the segments of the test set are in the order of their text.",
    )
    given_file = forms.FileField(
        label="Given marks from a file",
        required=False,
        max_length=255,
        help_text="Error spans of people, a metric or a language model: MQM TSV, ESA ratings, Appraise, Pearmut or "
        ".seg.rating. Matched by source and translation; of several raters, the first in the file.",
    )
    given_round = forms.ModelChoiceField(
        JudgingRound.objects.none(),
        label="Given marks from a judging round",
        required=False,
        empty_label="none",
        help_text="Adjudicated marks, otherwise those submitted first.",
    )
    control_share = forms.IntegerField(
        label="Control items (%)",
        required=False,
        min_value=0,
        max_value=90,
        initial=0,
        help_text="Share of items whose given marks are not shown, to measure how strongly they influence judges.",
    )
    test_set: forms.ModelChoiceField[TestSet]

    def clean_control_share(self) -> int:
        """Return the share of control items, none by default."""
        return self.cleaned_data["control_share"] or 0

    def clean_scope(self) -> str:
        """Return what is judged, marked expressions by default."""
        return self.cleaned_data["scope"] or "expression"

    def __init__(self, *args: Any, systems: Sequence[str], rounds: QuerySet[JudgingRound], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["given_round"].queryset = rounds  # type: ignore[attr-defined]
        if not rounds:
            del self.fields["given_round"]
        chosen = self.fields["systems"]
        assert isinstance(chosen, forms.MultipleChoiceField)
        chosen.choices = [(name, name) for name in systems]
        chosen.initial = list(systems)


class WordingForm(forms.Form):
    """The question and answers of a judging round."""

    question = forms.CharField(max_length=LONGEST_WORDING)
    cannot_judge = forms.CharField(label="Answer “cannot judge”", max_length=LONGEST_WORDING)

    def __init__(self, *args: Any, method: str, wording: dict[str, Any] | None = None, **kwargs: Any) -> None:
        words = wording or DEFAULTS[method].to_json()
        points = {f"point_{value}": words["points"][str(value)] for value in WORDED[method]}
        initial = {"question": words["question"], "cannot_judge": words["cannot_judge"], **points}
        super().__init__(*args, **{**kwargs, "initial": initial})
        for value in WORDED[method]:
            label = f"At {value}" if method != "preference" else f"Answer {value}"
            self.fields[f"point_{value}"] = forms.CharField(label=label, max_length=LONGEST_WORDING)
        self.order_fields(["question", *points, "cannot_judge"])

    def read_wording(self) -> dict[str, Any]:
        """Return the wording in the shape that services store."""
        fields = self.cleaned_data
        points = {name.removeprefix("point_"): text for name, text in fields.items() if name.startswith("point_")}
        return {"question": fields["question"], "cannot_judge": fields["cannot_judge"], "points": points}


def wording_forms(data: Any = None, chosen: str = "") -> dict[str, WordingForm]:
    """Return a form for each method, of which only the chosen method's is bound to data."""
    return {method: WordingForm(data if method == chosen else None, method=method, prefix=method) for method in METHODS}


class JudgementForm(SubmitForm):
    """A judgement as the page sends it, with or without a script. `answer_0` is about the output shown first."""

    # Sent by a page on which the judge was asked about scores that contradict their marks.
    is_confirmed = forms.BooleanField(required=False)

    def __init__(self, *args: Any, method: str, questions: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.questions = questions
        lowest, highest = RANGES[method]
        for index in range(questions):
            self.fields[f"answer_{index}"] = forms.IntegerField(
                required=False, min_value=CANNOT_JUDGE if lowest > 0 else lowest, max_value=highest
            )
            self.fields[f"cannot_{index}"] = forms.BooleanField(required=False)

    def read_content(self) -> dict[str, Any]:
        return {"answers": self.read_answers(), "is_confirmed": self.cleaned_data["is_confirmed"]}

    def read_answers(self) -> list[int | None]:
        """Return one answer per question, None for fields that are empty or invalid."""
        fields = self.cleaned_data
        return [
            CANNOT_JUDGE if fields.get(f"cannot_{index}") else fields.get(f"answer_{index}")
            for index in range(self.questions)
        ]
