"""Choosing pairs with known gold."""

from contextlib import nullcontext
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from alignment.formats.forms import LinkFormatForm
from alignment.formats.link_files import LinkFile
from alignment.training.models import KnownGold
from annotation_site.web.choices import explain

LARGEST_FILE = 2 * 1024 * 1024
MOST_PAIRS = 500
USES = [
    (KnownGold.Use.TRAINING, explain("Training", "New annotators must pass these before they start.")),
    (KnownGold.Use.CHECK, explain("Check pairs", "Mixed into the work; annotators cannot recognise them.")),
]


class MarkForm(forms.Form):
    """Settled pairs by their numbers."""

    prefix = "mark"
    operation_id = forms.UUIDField(widget=forms.HiddenInput)
    numbers = forms.CharField(
        label="Pairs", max_length=2000, help_text="Pair numbers, such as 3, 7-12. The current gold is used."
    )
    use = forms.ChoiceField(label="For", choices=USES, initial=KnownGold.Use.TRAINING, widget=forms.RadioSelect)

    def clean_numbers(self) -> list[int]:
        """Return the numbers in order, each once."""
        numbers: set[int] = set()
        for part in self.cleaned_data["numbers"].replace(",", " ").split():
            first, _, last = part.partition("-")
            ends = (first, last or first)
            if not all(end.isascii() and end.isdecimal() and len(end) < 9 for end in ends):
                raise forms.ValidationError(f"“{part[:20]}” is not a pair number or a range such as 7-12.")
            low, high = int(ends[0]), int(ends[1])
            if high - low >= MOST_PAIRS:
                raise forms.ValidationError(f"Choose at most {MOST_PAIRS:,} pairs at a time.")
            numbers.update(range(low, high + 1))
        return sorted(numbers)


class GoldFileForm(LinkFormatForm):
    """Gold from a file."""

    prefix = "file"
    operation_id = forms.UUIDField(widget=forms.HiddenInput)
    file = forms.FileField(
        label="Gold file",
        help_text="Links in any format. Pairs are matched by ID, or by number if the file has none. Pairs that nobody "
        "was assigned are removed from the work.",
    )
    use = forms.ChoiceField(label="For", choices=USES, initial=KnownGold.Use.TRAINING, widget=forms.RadioSelect)
    field_order = ("file",)

    def clean_file(self) -> UploadedFile:
        """Refuse a file that is too large to be read at once."""
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST_FILE:
            raise forms.ValidationError("The file is larger than 2 MB.")
        return file

    def service_arguments(self) -> dict[str, Any]:
        """Return the arguments of the service that imports the file, from a valid form."""
        sent = dict(self.cleaned_data)
        file = sent.pop("file")
        layout, is_reversed = sent.pop("alignment_format"), sent.pop("is_reversed")
        links = LinkFile(file.name, layout, is_reversed, lambda: nullcontext(file.file), "the project")
        return {**sent, "file": links}
