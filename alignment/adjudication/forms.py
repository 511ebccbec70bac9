"""Forms of the actions on a pair under adjudication."""

from django import forms

LONGEST_NOTE = 300


class ActionForm(forms.Form):
    """The fields of every action on a pair: an id that makes repeating it harmless, and the version on which the page
    was based.
    """

    operation_id = forms.UUIDField()
    version = forms.IntegerField(min_value=0)
    choice = forms.CharField(required=False, max_length=100_000)
    pseudonym = forms.CharField(required=False, max_length=8)


class AddForm(forms.Form):
    """Words to add to a matrix."""

    add_source = forms.IntegerField(required=False, min_value=0)
    add_target = forms.IntegerField(required=False, min_value=0)

    def added(self) -> tuple[int | None, int | None]:
        return self.cleaned_data["add_source"], self.cleaned_data["add_target"]
