"""Forms of the pages for annotator quality and known answers."""

from typing import Any

from django import forms

from idiomaticity.ratings.judgements import SCALES
from idiomaticity.screening.annotator_quality import USUAL, Limits
from idiomaticity.screening.answers import LARGEST_SHARE, LONGEST_EXPLANATION, read_range
from idiomaticity.screening.models import KnownRating

USES = [
    (KnownRating.Use.ATTENTION, "Attention: mixed into the work, counts only for annotator quality"),
    (KnownRating.Use.TUTORIAL, "Crowd tutorial: the expected answer is explained"),
    (KnownRating.Use.QUALIFICATION, "Crowd qualification: required to continue"),
]


class LimitsForm(forms.Form):
    """Limits of the figures that flag an annotator."""

    poor = forms.FloatField(label="ρ is poor below", min_value=-1, max_value=1)
    doubtful = forms.FloatField(label="ρ is doubtful below", min_value=-1, max_value=1)
    seconds = forms.FloatField(label="Too fast below (s)", min_value=0, max_value=600)
    run = forms.IntegerField(label="Identical answers in a row (minimum)", min_value=2, max_value=1000)
    same_share = forms.FloatField(label="Share of the most frequent answer (minimum)", min_value=0, max_value=1)
    cannot_share = forms.FloatField(label="Share of “cannot judge” (minimum)", min_value=0, max_value=1)
    same_paraphrase = forms.IntegerField(
        label="Repeated paraphrase: compounds (minimum)", min_value=2, max_value=10_000
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={name: getattr(USUAL, name) for name in self.base_fields})
        for name, field in self.fields.items():
            if isinstance(field, forms.FloatField):
                field.widget.attrs["step"] = "any"
            field.widget.attrs["id"] = f"limit-{name}"

    def read_limits(self) -> Limits:
        """Return the submitted limits, or the default ones."""
        return Limits(**self.cleaned_data) if self.is_bound and self.is_valid() else USUAL


class KnownRatingForm(forms.Form):
    """An item with the scores that are right."""

    operation_id = forms.UUIDField(widget=forms.HiddenInput)
    item = forms.CharField(
        max_length=120,
        help_text="Compound and sentence number, such as glass ceiling-1; at type level the compound only.",
    )
    use = forms.ChoiceField(label="For", choices=USES, initial=KnownRating.Use.ATTENTION, widget=forms.RadioSelect)
    head = forms.CharField(
        label="Expected score of the head", required=False, max_length=10, help_text="4-5, 4, ≥4 or ≤1."
    )
    modifier = forms.CharField(label="Expected score of the modifier", required=False, max_length=10)
    whole = forms.CharField(label="Expected score of the whole compound", required=False, max_length=10)
    explanation = forms.CharField(
        required=False,
        max_length=LONGEST_EXPLANATION,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Shown after the answer in the tutorial.",
    )

    def clean(self) -> dict[str, Any]:
        """Collect the ranges as scale → lowest and highest score."""
        cleaned = super().clean() or {}
        expected = {}
        for scale in SCALES:
            try:
                ends = read_range(cleaned.pop(scale, ""))
            except ValueError as error:
                self.add_error(scale, str(error))
            else:
                if ends is not None:
                    expected[scale] = ends
        if not expected and not self.errors:
            raise forms.ValidationError("Give the expected scores for at least one scale.")
        cleaned["expected"] = expected
        return cleaned


class ScreeningForm(forms.Form):
    attention_share = forms.IntegerField(label="Share of attention items (%)", min_value=0, max_value=LARGEST_SHARE)
    pass_mark = forms.IntegerField(label="Qualification pass mark (%)", min_value=1, max_value=100)
