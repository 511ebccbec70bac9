"""The form that excludes an annotator."""

from django import forms

from annotation_site.exclusions.models import LONGEST_REASON


class ExcludeForm(forms.Form):
    """The reason for an exclusion."""

    operation_id = forms.UUIDField(widget=forms.HiddenInput)
    reason = forms.CharField(max_length=LONGEST_REASON, help_text="Shown with the figures, not to the annotator.")
