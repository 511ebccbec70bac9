"""Forms of the import pages."""

from typing import Any

from django import forms
from django.conf import settings

from annotation_site.previews.forms import FilesField, PreviewForm
from annotation_site.web.choices import explain
from expressions.imports.services import FORMATS, PASSAGES
from expressions.passages.cutting import FEWEST_WORDS, MOST_WORDS, USUAL_WORDS


class UploadForm(PreviewForm):
    """Text to be previewed."""

    uploads = FilesField(label="Files", most=PASSAGES.most_files)
    use = forms.ChoiceField(
        label="Content",
        choices=[
            ("text", explain("Text to annotate", "Files follow each other; marks in them are left out.")),
            (
                "readings",
                explain("Finished readings", "One file for each annotator, all of the same text and annotated."),
            ),
        ],
        initial="text",
        widget=forms.RadioSelect,
    )
    passage_words = forms.IntegerField(
        label="Words per passage",
        min_value=FEWEST_WORDS,
        max_value=MOST_WORDS,
        initial=USUAL_WORDS,
        help_text="Annotators read and submit a passage at a time. Sentences and documents stay whole.",
    )
    format_name = forms.ChoiceField(
        label="Format", choices=[("", "Detect automatically"), *FORMATS.items()], required=False
    )
    encoding = forms.CharField(
        required=False,
        max_length=40,
        help_text="Such as utf-8 or cp1252. Set this only if letters are displayed incorrectly.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        limit = settings.UPLOAD_LIMIT_BYTES // 1024 // 1024
        self.fields["uploads"].help_text = f"{', '.join(FORMATS.values())}; up to {limit} MB."


class ConfirmForm(forms.Form):
    """Agreement to leave out marks that the project cannot hold."""

    leave_out = forms.BooleanField(required=False)
