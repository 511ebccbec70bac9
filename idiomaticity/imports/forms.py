"""Forms of the import pages."""

from typing import Any, get_args

from django import forms
from django.conf import settings

from annotation_site.phrases.span_units import TITLES
from annotation_site.previews.forms import FilesField, PreviewForm, TableForm
from annotation_site.tables.columns import Assignment
from annotation_site.web.choices import explain
from idiomaticity.formats.combined_tables import check_files
from idiomaticity.formats.naming import ClassesOf
from idiomaticity.imports.services import COMPOUND_IMPORT, LONGEST_CORRECTION


class UploadForm(PreviewForm):
    """Compounds or ratings to be previewed."""

    content = forms.ChoiceField(
        label="Content of the file",
        choices=[
            (
                "compounds",
                explain(
                    "Compounds with their sentences",
                    "Columns compound and sentence; optionally label, previous, next and others.",
                ),
            ),
            ("ratings", explain("Ratings of another study", "Columns compound, scale, annotator and rating.")),
        ],
        initial="compounds",
        widget=forms.RadioSelect,
    )
    uploads = FilesField(label="File", most=COMPOUND_IMPORT.most_files)
    encoding = forms.CharField(
        required=False,
        max_length=40,
        help_text="Such as utf-8 or cp1252. Set this only if letters are displayed incorrectly.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        limit = settings.UPLOAD_LIMIT_BYTES // 1024 // 1024
        self.fields["uploads"].help_text = (
            f"CSV, TSV, XLSX, ODS or JSON, or an export of Label Studio, doccano, brat or WebAnno, CoNLL with tags, "
            f"up to {min(limit, 50)} MB. Several files are combined: one can have "
            "the scores and another the sentences, as in NCTTI."
        )


class StudyTableForm(TableForm):
    """The columns of one or several files."""

    def check_columns(self, assignment: Assignment) -> None:
        """Raise ColumnsError for an assignment by which one of the files cannot be read."""
        check_files(self.roles, self.table["files"], assignment)


class AgainForm(PreviewForm):
    """The same files with corrections, or with other classes and labels.

    Fields of corrections are named `at:` and the key of the sentence, those of classes `class:` and the name, those of
    labels `label:` and the name; all are as many as the preview shows.
    """

    span_units = forms.ChoiceField(
        label="Spans count",
        required=False,
        choices=list(TITLES.items()),
        help_text="Other programs count emoji and accented letters differently.",
    )

    def read_classes(self) -> dict[str, str]:
        """Return name → class, empty for a name without one."""
        return {name[6:]: given for name, given in self.data.items() if name.startswith("class:")}

    def read_labels(self) -> dict[str, str]:
        """Return name → label, empty for a name that is none."""
        return {name[6:]: given for name, given in self.data.items() if name.startswith("label:")}

    def read_classes_of(self) -> str | None:
        """Return what the column of classes is about, or None if that was not part of what was sent."""
        given = self.data.get("classes_of")
        return given if given in get_args(ClassesOf) else None

    def read_rates_whole(self) -> bool:
        """Return whether the whole alone is to be rated where the head of a compound is unknown."""
        return "rates_whole" in self.data

    def read_corrections(self) -> dict[str, str]:
        """Return key → words."""
        return {name[3:]: text[:LONGEST_CORRECTION] for name, text in self.data.items() if name.startswith("at:")}


class ConfirmForm(forms.Form):
    """Confirmation of an import."""

    leave_out = forms.BooleanField(required=False)
