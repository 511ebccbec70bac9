"""The form that requests a release of any kind of project."""

from typing import Any

from django import forms

from annotation_site.creators.forms import CreatorsField
from annotation_site.projects.licences import LICENCES, LONGEST_TEXT, NOT_STATED, OTHER
from annotation_site.releases.services import LONGEST_CITATION


class ReleaseForm(forms.Form):
    """A new release of any kind of project."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)
    note = forms.CharField(
        max_length=300,
        required=False,
        help_text="One sentence on what is new. You cannot change it later.",
    )
    licence = forms.ChoiceField(
        choices=[
            (NOT_STATED, "None stated"),
            *((identifier, f"{identifier}: {licence.name}") for identifier, licence in LICENCES.items()),
            (OTHER, "Other"),
        ],
        required=False,
        help_text="Covers the annotation, and the text if you own it. Without a "
        "licence, others may not use the release. The archive contains its full text.",
    )
    licence_text = forms.CharField(
        label="Other licence",
        max_length=LONGEST_TEXT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="For “Other”: the terms or their URL. The archive contains what you enter here, not the text behind "
        "a URL.",
    )
    citation = forms.CharField(
        label="Citation",
        max_length=LONGEST_CITATION,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="The paper to cite. If empty, creators, year, project name and release number.",
    )
    creators = CreatorsField()

    def clean(self) -> dict[str, Any]:
        """Require own words with “Other”, and refuse them otherwise."""
        fields = super().clean() or {}
        if fields.get("licence") == OTHER and not fields.get("licence_text", "").strip():
            self.add_error("licence_text", "Enter the licence or its URL.")
        if fields.get("licence") != OTHER and fields.get("licence_text", "").strip():
            self.add_error("licence_text", "Choose “Other” above, or leave this field empty.")
        return fields
