"""The format of a file of links, as its uploader describes it."""

from collections.abc import Sequence
from typing import Any

from django import forms

from alignment.formats import ALIGNMENT_FORMATS, DETECT
from alignment.formats.link_files import BASES

EXAMPLES = {name: layout.example for name, layout in ALIGNMENT_FORMATS.items()}
BASE_CHOICES = list(zip(BASES, ("detect", "from 0", "from 1"), strict=True))
DETECTED = (DETECT, "Detect")


class LinkFormatForm(forms.Form):
    """Format, index base and direction of links. `takes_folders`: a ZIP archive of one file per pair can be read."""

    takes_folders = True

    alignment_format = forms.ChoiceField(label="Format", initial=DETECT)
    base = forms.ChoiceField(
        label="Index base",
        choices=BASE_CHOICES,
        initial=DETECT,
        widget=forms.RadioSelect,
    )
    is_reversed = forms.BooleanField(label="Links are written target–source", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["alignment_format"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [DETECTED, *((name, f"{name}:  {EXAMPLES[name]}") for name in self._names())]

    def _names(self) -> list[str]:
        return [name for name, layout in ALIGNMENT_FORMATS.items() if self.takes_folders or not layout.is_folder]


class LinkFileForm(LinkFormatForm):
    """One file of links, one line per sentence pair."""

    takes_folders = False

    file = forms.FileField(max_length=255)
    field_order: Sequence[str] = ("file",)

    def service_arguments(self) -> dict[str, Any]:
        """Return the arguments of the service that imports the file, from a valid form."""
        return {**self.cleaned_data, "file_name": self.cleaned_data["file"].name}
