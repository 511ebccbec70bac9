"""The form that asks for a release, of whichever kind of project."""

from typing import Any

from django import forms

from annotation_site.projects.licences import LICENCES, LONGEST_TEXT, NOT_STATED, OTHER
from annotation_site.releases.services import LONGEST_CITATION


class ReleaseForm(forms.Form):
    """A new release, of whichever kind of project."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)
    note = forms.CharField(
        max_length=300,
        required=False,
        help_text="What is new in it, in one sentence. It is printed in the manifest and cannot be changed later.",
    )
    licence = forms.ChoiceField(
        choices=[
            (NOT_STATED, "None stated"),
            *((identifier, f"{identifier}: {licence.name}") for identifier, licence in LICENCES.items()),
            (OTHER, "Other, in my own words"),
        ],
        required=False,
        help_text="For the annotation, and for the text as far as it is yours. Without one, others may not use it.",
    )
    licence_text = forms.CharField(
        label="Other licence",
        max_length=LONGEST_TEXT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Only with “Other”: the terms, or where they can be read.",
    )
    citation = forms.CharField(
        label="How to cite it",
        max_length=LONGEST_CITATION,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="The paper to be cited. Left empty, it is the project’s name, the release and its date.",
    )

    def clean(self) -> dict[str, Any]:
        """Own words go with “Other”, and only with it."""
        fields = super().clean() or {}
        if fields.get("licence") == OTHER and not fields.get("licence_text", "").strip():
            self.add_error("licence_text", "Write the licence, or where it can be read.")
        if fields.get("licence") != OTHER and fields.get("licence_text", "").strip():
            self.add_error("licence_text", "Choose “Other” above, or leave this empty.")
        return fields
