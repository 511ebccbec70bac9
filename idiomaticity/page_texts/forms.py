"""Forms of the page with a study's texts."""

from django import forms
from django.conf import settings

from annotation_site.languages.catalogue import LONGEST


class PageLanguageForm(forms.Form):
    language = forms.ChoiceField(
        label="Language of participants’ pages",
        choices=[("", "That of the compounds"), *settings.LANGUAGES],
        required=False,
        help_text="English where there is no translation. Annotators with an account choose theirs themselves.",
    )


class SentenceForm(forms.Form):
    """A sentence in the study's own words."""

    sentence = forms.CharField(max_length=LONGEST, strip=False)
