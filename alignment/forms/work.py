"""The steps of an annotator's work."""

from django import forms


class StepForm(forms.Form):
    """What every step of an assignment carries: it is applied once, and only to the version that was seen."""

    operation_id = forms.UUIDField()
    version = forms.IntegerField(min_value=0)


class SubmitForm(StepForm):
    """Handing a reading in."""

    mark_rest = forms.BooleanField(required=False)


class SkipForm(StepForm):
    """Handing a pair back."""

    reason = forms.CharField(required=False, max_length=300)


class TakeUpForm(forms.Form):
    """Taking up again what was given back."""

    operation_id = forms.UUIDField()


class CommentForm(forms.Form):
    """A comment on one's own assignment."""

    operation_id = forms.UUIDField()
    text = forms.CharField(required=False, max_length=2000)
