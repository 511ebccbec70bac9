"""What the pages of word alignment take in."""

from django import forms


class StepForm(forms.Form):
    """What every step of an assignment carries: it is applied once, and only to the version that was seen."""

    operation_id = forms.UUIDField(widget=forms.HiddenInput)
    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)


class SubmitForm(StepForm):
    """Handing a reading in."""

    mark_rest = forms.BooleanField(required=False)


class SkipForm(StepForm):
    """Handing a pair back."""

    reason = forms.CharField(required=False, max_length=300)


class TakeUpForm(forms.Form):
    """Taking up again what was given back."""

    operation_id = forms.UUIDField(widget=forms.HiddenInput)


class CommentForm(forms.Form):
    """A comment on one's own assignment."""

    operation_id = forms.UUIDField(widget=forms.HiddenInput)
    text = forms.CharField(required=False, max_length=2000)
