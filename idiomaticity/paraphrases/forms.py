"""Forms of the paraphrase pages."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from annotation_site.web.names import NameField
from idiomaticity.paraphrases.services import ACTIONS
from idiomaticity.paraphrases.suggestions import SUSPICIOUS


class StepForm(forms.Form):
    """One decision; `page` is the compound from whose page it comes, or nothing for the review."""

    operation_id = forms.UUIDField()
    page = forms.IntegerField(required=False, min_value=1)


class DecisionForm(StepForm):
    """A decision on a paraphrase form."""

    form = NameField(max_length=250)
    action = forms.ChoiceField(choices=[(action, action) for action in ACTIONS], required=False)
    compound = forms.IntegerField(required=False, min_value=1)
    into = NameField(max_length=250, required=False)

    def clean(self) -> dict[str, Any]:
        """Discard the merge target unless the action is to merge."""
        fields = super().clean() or {}
        if fields.get("action") != "merge":
            fields["into"] = ""
        return fields


class UndoForm(StepForm):
    decision = forms.IntegerField(min_value=1)


class JunkForm(forms.Form):
    """From when an answer that fits anything is suspicious."""

    overall = forms.IntegerField(
        label=_("Given for at least (compounds)"), min_value=2, max_value=10_000, initial=SUSPICIOUS.overall
    )
    by_one = forms.IntegerField(
        label=_("Given by one annotator for at least (compounds)"),
        min_value=2,
        max_value=10_000,
        initial=SUSPICIOUS.by_one,
    )


class ThresholdsForm(forms.Form):
    """The rule for the levels of paraphrases."""

    several_sentences = forms.IntegerField(
        label=_("Type level, several sentences: answers (minimum)"), min_value=2, max_value=1000
    )
    one_sentence = forms.IntegerField(
        label=_("Token level, one sentence: answers (minimum)"), min_value=1, max_value=1000
    )
