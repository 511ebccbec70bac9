"""A new project of translation evaluation, and its settings later."""

from django import forms

from annotation_site.projects.models import Project
from annotation_site.projects.services.projects import LONGEST_GUIDELINE
from annotation_site.texts.languages import LANGUAGE_CHOICES
from annotation_site.web.choices import explain

SPREADS = [
    ("overlap", explain("Finish what is begun", "Expressions get all their judgements soon: agreement shows early.")),
    ("even", explain("Evenly", "Every expression is judged once before any is judged a second time.")),
]
LANGUAGES = [("", "Choose…"), *LANGUAGE_CHOICES]


class SettingsForm(forms.Form):
    """What can be set at the start and changed later."""

    name = forms.CharField(max_length=120)
    description = forms.CharField(
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="For its members, in Markdown.",
    )
    spread = forms.ChoiceField(
        label="Order in which people judge", choices=SPREADS, initial=Project.Spread.OVERLAP, widget=forms.RadioSelect
    )


class ProjectForm(SettingsForm):
    """A new project; `request_id` makes sending it twice harmless."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)
    source_language = forms.ChoiceField(choices=LANGUAGES, help_text="Of the sentences that systems translate.")
    target_language = forms.ChoiceField(choices=LANGUAGES, help_text="Of the references and outputs.")
    annotators_per_item = forms.IntegerField(
        label="People who judge each expression",
        min_value=1,
        max_value=50,
        initial=3,
        help_text="Each round can say otherwise. Two or more are needed to measure agreement.",
    )
    guideline = forms.CharField(
        label="Guidelines",
        required=False,
        max_length=LONGEST_GUIDELINE,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text="In Markdown. Annotators can open them beside every expression; each change becomes a version.",
    )
