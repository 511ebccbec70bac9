"""Opening a reconciliation round."""

from typing import Any

from django import forms
from django.utils.safestring import SafeString

from annotation_site.projects.checklist import count_in_words
from annotation_site.web.choices import explain


class RemoveForm(forms.Form):
    """Removing one pair from an open round."""

    operation_id = forms.UUIDField(widget=forms.HiddenInput)
    pair = forms.IntegerField(label="Pair number", min_value=1)


class RoundForm(forms.Form):
    """Opening a reconciliation round."""

    operation_id = forms.UUIDField(widget=forms.HiddenInput)
    least_share = forms.TypedChoiceField(
        label="Pairs",
        coerce=float,
        widget=forms.RadioSelect,
        help_text="While the round is open, annotators see each other’s readings of these pairs only.",
    )
    note = forms.CharField(required=False, max_length=300, help_text="Shown to annotators and colleagues.")

    def __init__(self, *args: Any, choices: list[tuple[float, int, int]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["least_share"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            (f"{share:g}", _name_share(*choice)) for choice in choices if (share := choice[0]) == 0 or choice[1]
        ]
        field.initial = "0"


def _name_share(share: float, pairs: int, cells: int) -> SafeString:
    title = f"Pairs with at least {share:.0%} of links disputed" if share else "All pairs with disagreements"
    return explain(title, f"{count_in_words(pairs, 'pair')}, {count_in_words(cells, 'link')}")
