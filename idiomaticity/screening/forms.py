"""Forms of known answers."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from annotation_site.texts.encodings import ENCODINGS
from idiomaticity.scales.judgements import SCALES
from idiomaticity.scales.score_scale import ScoreScale
from idiomaticity.screening.answers import LARGEST_SHARE, LONGEST_EXPLANATION, read_range, write_examples
from idiomaticity.screening.models import KnownRating

LARGEST_FILE = 2 << 20
USES = [
    (KnownRating.Use.ATTENTION, "Attention: mixed into the work, counts only for annotator quality"),
    (KnownRating.Use.TUTORIAL, "Crowd tutorial: the expected answer is explained"),
    (KnownRating.Use.QUALIFICATION, "Crowd qualification: required to continue"),
]


class KnownRatingForm(forms.Form):
    """An item with the scores that are right."""

    operation_id = forms.UUIDField(widget=forms.HiddenInput)
    item = forms.CharField(
        max_length=120,
        help_text="Compound and sentence number, such as glass ceiling-1; at type level the compound only.",
    )
    use = forms.ChoiceField(label="For", choices=USES, initial=KnownRating.Use.ATTENTION, widget=forms.RadioSelect)
    head = forms.CharField(label="Expected score of the head", required=False, max_length=10)
    modifier = forms.CharField(label="Expected score of the modifier", required=False, max_length=10)
    whole = forms.CharField(label="Expected score of the whole compound", required=False, max_length=10)
    explanation = forms.CharField(
        required=False,
        max_length=LONGEST_EXPLANATION,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Shown after the answer in the tutorial.",
    )

    def __init__(self, *args: Any, scale: ScoreScale, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.scale = scale
        self.fields["head"].help_text = write_examples(scale)

    def clean(self) -> dict[str, Any]:
        """Collect the ranges as scale → lowest and highest score."""
        cleaned = super().clean() or {}
        expected = {}
        for scale in SCALES:
            try:
                ends = read_range(cleaned.pop(scale, ""), self.scale)
            except ValueError as error:
                self.add_error(scale, str(error))
            else:
                if ends is not None:
                    expected[scale] = ends
        if not expected and not self.errors:
            raise forms.ValidationError("Give the expected scores for at least one scale.")
        cleaned["expected"] = expected
        return cleaned


class KnownAnswerFileForm(forms.Form):
    """A file of items that are there for their known answers."""

    prefix = "file"
    operation_id = forms.UUIDField(widget=forms.HiddenInput)
    file = forms.FileField(
        help_text="Columns compound, sentence and expected_whole, such as 4-5; optionally expected_head, "
        "expected_modifier, use (attention, tutorial or qualification), explanation, head, modifier and span. These "
        "items are not compounds of your study.",
    )
    use = forms.ChoiceField(
        label="For",
        choices=USES,
        initial=KnownRating.Use.ATTENTION,
        widget=forms.RadioSelect,
        help_text="Rows with a use of their own keep it.",
    )
    encoding = forms.ChoiceField(choices=ENCODINGS, required=False)
    # Of the page of the study, to which its own form leads back.
    is_of_study = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def clean_file(self) -> UploadedFile:
        """Refuse a file that is too large to be read at once."""
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST_FILE:
            raise forms.ValidationError("The file is larger than 2 MB.")
        return file

    def service_arguments(self) -> dict[str, Any]:
        """Return the arguments of the service that imports the file, from a valid form."""
        sent = {name: value for name, value in self.cleaned_data.items() if name != "is_of_study"}
        file = sent.pop("file")
        return {**sent, "file": (file.read(), file.name)}


class ScreeningForm(forms.Form):
    attention_share = forms.IntegerField(label="Share of attention items (%)", min_value=0, max_value=LARGEST_SHARE)
    pass_mark = forms.IntegerField(label="Qualification pass mark (%)", min_value=1, max_value=100)
