"""A new release, and the count before it."""

from django import forms

from annotation_site.releases import forms as shared


class ReleaseForm(shared.ReleaseForm):
    """A new release of word alignments."""

    without_readings = forms.BooleanField(
        label="Leave out the annotators’ separate readings",
        required=False,
        help_text="They are in it under pseudonyms, so that anyone can compute agreement again. Left out, agreement is "
        "stated and cannot be checked.",
    )


class PreviewForm(forms.Form):
    """Asking for a count."""

    request_id = forms.UUIDField()
