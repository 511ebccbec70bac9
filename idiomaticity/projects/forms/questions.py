"""Forms of a study's scale, and of the questions that it asks beside head, modifier and whole."""

from collections.abc import Mapping, Sequence
from typing import Any, Self, cast

from django import forms
from django.forms.formsets import BaseFormSet, formset_factory

from annotation_site.web.names import NameField
from idiomaticity.projects.extra_questions import LONGEST_NAME, MOST_EXTRA, ExtraQuestion, find_fault_in_extra
from idiomaticity.projects.wording import LONGEST
from idiomaticity.scales.score_scale import LEAST, MOST, ScoreScale, read_labels, write_labels


class ScaleForm(forms.Form):
    """The scores with which a question can be answered."""

    lowest = forms.IntegerField(label="Lowest score", min_value=LEAST, max_value=MOST - 1)
    highest = forms.IntegerField(
        label="Highest score", min_value=LEAST + 1, max_value=MOST, help_text="With more than 11 scores, a slider."
    )
    step = forms.IntegerField(label="Step", min_value=1, max_value=MOST)
    labels = forms.CharField(
        label="Labels of scores",
        required=False,
        max_length=5_000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="One a line, such as “3 partly”.",
    )

    @classmethod
    def of(cls, scale: ScoreScale, data: Mapping[str, Any] | None) -> Self:
        """Return the form of the study's scale."""
        return cls(data, initial=describe_scale(scale), prefix="scale")

    def clean(self) -> dict[str, Any]:
        """Put the scale together as `scale`."""
        fields = super().clean() or {}
        if self.errors or not {"lowest", "highest", "step"} <= fields.keys():
            return fields
        try:
            labels = read_labels(fields.get("labels", ""))
        except ValueError as error:
            self.add_error("labels", str(error))
            return fields
        scale = ScoreScale(fields["lowest"], fields["highest"], fields["step"], labels)
        if fault := scale.find_fault():
            raise forms.ValidationError(fault)
        return {**fields, "scale": scale}


class ExtraQuestionForm(ScaleForm):
    """A question with a scale of its own."""

    name = NameField(max_length=LONGEST_NAME, help_text="In exported files, such as familiarity. Raters do not see it.")
    question = forms.CharField(max_length=LONGEST)
    low = forms.CharField(label="At the lowest score", max_length=LONGEST, required=False)
    high = forms.CharField(label="At the highest score", max_length=LONGEST, required=False)

    field_order = ("name", "question", "lowest", "highest", "step", "low", "high", "labels")

    def clean(self) -> dict[str, Any]:
        """Put the question together as `extra_question`."""
        fields = super().clean()
        if self.errors or "scale" not in fields:
            return fields
        texts = {name: " ".join(fields[name].split()) for name in ("name", "question", "low", "high")}
        question = ExtraQuestion(**texts, scale=fields["scale"])
        if fault := question.find_fault():
            raise forms.ValidationError(fault)
        return {**fields, "extra_question": question}


class ExtraQuestionSet(BaseFormSet[ExtraQuestionForm]):
    """Every extra question in the order asked, and an empty form for one more."""

    def clean(self) -> None:
        """Refuse names that occur twice."""
        if any(self.errors):
            return
        questions = [form.cleaned_data["extra_question"] for form in self.ordered_forms]
        if fault := find_fault_in_extra(questions):
            raise forms.ValidationError(fault)


def describe_scale(scale: ScoreScale) -> dict[str, Any]:
    """Return the scale by the fields of its form."""
    return {**scale.to_json(), "labels": write_labels(scale.labels)}


def make_extra_questions(stored: Sequence[Mapping[str, Any]], data: Mapping[str, Any] | None) -> ExtraQuestionSet:
    """Return the forms of the extra questions."""
    stored_questions = [ExtraQuestion.from_json(question) for question in stored]
    initial = [{**question.to_json(), **describe_scale(question.scale)} for question in stored_questions]
    made = formset_factory(
        ExtraQuestionForm,
        formset=ExtraQuestionSet,
        extra=1,
        max_num=MOST_EXTRA,
        validate_max=True,
        can_order=True,
        can_delete=True,
    )
    questions: Any = made(data, initial=initial, prefix="extra")
    if questions.is_bound:
        # Those added since the form was opened would stand in its empty one, as if they had been emptied.
        questions.initial = initial[: questions.initial_form_count()]
    return cast(ExtraQuestionSet, questions)
