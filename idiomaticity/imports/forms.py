"""What the pages of import take in."""

from typing import Any

from django import forms
from django.conf import settings

from annotation_site.web.choices import explain
from idiomaticity.imports.services import LONGEST_CORRECTION, MOST_FILES


class SeveralFilesInput(forms.ClearableFileInput):
    """A control that takes several files."""

    allow_multiple_selected = True


class SeveralFilesField(forms.FileField):
    """Files as a list."""

    widget = SeveralFilesInput

    def clean(self, data: Any, initial: Any = None) -> Any:
        """Each by itself; too many are refused before any is stored."""
        files = data if isinstance(data, (list, tuple)) else [data]
        if len(files) > MOST_FILES:
            raise forms.ValidationError(f"Choose at most {MOST_FILES} files.")
        return [super(SeveralFilesField, self).clean(each, initial) for each in files]


class UploadForm(forms.Form):
    """Compounds or ratings to be previewed."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)
    content = forms.ChoiceField(
        label="What is in the file",
        choices=[
            ("compounds", explain("Compounds with their sentences", "Columns compound and sentence; perhaps more.")),
            ("ratings", explain("Ratings of a finished study", "Columns compound, scale, annotator and rating.")),
        ],
        initial="compounds",
        widget=forms.RadioSelect,
    )
    uploads = SeveralFilesField(label="File", max_length=255)
    encoding = forms.CharField(
        required=False,
        max_length=40,
        help_text="Only if letters come out wrong: the encoding of the text, such as utf-8 or cp1252.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        limit = settings.UPLOAD_LIMIT_BYTES // 1024 // 1024
        self.fields["uploads"].help_text = (
            f"TSV, CSV, XLSX or JSON Lines, up to {min(limit, 50)} MB. Several files are read together: one may hold "
            "the scores and another the sentences, as in NCTTI."
        )

    def clean(self) -> dict[str, Any]:
        """Ratings come in one file."""
        fields = super().clean() or {}
        if fields.get("content") == "ratings" and len(fields.get("uploads", [])) > 1:
            self.add_error("uploads", "Ratings come in one file.")
        return fields


class AgainForm(forms.Form):
    """The same files with corrections; their fields are named `at:` and the key of the sentence."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)

    def read_corrections(self) -> dict[str, str]:
        """Key → words."""
        return {name[3:]: text[:LONGEST_CORRECTION] for name, text in self.data.items() if name.startswith("at:")}


class ConfirmForm(forms.Form):
    """Yes, take this in."""

    leave_out = forms.BooleanField(required=False)
