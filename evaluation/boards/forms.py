"""Form for the runs of systems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from annotation_site.web.names import NameField
from evaluation.test_sets.services import LONGEST_NAME
from evaluation.translations.models import Translation


class RunsForm(forms.Form):
    """The system that each of these is a run of, typed one by one or found by a pattern."""

    pattern = forms.CharField(
        label="Pattern of names of runs",
        max_length=LONGEST_NAME,
        required=False,
        help_text="Such as {system}.seed{run}. Systems whose names follow it become runs of the system named.",
    )

    def __init__(self, *args: Any, translations: Sequence[Translation], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._names = {f"run_of_{each.pk}": each.system.name for each in translations}
        for each in translations:
            self.fields[f"run_of_{each.pk}"] = NameField(
                label=f"System that {each.system.name} is a run of",
                required=False,
                max_length=LONGEST_NAME,
                initial=each.system.run_of,
                widget=forms.TextInput(attrs={"list": "systems", "autocomplete": "off"}),
            )

    def rows(self) -> list[tuple[str, forms.BoundField]]:
        """Return the name of each system with its field."""
        return [(name, self[field]) for field, name in self._names.items()]

    def read_runs(self) -> dict[str, str]:
        """Return what was typed for each system; the form must be valid."""
        return {name: self.cleaned_data[field] for field, name in self._names.items()}
