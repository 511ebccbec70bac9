"""Forms of operators."""

from typing import Any

from django import forms

from annotation_site.accounts.models import User
from annotation_site.operators.queries.storage import Use
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
        help_text="Email address of an account.",
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )


class QuotaForm(forms.Form):
    """Another amount of one quota, in MB where it is of bytes; empty for the setting."""

    MB = 1 << 20
    name = forms.CharField(widget=forms.HiddenInput)
    amount = forms.IntegerField(required=False, min_value=0, max_value=1 << 33)

    def __init__(self, use: Use, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.auto_id = f"id_{use.quota.name}_%s"
        self.unit = self.MB if use.quota.is_bytes else 1
        self.fields["name"].initial = use.quota.name
        self.fields["amount"].label = f"{use.quota.label}{' (MB)' if use.quota.is_bytes else ''}"
        self.fields["amount"].initial = None if use.own is None else use.own // self.unit

    def read_amount(self) -> int | None:
        """Return the amount, in bytes where it is of bytes."""
        amount: int | None = self.cleaned_data["amount"]
        return None if amount is None else amount * self.unit
