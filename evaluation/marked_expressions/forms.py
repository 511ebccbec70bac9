"""The expressions of a segment as a page sends them: a block for each, its words as boxes to tick."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from annotation_site.assignments.forms import StepForm
from annotation_site.web.names import NameField
from evaluation.marked_expressions.marking import Word, choose_words, make_spans, split_into_words
from evaluation.marked_expressions.services import LONGEST_TEXT, MOST_EXPRESSIONS
from evaluation.test_sets.files import LONGEST_CATEGORY, LONGEST_LABEL
from evaluation.test_sets.models import Segment
from expressions.categories.compositionality import CLASSES

Expressions = Sequence[Mapping[str, Any]]


class MarkedExpressionsForm(StepForm):
    """The number of expression blocks on the page, next to the fields of every step."""

    count = forms.IntegerField(min_value=0, max_value=MOST_EXPRESSIONS + 1)


class ExpressionForm(forms.Form):
    """One expression."""

    label = NameField(required=False, max_length=LONGEST_LABEL, help_text="If empty, the words in the source.")
    expression_class = forms.ChoiceField(
        required=False, label="Class", choices=[("", "unknown"), *((name, name) for name in CLASSES)]
    )
    category = NameField(required=False, max_length=LONGEST_CATEGORY, help_text="Such as VID.")
    reference_text = forms.CharField(
        required=False,
        max_length=LONGEST_TEXT,
        label="Translation",
        help_text="If empty, the words in the reference.",
    )
    remove = forms.BooleanField(required=False, label="Remove expression")

    def __init__(self, *args: Any, counts: Mapping[str, int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for side, count in counts.items():
            choices = [(str(number), str(number)) for number in range(count)]
            self.fields[side] = forms.TypedMultipleChoiceField(
                required=False, choices=choices, coerce=int, empty_value=[]
            )


@dataclass(frozen=True, slots=True)
class Block:
    """An expression on the page: its form, and the words of both sentences with whether they are chosen."""

    form: ExpressionForm
    sides: list[tuple[str, str, list[tuple[Word, bool]]]]
    is_new: bool


class SegmentExpressions:
    """The marked expressions of a segment as blocks: one for each expression, and one for another."""

    def __init__(self, segment: Segment, expressions: Expressions, data: Any = None) -> None:
        self._expressions = expressions
        test_set = segment.test_set
        self._texts = {"source": segment.source}
        languages = {"source": test_set.source_language, "reference": test_set.target_language}
        if segment.references:
            self._texts["reference"] = segment.references[0]
        self._words = {}
        for side, text in self._texts.items():
            marked = [expression[f"{side}_spans"] for expression in expressions]
            self._words[side] = split_into_words(text, languages[side], marked)
        self._languages = languages
        counts = {side: len(words) for side, words in self._words.items()}
        self.forms = [
            ExpressionForm(data, prefix=f"e{index}", initial=dict(expression or {}), counts=counts)
            for index, expression in enumerate([*expressions, None])
        ]

    def is_valid(self) -> bool:
        return not any(form.errors for form in self.forms)

    def blocks(self) -> list[Block]:
        """Return the blocks to show, with the submitted values if there are any, otherwise the stored ones."""
        blocks = []
        for form, expression in zip(self.forms, [*self._expressions, None], strict=True):
            sides = [self._side(form, expression, side) for side in self._texts]
            blocks.append(Block(form, sides, is_new=expression is None))
        return blocks

    def _side(self, form: ExpressionForm, expression: Any, side: str) -> tuple[str, str, list[tuple[Word, bool]]]:
        words = self._words[side]
        if form.is_bound:
            chosen = {str(number) for number in form[side].value() or []}
        else:
            chosen = {str(number) for number in choose_words(words, expression[f"{side}_spans"] if expression else [])}
        return side, self._languages[side], [(word, str(word.number) in chosen) for word in words]

    def expressions(self) -> list[dict[str, Any]]:
        """Return the expressions of valid forms, without the empty block for a new one."""
        submitted = []
        for form, expression in zip(self.forms, [*self._expressions, None], strict=True):
            fields = dict(form.cleaned_data)
            chosen = {side: fields.pop(side) for side in self._texts}
            if fields.pop("remove") or (expression is None and not any(fields.values()) and not any(chosen.values())):
                continue
            for side, text in self._texts.items():
                fields[f"{side}_spans"] = self._choose_spans(side, text, expression, chosen[side])
            stored = expression or {"reference_spans": [], "reference_text": ""}
            was_moved = fields.get("reference_spans", []) != stored["reference_spans"]
            if was_moved and fields["reference_text"] == stored["reference_text"]:
                fields["reference_text"] = ""  # it was that of the words chosen before
            submitted.append(fields)
        return submitted

    def _choose_spans(self, side: str, text: str, expression: Any, chosen: list[int]) -> Any:
        """Return the chosen spans; unchanged ones stay as stored, so that two adjacent spans remain two."""
        stored = expression[f"{side}_spans"] if expression else []
        if sorted(chosen) == choose_words(self._words[side], stored):
            return stored
        return make_spans(text, self._words[side], chosen)
