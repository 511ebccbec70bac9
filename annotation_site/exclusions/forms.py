"""What the section on an annotator's exclusion takes in."""

from django import forms

from annotation_site.exclusions.models import LONGEST_REASON


class ExcludeForm(forms.Form):
    """Why an annotator is left out."""

    operation_id = forms.UUIDField(widget=forms.HiddenInput)
    reason = forms.CharField(max_length=LONGEST_REASON, help_text="Shown with the figures, not to the annotator.")
