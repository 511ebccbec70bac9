"""The steps of an assignment that every kind of annotation shares, as its pages send them."""

from django import forms


class StepForm(forms.Form):
    """What every step of an assignment carries: it is applied once, and only to the version that was seen."""

    operation_id = forms.UUIDField()
    version = forms.IntegerField(min_value=0)


class SkipForm(StepForm):
    """Handing back with a reason."""

    reason = forms.CharField(required=False, max_length=300)


class TakeUpForm(forms.Form):
    """Taking up again what was given back."""

    operation_id = forms.UUIDField()
