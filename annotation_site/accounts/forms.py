"""Forms of the account page: name, and tokens for programs."""

from django import forms

from annotation_site.accounts.models import ApiToken, User
from annotation_site.accounts.services import LONGEST_TOKEN_DAYS
from annotation_site.web.forms import ShownOnceForm


class NameForm(forms.ModelForm[User]):
    """The name that colleagues see."""

    class Meta:
        model = User
        fields = ["name"]
        labels = {"name": "Your name"}
        help_texts = {"name": "Shown to colleagues. Exports show only a pseudonym."}
        widgets = {"name": forms.TextInput(attrs={"autocomplete": "name"})}


class TokenForm(ShownOnceForm):
    """A token for one program."""

    name = forms.CharField(max_length=80, help_text="The program that uses the token.")
    scope = forms.ChoiceField(choices=ApiToken.Scope, widget=forms.RadioSelect, initial=ApiToken.Scope.READ)
    days = forms.IntegerField(label="Valid for (days)", min_value=1, max_value=LONGEST_TOKEN_DAYS, initial=90)
