"""Form for the names and runs of systems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from annotation_site.web.names import LONGEST_NAME, NameField
from evaluation.translations.models import Translation
from evaluation.translations.runs import shorten_names


class SystemsForm(forms.Form):
    """The name of each system, and the system that it is a run of, typed one by one or found by a pattern."""

    pattern = forms.CharField(
        label="Pattern of names of runs",
        max_length=LONGEST_NAME,
        required=False,
        help_text="Such as {system}.seed{run}. Systems whose names follow it become runs of the system named.",
    )
    shortens_names = forms.BooleanField(label="Shorten names", required=False)

    def __init__(self, *args: Any, translations: Sequence[Translation], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._names = {translation.pk: translation.system.name for translation in translations}
        self.short_names = shorten_names(list(self._names.values()))
        if self.short_names:
            self.fields["shortens_names"].help_text = f"To {', '.join(self.short_names.values())}."
        else:
            del self.fields["shortens_names"]
        for translation in translations:
            self.fields[f"name_{translation.pk}"] = NameField(
                label=f"Name of {translation.system.name}",
                required=False,
                max_length=LONGEST_NAME,
                initial=translation.system.name,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )
            self.fields[f"run_of_{translation.pk}"] = NameField(
                label=f"System that {translation.system.name} is a run of",
                required=False,
                max_length=LONGEST_NAME,
                initial=translation.system.run_of,
                widget=forms.TextInput(attrs={"list": "systems", "autocomplete": "off"}),
            )

    def rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Return the fields of each system: its name, and what it is a run of."""
        return [(self[f"name_{pk}"], self[f"run_of_{pk}"]) for pk in self._names]

    def read_names(self) -> dict[str, str]:
        """Return the new name of each system by its present one, where one was typed; the form must be valid."""
        if self.cleaned_data.get("shortens_names"):
            return self.short_names
        typed = {name: self.cleaned_data[f"name_{pk}"] for pk, name in self._names.items()}
        return {name: new for name, new in typed.items() if new}

    def read_runs(self) -> dict[str, str]:
        """Return what each system is a run of, by its present name; the form must be valid."""
        return {name: self.cleaned_data[f"run_of_{pk}"] for pk, name in self._names.items()}
