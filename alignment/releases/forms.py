"""A new release, and the count before it."""

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


class PreviewForm(forms.Form):
    """Asking for a count."""

    request_id = forms.UUIDField()
