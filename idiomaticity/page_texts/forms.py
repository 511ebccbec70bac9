"""Forms of the page with a study's texts."""

from django import forms
from django.conf import settings


class PageLanguageForm(forms.Form):
    language = forms.ChoiceField(
        label="Language of participants’ pages",
        choices=[("", "That of the compounds"), *settings.LANGUAGES],
        required=False,
        help_text="English where there is no translation. Annotators with an account choose theirs themselves.",
    )
