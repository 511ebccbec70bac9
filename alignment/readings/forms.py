"""Handing a reading in, and commenting on it."""

from django import forms

from annotation_site.assignments.forms import StepForm


class SubmitForm(StepForm):
    """Handing a reading in."""

    mark_rest = forms.BooleanField(required=False)


class CommentForm(forms.Form):
    """A comment on one's own assignment."""

    operation_id = forms.UUIDField()
    text = forms.CharField(required=False, max_length=2000)
