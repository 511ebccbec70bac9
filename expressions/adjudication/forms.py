"""The form of a decision: a choice for each difference."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from annotation_site.adjudication.models import LONGEST_NOTE
from annotation_site.assignments.forms import StepForm
from expressions.adjudication.cards import Card, Comparison
from expressions.marks.forms import LONGEST_TEXT
from expressions.marks.marking import Mark, UnreadableLineError, read_lines
from expressions.marks.queries import say_fault

NOTHING, OWN = "none", "own"


class DecisionForm(StepForm):
    """A decision as the page sends it: for each card one of its choices, nothing, or marks as lines of text."""

    seen = forms.CharField(max_length=16)
    note = forms.CharField(max_length=LONGEST_NOTE, required=False)

    def __init__(self, *args: Any, comparison: Comparison, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.comparison = comparison
        for place, card in enumerate(comparison.cards):
            choices = [*((str(number), number) for number in range(len(card.choices))), (NOTHING, ""), (OWN, "")]
            self.fields[f"card_{place}"] = forms.ChoiceField(
                choices=choices, error_messages={"required": _("Decide on every difference.")}
            )
            self.fields[f"own_{place}"] = forms.CharField(required=False, max_length=LONGEST_TEXT)

    def clean(self) -> dict[str, Any]:
        """Collect the marks that were decided; name the line of one's own marks that cannot be read."""
        fields = super().clean() or {}
        if self.errors:
            return fields
        decided: list[Mark] = list(self.comparison.agreed)
        for place, card in enumerate(self.comparison.cards):
            try:
                decided += self._read_card(card, fields[f"card_{place}"], fields[f"own_{place}"])
            except UnreadableLineError as error:
                self.add_error(f"own_{place}", say_fault(error.fault))
        return {**fields, "marks": decided}

    @staticmethod
    def _read_card(card: Card, chosen: str, own: str) -> Sequence[Mark]:
        if chosen == OWN:
            return read_lines(own)
        return () if chosen == NOTHING else card.choices[int(chosen)].marks

    def read_content(self) -> dict[str, Any]:
        """Return the content of the decision."""
        return {name: self.cleaned_data[name] for name in ("marks", "note", "seen")}

    def list_faults(self) -> list[str]:
        """Return what is missing or wrong, each sentence once."""
        sentences = [str(fault) for faults in self.errors.values() for fault in faults]
        return list(dict.fromkeys(sentences))
