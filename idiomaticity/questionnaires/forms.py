"""Forms of a questionnaire: setting it up, and answering it."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django import forms
from django.forms.formsets import BaseFormSet, formset_factory
from django.utils.translation import gettext

from annotation_site.projects.contested import ContestedForm, tell_present
from annotation_site.texts.languages import LANGUAGE_CHOICES
from annotation_site.web.names import NameField
from idiomaticity.questionnaires.models import LONGEST_DEBRIEFING, Questionnaire
from idiomaticity.questionnaires.questions import (
    KINDS,
    LONGEST_ANSWER,
    LONGEST_NAME,
    LONGEST_QUESTION,
    MOST_CHOICES,
    MOST_QUESTIONS,
    RaterQuestion,
    find_fault_in_questions,
)

LABELS = {"choice": "Choice", "number": "Number", "text": "Text", "language": "Language, from a list"}
# With more choices a list unfolds.
MOST_BUTTONS = 7


class QuestionnaireForm(ContestedForm):
    """The moment at which raters are asked, and the text that they read at the end."""

    moment = forms.ChoiceField(
        label="Ask participants", choices=Questionnaire.Moment, widget=forms.RadioSelect, initial="start"
    )
    asks_annotators = forms.BooleanField(label="Also ask invited annotators", required=False)
    debriefing = forms.CharField(
        label="Debriefing",
        required=False,
        max_length=LONGEST_DEBRIEFING,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text="Markdown. Shown to participants with their completion code.",
    )

    def __init__(self, *args: Any, stored: Questionnaire, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.remember(stored.read_settings())

    def show_present_part(self, part: str, value: Any) -> None:
        """Say the questions of others above the form: they have no one field."""
        if part == "questions":
            questions = "; ".join(f"{question['name']}: {question['text']}" for question in value)
            present = tell_present(forms.CharField(), questions)
            self.add_error(None, f"Questions: {present[0].lower()}{present[1:]}")
        else:
            super().show_present_part(part, value)


class RaterQuestionForm(forms.Form):
    name = NameField(max_length=LONGEST_NAME, help_text="Column of the exported file, such as age.")
    # The value that a row shows before anything is entered, so that the row counts as empty.
    kind = forms.ChoiceField(choices=[(kind, LABELS[kind]) for kind in KINDS], initial=KINDS[0])
    text = forms.CharField(label="Question", max_length=LONGEST_QUESTION)
    choices = forms.CharField(
        required=False,
        max_length=MOST_CHOICES * LONGEST_QUESTION,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="One a line.",
    )
    is_required = forms.BooleanField(label="Must be answered", required=False, initial=True)

    def has_changed(self) -> bool:
        """Return whether a row was changed; a new one without a word is none, whatever else was chosen in it."""
        changed = set(self.changed_data)
        return bool(changed if self.initial else changed & {"name", "text", "choices"})

    def clean(self) -> dict[str, Any]:
        """Put the question together as `rater_question`."""
        fields = super().clean() or {}
        if self.errors:
            return fields
        lines = fields["choices"].splitlines() if fields["kind"] == "choice" else []
        question = RaterQuestion.from_json({**fields, "choices": [line for line in lines if line.strip()]})
        if fault := question.find_fault():
            raise forms.ValidationError(fault)
        return {**fields, "rater_question": question}


class RaterQuestionSet(BaseFormSet[RaterQuestionForm]):
    """Every question in the order asked, and an empty form for one more."""

    def read_typed(self) -> list[dict[str, Any]]:
        """Return what was entered into every row, right or wrong, for rows that show it again."""
        typed = []
        for row in self.forms:
            if row.has_changed() or row.initial:
                values = {name: row[name].data for name in row.fields}
                # A row without a number of its own gets the next one.
                if not values.get("ORDER", True):
                    del values["ORDER"]
                typed.append(values)
        return typed

    def clean(self) -> None:
        """Refuse names that occur twice."""
        if any(self.errors):
            return
        if fault := find_fault_in_questions([row.cleaned_data["rater_question"] for row in self.ordered_forms]):
            raise forms.ValidationError(fault)

    def read_questions(self) -> list[dict[str, Any]]:
        """Return the questions entered, in their order."""
        return [row.cleaned_data["rater_question"].to_json() for row in self.ordered_forms]


def list_rows(questions: Sequence[RaterQuestion]) -> list[dict[str, Any]]:
    """Return the rows of these questions, by the names of their fields."""
    return [{**question.to_json(), "choices": "\n".join(question.choices)} for question in questions]


def make_question_forms(rows: Sequence[Mapping[str, Any]], data: Mapping[str, Any] | None = None) -> RaterQuestionSet:
    """Return the forms of these rows."""
    made = formset_factory(
        RaterQuestionForm,
        formset=RaterQuestionSet,
        extra=1,
        max_num=MOST_QUESTIONS,
        validate_max=True,
        can_order=True,
        can_delete=True,
    )
    questions: Any = made(data, initial=list(rows), prefix="question")
    if questions.is_bound:
        # Those added since the form was opened would stand in its empty one, as if they had been emptied.
        questions.initial = questions.initial[: questions.initial_form_count()]
    return cast(RaterQuestionSet, questions)


def add_native_language(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the rows with a question about the native language, in the language of the moment, unless it is there."""
    question = RaterQuestion("native_language", "language", gettext("What is your native language?"))
    if any(row.get("name") == question.name for row in rows):
        return list(rows)
    return [*rows, *list_rows([question])]


class AnswersForm(forms.Form):
    """The questions as a rater answers them."""

    def __init__(self, data: Any = None, *, questions: Sequence[RaterQuestion]) -> None:
        super().__init__(data)
        for question in questions:
            field = _make_field(question)
            field.label, field.required = question.text, question.is_required
            field.widget.is_required = question.is_required
            self.fields[question.name] = field

    def read_answers(self) -> dict[str, str]:
        """Return what was entered, by name of question."""
        return {name: "" if value is None else str(value) for name, value in self.cleaned_data.items()}


def _make_field(question: RaterQuestion) -> forms.Field:
    if question.kind == "number":
        return forms.IntegerField(min_value=0, max_value=10**9)
    if question.kind == "text":
        return forms.CharField(max_length=LONGEST_ANSWER)
    if question.kind == "language":
        named = sorted(((tag, gettext(name)) for tag, name in LANGUAGE_CHOICES), key=lambda pair: pair[1].casefold())
        return forms.ChoiceField(choices=[("", "–"), *named])
    choices = [(choice, choice) for choice in question.choices]
    if len(choices) <= MOST_BUTTONS:
        return forms.ChoiceField(choices=choices, widget=forms.RadioSelect)
    return forms.ChoiceField(choices=[("", "–"), *choices])
