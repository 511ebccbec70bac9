"""Forms of the steps of an assignment, shared by every kind of annotation."""

from typing import Any

from django import forms

from annotation_site.assignments.models import LONGEST_COMMENT, LONGEST_REASON


class OperationForm(forms.Form):
    """Resuming skipped or expired work."""

    operation_id = forms.UUIDField()


class StepForm(OperationForm):
    """The fields of every step of an assignment: it is applied once, and only to the version that was seen."""

    version = forms.IntegerField(min_value=0)


class SubmitForm(StepForm):
    """Submitting; a kind adds the fields of its page."""

    def read_content(self) -> dict[str, Any]:
        """Return the arguments of `submit_assignment` that the kind adds."""
        return {}


class SkipForm(StepForm):
    """Skipping with a reason."""

    reason = forms.CharField(required=False, max_length=LONGEST_REASON)


class CommentForm(OperationForm):
    """A comment on one's own assignment."""

    text = forms.CharField(required=False, max_length=LONGEST_COMMENT)
