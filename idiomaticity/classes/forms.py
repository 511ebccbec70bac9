"""Forms of the pages for classes and for adjudication."""

from dataclasses import asdict
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from annotation_site.adjudication.models import LONGEST_NOTE
from annotation_site.assignments.forms import StepForm
from annotation_site.projects.models import Membership
from idiomaticity.classes.polarisation import Doubts
from idiomaticity.ratings.scores import CLASSES
from idiomaticity.scales.score_scale import LEAST, MOST, ScoreScale


class JudgeForm(forms.Form):
    """An expert's class of a compound."""

    operation_id = forms.UUIDField()
    compound_class = forms.ChoiceField(choices=list(CLASSES.items()))


class AnnotatorField(forms.ModelChoiceField[Membership]):
    """A member by pseudonym and name: the manager knows both."""

    def label_from_instance(self, obj: Membership) -> str:
        return f"{obj.pseudonym}: {obj.user.name}"


class ExpertForm(forms.Form):
    """Appointment or dismissal of an expert."""

    operation_id = forms.UUIDField(widget=forms.HiddenInput)
    annotator = AnnotatorField(Membership.objects.none(), empty_label="Choose…")
    is_asked = forms.BooleanField(required=False, initial=True, widget=forms.HiddenInput)

    def __init__(self, *args: Any, annotators: QuerySet[Membership], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["annotator"]
        assert isinstance(field, AnnotatorField)
        field.queryset = annotators


class VerdictForm(StepForm):
    """An adjudicator's decision on a compound."""

    decided_class = forms.ChoiceField(choices=[("", ""), *CLASSES.items()], required=False)
    note = forms.CharField(max_length=LONGEST_NOTE, required=False)
    is_done = forms.BooleanField(required=False)

    def read_content(self) -> dict[str, Any]:
        """Return the content of the decision."""
        return {name: self.cleaned_data[name] for name in ("decided_class", "note", "is_done")}


class DoubtsForm(forms.Form):
    """Thresholds for compounds that need an adjudicator."""

    spread_from = forms.FloatField(label=_("Spread between sentences: at least"), min_value=0.1, max_value=MOST)
    compositional_from = forms.FloatField(
        label=_("Score of compositional compounds: at least"), min_value=LEAST, max_value=MOST
    )
    partly_from = forms.FloatField(
        label=_("Score of partly compositional compounds: at least"), min_value=LEAST, max_value=MOST
    )
    partly_to = forms.FloatField(label=_("and at most"), min_value=LEAST, max_value=MOST)
    idiomatic_to = forms.FloatField(label=_("Score of idiomatic compounds: at most"), min_value=LEAST, max_value=MOST)

    def __init__(self, data: Any = None, *, scale: ScoreScale) -> None:
        self.usual = Doubts.on(scale)
        super().__init__(data, initial=asdict(self.usual))

    def read_doubts(self) -> Doubts:
        """Return the thresholds, or the default ones if the form is absent or invalid."""
        return Doubts(**self.cleaned_data) if self.is_bound and self.is_valid() else self.usual
