"""Settings of a selection from a large text."""

import re
from typing import Any

from django import forms

from alignment.imports.forms import SidesForm, TextForm
from alignment.selection import SelectionSettings, parse_bands
from annotation_site.previews.forms import PreviewForm
from annotation_site.web.choices import explain

# Those by which a text is first read; the criteria can be changed as soon as it was.
FIRST_SETTINGS = SelectionSettings(skip_punctuation=True)
_RANGE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*[-–]\s*(\d+(?:\.\d+)?)\s*")
MOST_SEED = 2**31 - 1
FURTHER = ("length_tail", "source_lengths", "target_lengths", "ratios", "mark_also", "seed")
TRAINING_KINDS = [
    ("text", explain("Training text", "One sentence per line, tokenised like the text above.")),
    ("list", explain("Frequency list", "One word and its count per line.", "the 120", "120 the")),
]


class SettingsForm(SidesForm, PreviewForm):
    """Bounds, frequency bands, and the size of the sample; `settings` holds them all when valid."""

    choose = forms.CharField(
        label="Frequency bands that select pairs",
        initial="0,1-10",
        max_length=100,
        help_text="Frequency in the training text, on either side; 0 means unseen.",
    )
    mark_also = forms.CharField(
        label="Further frequency bands to align",
        required=False,
        max_length=100,
        help_text="Such as 11-15. These words do not select pairs but are target words in selected pairs.",
    )
    fold_case = forms.BooleanField(label="Ignore case", required=False)
    skip_punctuation = forms.BooleanField(label="Exclude punctuation from target words", required=False, initial=True)
    skip_numbers = forms.BooleanField(label="Exclude numbers from target words", required=False)
    size = forms.IntegerField(
        label="Number of pairs",
        required=False,
        min_value=1,
        max_value=10_000_000,
        help_text="Size of a sample stratified by unseen and rare words on either side. If empty, all pairs.",
    )
    seed = forms.IntegerField(
        min_value=0, max_value=MOST_SEED, initial=0, help_text="The same seed gives the same sample."
    )
    length_tail = forms.FloatField(
        label="Shortest and longest sentences excluded (% at each end)",
        min_value=0,
        max_value=49,
        initial=5,
    )
    source_lengths = forms.CharField(required=False, max_length=30)
    target_lengths = forms.CharField(required=False, max_length=30)
    ratios = forms.CharField(
        label="Length ratio",
        required=False,
        max_length=30,
        help_text="Target/source length to keep, such as 0.5–2. If empty, outliers are detected.",
    )

    def name_sides(self, source: str, target: str) -> None:
        super().name_sides(source, target)
        for side, name in (("source", source), ("target", target)):
            field = self.fields[f"{side}_lengths"]
            field.label = f"{name} sentence length"
            field.help_text = "Words to keep, such as 8–60. If empty, from the share above."

    @property
    def has_further(self) -> bool:
        """Return whether one of the criteria that the page folds was changed, or refused."""
        return any(
            self[name].errors or self.fields[name].has_changed(self.fields[name].initial, self[name].value())
            for name in FURTHER
        )

    def clean_choose(self) -> Any:
        return _parse(parse_bands, self.cleaned_data["choose"])

    def clean_mark_also(self) -> Any:
        """Return the frequency bands, which are optional."""
        return _parse(parse_bands, self.cleaned_data["mark_also"])

    def clean_source_lengths(self) -> tuple[int, int] | None:
        return _parse_lengths(self.cleaned_data["source_lengths"])

    def clean_target_lengths(self) -> tuple[int, int] | None:
        return _parse_lengths(self.cleaned_data["target_lengths"])

    def clean_ratios(self) -> tuple[float, float] | None:
        return _parse_range(self.cleaned_data["ratios"])

    def clean(self) -> dict[str, Any]:
        """Refuse settings that contradict each other."""
        fields = super().clean() or {}
        if self.errors:
            return fields
        names = (
            "source_lengths", "target_lengths", "ratios", "choose", "mark_also", "fold_case", "skip_punctuation",
            "skip_numbers", "size", "seed",
        )  # fmt: skip
        values = {name: fields[name] for name in names}
        try:
            fields["settings"] = SelectionSettings(length_tail=fields["length_tail"] / 100, **values)
        except ValueError as error:
            self.add_error(None, str(error))
        return fields


class SelectionForm(TextForm):
    """The text and its training text."""

    TRAINING = ("source_training", "target_training")

    training_kind = forms.ChoiceField(
        label="Source of word frequencies", choices=TRAINING_KINDS, initial="text", widget=forms.RadioSelect
    )
    source_training = forms.FileField(max_length=255, required=False)
    target_training = forms.FileField(max_length=255, required=False)

    def name_sides(self, source: str, target: str) -> None:
        super().name_sides(source, target)
        for side, name in (("source", source), ("target", target)):
            self.fields[f"{side}_training"].label = f"{name} training text or frequency list"

    def clean(self) -> dict[str, Any]:
        """Require a training text for at least one side."""
        fields = super().clean()
        if not fields.get("source_training") and not fields.get("target_training"):
            self.add_error("source_training", "Choose a training text or frequency list for at least one side.")
        return fields


def describe_settings(settings: SelectionSettings) -> dict[str, Any]:
    """Return initial values of the form for another selection like this one."""
    stored = settings.to_json()
    ranges = {}
    for name in ("source_lengths", "target_lengths", "ratios"):
        ranges[name] = "–".join(f"{end:g}" for end in stored[name] or ())
    return {**stored, **ranges, "length_tail": round(100 * settings.length_tail, 6)}


def _parse(read: Any, text: str) -> Any:
    try:
        return read(text)
    except ValueError as error:
        raise forms.ValidationError(str(error)) from error


def _parse_range(text: str) -> tuple[float, float] | None:
    if not text.strip():
        return None
    written = _RANGE.fullmatch(text)
    if written is None:
        raise forms.ValidationError("Enter two numbers with a dash, such as 8–60.")
    return float(written[1]), float(written[2])


def _parse_lengths(text: str) -> tuple[int, int] | None:
    numbers = _parse_range(text)
    if numbers is None:
        return None
    if any(number != int(number) for number in numbers):
        raise forms.ValidationError("Lengths must be whole numbers of words.")
    return int(numbers[0]), int(numbers[1])
