"""A new release, and the preview of its gold links."""

from typing import Any

from django import forms

from annotation_site.releases import forms as shared


class ReleaseForm(shared.ReleaseForm):
    """A new release of word alignments."""

    without_readings = forms.BooleanField(
        label="Leave out the annotators’ separate readings",
        required=False,
        help_text="Separate readings are released under pseudonyms. Without them, the agreement in the release "
        "cannot be recomputed.",
    )

    def clean(self) -> dict[str, Any]:
        """Turn the choice round, as services and the API have it."""
        fields = super().clean()
        fields["separate_readings"] = not fields.pop("without_readings", False)
        return fields


class PreviewForm(forms.Form):
    """A request to count the gold links."""

    request_id = forms.UUIDField()
