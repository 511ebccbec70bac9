"""Forms of the import pages."""

from typing import Any

from django import forms
from django.conf import settings

from annotation_site.previews.forms import FilesField, PreviewForm
from annotation_site.web.choices import explain
from idiomaticity.imports.services import LONGEST_CORRECTION, MOST_FILES


class UploadForm(PreviewForm):
    """Compounds or ratings to be previewed."""

    content = forms.ChoiceField(
        label="Content of the file",
        choices=[
            (
                "compounds",
                explain("Compounds with their sentences", "Columns compound and sentence, and optional ones."),
            ),
            ("ratings", explain("Ratings of another study", "Columns compound, scale, annotator and rating.")),
        ],
        initial="compounds",
        widget=forms.RadioSelect,
    )
    uploads = FilesField(label="File", most=MOST_FILES)
    encoding = forms.CharField(
        required=False,
        max_length=40,
        help_text="Such as utf-8 or cp1252. Set this only if letters are displayed incorrectly.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        limit = settings.UPLOAD_LIMIT_BYTES // 1024 // 1024
        self.fields["uploads"].help_text = (
            f"TSV, CSV, XLSX or JSON Lines, up to {min(limit, 50)} MB. Several files are combined: one can have "
            "the scores and another the sentences, as in NCTTI."
        )


class AgainForm(PreviewForm):
    """The same files with corrections; their fields are named `at:` and the key of the sentence."""

    def read_corrections(self) -> dict[str, str]:
        """Return key → words."""
        return {name[3:]: text[:LONGEST_CORRECTION] for name, text in self.data.items() if name.startswith("at:")}


class ConfirmForm(forms.Form):
    """Confirmation of an import."""

    leave_out = forms.BooleanField(required=False)
