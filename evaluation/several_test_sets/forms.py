"""Choice of test sets and figures to show side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet

from annotation_site.web.names import LONGEST_NAME
from evaluation.several_test_sets.queries.figures import MOST, offer_figures, read_several
from evaluation.several_test_sets.queries.tables import SeveralTable
from evaluation.test_sets.models import TestSet
from evaluation.translations.runs import SPLIT, SYSTEM


class SeveralForm(forms.Form):
    """Test sets, figures, and the pattern by which names of systems tell their split.

    By default all test sets of the project, and the first figure that they were measured by.
    """

    pattern = forms.CharField(
        label="Pattern of names of systems",
        max_length=LONGEST_NAME,
        required=False,
        help_text=f"Such as {SPLIT}-{SYSTEM}: groups zero-mBART, joint-mBART and upsampled-mBART by their split.",
    )

    def __init__(self, data: Any, *, own: QuerySet[TestSet], others: QuerySet[TestSet]) -> None:
        self._own, self._all = list(own), {str(test_set.pk): test_set for test_set in [*own, *others]}
        chosen = [self._all[pk] for pk in data.getlist("test_set") if pk in self._all]
        self._shown = chosen or self._own[-MOST:]
        figures = offer_figures(self._shown)
        self._keys = [f"{column.measure}.{column.figure}" for column in figures]
        data = data.copy()
        if "test_set" not in data:
            data.setlist("test_set", [str(test_set.pk) for test_set in self._shown])
        if "figure" not in data:
            data.setlist("figure", self._keys[:1])
        super().__init__(data)
        self.fields["test_set"] = forms.MultipleChoiceField(
            label="Test sets",
            choices=_name_choices(self._own, list(others)),
            widget=forms.CheckboxSelectMultiple,
        )
        self.fields["figure"] = forms.MultipleChoiceField(
            label="Figures",
            required=bool(figures),
            choices=[(key, column.name) for key, column in zip(self._keys, figures, strict=True)],
            widget=forms.CheckboxSelectMultiple,
        )
        self.order_fields(["test_set", "figure", "pattern"])

    def clean(self) -> dict[str, Any]:
        """Refuse more than can be shown, and a pattern that is none."""
        fields = super().clean() or {}
        for name, noun in (("test_set", "test sets"), ("figure", "figures")):
            if len(fields.get(name, ())) > MOST:
                self.add_error(name, f"Choose at most {MOST} {noun}.")
        if fields.get("pattern"):
            try:
                read_several([], [], fields["pattern"])
            except ValueError as error:
                self.add_error("pattern", str(error))
        return fields

    def read_table(self) -> SeveralTable:
        """Return the figures; the form must be valid."""
        chosen = [self._all[pk] for pk in self.cleaned_data["test_set"]]
        keys = [key for key in self._keys if key in self.cleaned_data["figure"]]
        return read_several(chosen, keys, self.cleaned_data["pattern"])


def _name_choices(own: Sequence[TestSet], others: Sequence[TestSet]) -> list[Any]:
    choices = [(str(test_set.pk), test_set.name) for test_set in own]
    return [*choices, *((str(test_set.pk), f"{test_set.name} ({test_set.project})") for test_set in others)]
