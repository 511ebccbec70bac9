"""The form of a deposit."""

from typing import Any

from django import forms
from django.conf import settings

from annotation_site.deposits.models import Deposit

LONGEST_TOKEN = 500


class DepositForm(forms.Form):
    """A repository, a token for it, and whether to publish at once."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)
    software = forms.ChoiceField(
        label="Software of the repository",
        choices=Deposit.Software,
        initial=Deposit.Software.INVENIO,
        widget=forms.RadioSelect,
    )
    address = forms.URLField(
        label="Address",
        max_length=200,
        assume_scheme="https",
        help_text="Base URL, such as https://zenodo.org.",
    )
    token = forms.CharField(
        max_length=LONGEST_TOKEN,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text="From your account there, with the right to deposit and to publish. It is used once and not stored.",
    )
    collection = forms.CharField(
        max_length=100, required=False, help_text="For Dataverse: the identifier of the collection, as in its address."
    )
    contact = forms.EmailField(
        label="Email address of a contact",
        required=False,
        help_text="For Dataverse, which shows a form to write to it.",
    )
    publish = forms.TypedChoiceField(
        label="Then",
        choices=[
            ("draft", "Leave it as a draft, which you check and publish there"),
            ("publish", "Publish it, for good"),
        ],
        coerce=lambda choice: choice == "publish",
        initial="draft",
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        hosts = ", ".join(settings.OUTGOING_HOSTS)
        self.fields["address"].help_text += f" The operator of this site lists: {hosts}."
