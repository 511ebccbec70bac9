"""Forms of the account page: name, and tokens for programs."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy

from annotation_site.accounts.models import ApiToken, User
from annotation_site.own_account.services import LONGEST_TOKEN_DAYS
from annotation_site.web.forms import ShownOnceForm
from annotation_site.web.names import NameField


class NameForm(forms.ModelForm[User]):
    """The name that colleagues see."""

    name = NameField(
        label=gettext_lazy("Your name"),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=gettext_lazy("Shown to colleagues. Exports show only a pseudonym."),
    )

    class Meta:
        model = User
        fields = ["name"]


class LanguageForm(forms.ModelForm[User]):
    """The language of annotators' pages and of emails."""

    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        choices=settings.LANGUAGES,
        help_text=gettext_lazy(
            "Used on pages of annotators and adjudicators and in emails. Pages of managers are in English."
        ),
    )

    class Meta:
        model = User
        fields = ["language"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["language"] = self.initial["language"] or settings.LANGUAGE_CODE


class TokenForm(ShownOnceForm):
    """A token for one program."""

    name = NameField(
        label=gettext_lazy("Name"), max_length=80, help_text=gettext_lazy("The program that uses the token.")
    )
    scope = forms.ChoiceField(
        label=gettext_lazy("Access"), choices=ApiToken.Scope, widget=forms.RadioSelect, initial=ApiToken.Scope.READ
    )
    days = forms.IntegerField(
        label=gettext_lazy("Valid for (days)"), min_value=1, max_value=LONGEST_TOKEN_DAYS, initial=90
    )
