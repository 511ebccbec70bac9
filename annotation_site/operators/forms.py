"""Forms of operators."""

from typing import Any

from django import forms

from annotation_site.accounts.models import User
from annotation_site.operators.services.pseudonyms import confirmation_of


class PseudonymiseForm(forms.Form):
    """The person's address, or name, typed by the operator who pseudonymises them."""

    typed = forms.CharField(
        max_length=254, widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"})
    )

    def __init__(self, person: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["typed"].label = "Email address of the person" if person.has_account else "Name of the person"
        self.fields["typed"].help_text = f"Type “{confirmation_of(person)}” to confirm."


class ManagerForm(forms.Form):
    """The address of a project's new manager."""

    address = forms.EmailField(
        label="Email address",
        help_text="Of somebody with an account.",
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )
