"""What the actions on a pair under adjudication carry."""

from django import forms

LONGEST_NOTE = 300


class ActionForm(forms.Form):
    """What every action on a pair carries: what makes it harmless twice, and the version the page was made from."""

    operation_id = forms.UUIDField()
    version = forms.IntegerField(min_value=0)
    choice = forms.CharField(required=False, max_length=100_000)
    pseudonym = forms.CharField(required=False, max_length=8)
    note = forms.CharField(required=False, max_length=LONGEST_NOTE)


class AddForm(forms.Form):
    """Words that a drawing is to hold besides."""

    add_source = forms.IntegerField(required=False, min_value=0)
    add_target = forms.IntegerField(required=False, min_value=0)

    def added(self) -> tuple[int | None, int | None]:
        return self.cleaned_data["add_source"], self.cleaned_data["add_target"]
