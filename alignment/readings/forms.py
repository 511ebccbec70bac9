"""Submitting a reading."""

from typing import Any

from django import forms

from annotation_site.assignments.forms import SubmitForm


class ReadingForm(SubmitForm):
    """Submitting a reading without a script."""

    mark_rest = forms.BooleanField(required=False)

    def read_content(self) -> dict[str, Any]:
        return {"mark_rest": self.cleaned_data["mark_rest"]}
