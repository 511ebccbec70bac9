"""The steps of an assignment that every kind of annotation shares, as its pages send them."""

from typing import Any

from django import forms

from annotation_site.assignments.models import LONGEST_COMMENT, LONGEST_REASON


class TakeUpForm(forms.Form):
    """Taking up again what was given back."""

    operation_id = forms.UUIDField()


class StepForm(TakeUpForm):
    """What every step of an assignment carries: it is applied once, and only to the version that was seen."""

    version = forms.IntegerField(min_value=0)


class SubmitForm(StepForm):
    """Submitting; a kind adds the fields of its page."""

    def read_content(self) -> dict[str, Any]:
        """Return the arguments of `submit_assignment` that the kind adds."""
        return {}


class SkipForm(StepForm):
    """Handing back with a reason."""

    reason = forms.CharField(required=False, max_length=LONGEST_REASON)


class CommentForm(TakeUpForm):
    """A comment on one's own assignment."""

    text = forms.CharField(required=False, max_length=LONGEST_COMMENT)
