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
        raise NotImplementedError


class SkipForm(StepForm):
    """Skipping with a reason: a ready one, words of one's own, or both."""

    ready_reason = forms.CharField(required=False, max_length=LONGEST_REASON)
    reason = forms.CharField(required=False, max_length=LONGEST_REASON)

    def clean(self) -> dict[str, Any]:
        """Return the fields with both parts as one reason, which the service checks and cuts."""
        fields = super().clean() or {}
        parts = (fields.pop("ready_reason", ""), fields.get("reason", ""))
        return {**fields, "reason": ": ".join(part for part in parts if part)}


class CommentForm(OperationForm):
    """A comment on one's own assignment."""

    text = forms.CharField(required=False, max_length=LONGEST_COMMENT)
    is_question = forms.BooleanField(required=False)


class AnswerForm(forms.Form):
    """An answer to a question."""

    text = forms.CharField(required=False, max_length=LONGEST_COMMENT)


class ItemsForm(OperationForm):
    """Items chosen by check boxes."""

    numbers: list[int]

    def set_items(self, chosen: list[str]) -> None:
        """Take the values of the check boxes; what is no number is none of them."""
        self.numbers = sorted({int(each) for each in chosen if each.isascii() and each.isdecimal() and len(each) < 10})

    def clean(self) -> dict[str, Any]:
        """Refuse an empty choice."""
        if not self.numbers:
            raise forms.ValidationError("Choose at least one.")
        return self.cleaned_data

    def read_arguments(self) -> dict[str, Any]:
        """Return the arguments of the services."""
        return {**self.cleaned_data, "numbers": self.numbers}


class WithdrawForm(ItemsForm):
    """Items chosen by check boxes, and why they are withdrawn."""

    reason = forms.CharField(required=False, max_length=LONGEST_REASON)
