"""The form for choosing measures, with the files and options of some in folded parts."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from django import forms

from annotation_site.web.forms import FoldedPart
from evaluation.measures.options import Choice, ColumnName, FileInput, Flag, Option
from evaluation.measures.registry import FILES, MEASURES, OPTIONS, SCORES
from evaluation.sources.compositionality import ScoreSource
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Translation


def make_field(declared: Option | FileInput) -> forms.Field:
    if isinstance(declared, FileInput):
        return forms.FileField(required=False, max_length=255, help_text=declared.help)
    options: dict[str, Any] = {"label": declared.label, "help_text": declared.help, "required": False}
    if isinstance(declared, Choice):
        return forms.ChoiceField(choices=[(value, words) for value, words in declared.choices if words], **options)
    if isinstance(declared, Flag):
        return forms.BooleanField(**options)
    if isinstance(declared, ColumnName):
        return forms.CharField(max_length=declared.LONGEST, **options)
    field = forms.IntegerField if declared.is_whole else forms.FloatField
    bounds: dict[str, Any] = {"min_value": declared.lowest, "max_value": declared.highest}
    return field(initial=declared.default, **bounds, **options)


class MeasuresForm(forms.Form):
    """Measures with their files and options; `sources` are the compound scores that the person may use."""

    SCORES_FIELD = "compound_scores"

    measures = forms.MultipleChoiceField(
        choices=[(measure.name, measure.help) for measure in MEASURES.values()],
        initial=[measure.name for measure in MEASURES.values() if measure.is_default],
        widget=forms.CheckboxSelectMultiple,
    )

    allow_missing_expressions = forms.BooleanField(
        required=False,
        label="Measure even if most expressions are not found",
        help_text="For lists of dictionary forms, which occur inflected.",
    )

    def __init__(self, *args: Any, sources: Sequence[ScoreSource], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._sources = {source.code: source for source in sources}
        self.fields |= {file.field: make_field(file) for file in FILES}
        self.fields |= {option.name: make_field(option) for option in OPTIONS}
        groups = []
        for project, of_project in groupby(sources, lambda source: source.project):
            groups.append((project.name, [(source.code, source.label) for source in of_project]))
        for scores_input in SCORES:
            self.fields[self.SCORES_FIELD] = forms.ChoiceField(
                label=scores_input.label, required=False, help_text=scores_input.help, choices=[("", "none"), *groups]
            )

    def scores(self) -> ScoreSource | None:
        """Return the chosen source of compound scores. The form must be valid."""
        return self._sources.get(self.cleaned_data[self.SCORES_FIELD])

    def options(self) -> dict[str, Any]:
        """Return every option, with its default where the field was left empty. The form must be valid."""
        return {option.name: self.cleaned_data[option.name] or option.default for option in OPTIONS}

    def parts(self) -> list[FoldedPart]:
        """Return the folded parts, open where a field has an error, or where an error may belong to any."""
        declared = dict.fromkeys(measure.form_part for measure in MEASURES.values() if measure.form_part)
        is_faulty = bool(self.non_field_errors())
        parts = []
        for part in declared:
            fields = [self[field] for field in part.fields]
            is_open = is_faulty or any(field.errors for field in fields)
            parts.append(FoldedPart(part.id, part.title, fields, is_open))
        return parts


class CompareForm(forms.Form):
    """Two systems of a test set and a measure; fields left empty stand for the first ones."""

    first = forms.ModelChoiceField(queryset=Translation.objects.none(), label="First system", empty_label=None)
    second = forms.ModelChoiceField(queryset=Translation.objects.none(), label="Second system", empty_label=None)
    measure = forms.ChoiceField()

    def __init__(
        self, submitted: Mapping[str, Any], *, test_set: TestSet, measures: Sequence[tuple[str, str]], measure: str
    ) -> None:
        translations = test_set.translations.select_related("system").order_by("pk")
        chosen = {name: submitted.get(name) for name in ("first", "second")}
        default = dict(zip(chosen, translations.values_list("pk", flat=True)[:2], strict=False))
        super().__init__({"measure": measure} | {name: chosen[name] or default.get(name) for name in chosen})
        for name in chosen:
            field = self.fields[name]
            field.queryset = translations  # type: ignore[attr-defined]
            field.label_from_instance = lambda translation: translation.system.name  # type: ignore[attr-defined]
        self.fields["measure"].choices = list(measures)  # type: ignore[attr-defined]

    def find_pair(self) -> tuple[Translation, Translation] | None:
        """Return the two systems, or None if the form is invalid or they are the same."""
        if not self.is_valid():
            return None
        first, second = self.cleaned_data["first"], self.cleaned_data["second"]
        return (first, second) if first != second else None
