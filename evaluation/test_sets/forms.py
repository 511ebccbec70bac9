"""Forms of test sets: their files, and the columns of a table."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet
from django.utils.formats import date_format

from annotation_site.phrases.span_units import TITLES
from annotation_site.previews.forms import FilesField, PreviewForm, TableForm
from annotation_site.releases.models import Release
from annotation_site.tables.columns import Assignment
from annotation_site.web.names import LONGEST_NAME, NameField
from evaluation.test_sets.files import MOST_REFERENCES, check_columns
from evaluation.test_sets.released_segments import EACH, RUNS, TOGETHER
from evaluation.test_sets.services import PARTS


def file_field(label: str, help_text: str = "") -> forms.FileField:
    return forms.FileField(required=False, max_length=255, label=label, help_text=help_text)


class TestSetForm(PreviewForm):
    """A name, and a table, or files sentence by sentence, or a release of word alignment."""

    __test__ = False  # not for pytest

    name = NameField(max_length=LONGEST_NAME, label="Name", help_text="Such as “idioms, newstest 2024”.")
    table = file_field(
        "Table",
        "CSV, TSV, XLSX, ODS or JSON; columns are assigned in the preview. Or an export of Label Studio, doccano, brat "
        "(ZIP) or WebAnno TSV 3, or CoNLL with tags. A segment may be a sentence, a paragraph or a document; a cell of "
        "CSV or TSV has at most 131,072 characters.",
    )
    source = file_field("Source", "Plain text, or .conllu or .cupt with lemmas and expressions.")
    reference = FilesField(
        required=False, most=MOST_REFERENCES, label="References", help_text="One file per reference; also .conllu."
    )
    spans = file_field(
        "Expressions in the source",
        "Label, tab and character spans such as [(35, 48)], optionally tab and class, for each expression of the line; "
        "an empty line if there is none. Or the output of find-expressions.",
    )
    reference_spans = file_field("Expressions in the reference", "Same format.")
    alignment = file_field(
        "Word alignment", "Links such as 0-0 1-2, counted from 0. Words aligned with an expression are its translation."
    )
    source_tokens = file_field("Words of the source", "Separated by spaces; needed if the links refer to other tokens.")
    reference_tokens = file_field("Words of the first reference")
    release = forms.ModelChoiceField(Release.objects.none(), required=False, empty_label="none")
    grouping = forms.ChoiceField(
        label="Grouping of target words",
        required=False,
        choices=[
            (TOGETHER, "all target words of a sentence are one expression"),
            (RUNS, "adjacent target words are one expression"),
            (EACH, "each target word is an expression"),
        ],
        initial=TOGETHER,
    )

    def __init__(self, *args: Any, releases: QuerySet[Release], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["release"]
        field.queryset = releases.defer("manifest")  # type: ignore[attr-defined]
        field.label_from_instance = name_release  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Require exactly one of the three kinds of input."""
        fields = super().clean() or {}
        lines = [name for name in (*PARTS[1:], "reference") if fields.get(name)]
        if fields.get("table") and (lines or fields.get("release")):
            self.add_error("table", "Choose either a table or line-aligned files, not both.")
        elif fields.get("release") and set(lines) - {"spans"}:
            self.add_error("release", "With a release, you can only add a file of expressions in the source.")
        elif not (fields.get("table") or fields.get("source") or fields.get("release") or self.errors):
            self.add_error(None, "Choose a table, a file of source sentences or a release.")
        return fields

    def given_files(self) -> tuple[dict[str, UploadedFile], list[UploadedFile]]:
        """Return the files by part, and the references."""
        fields = self.cleaned_data
        return {name: fields[name] for name in PARTS if fields.get(name)}, fields["reference"]


def name_release(release: Release) -> str:
    return f"{release.project}, release {release.number}, {date_format(release.created_at, 'j F Y')}"


def span_units_field(recognised: str) -> forms.ChoiceField:
    """Return the choice of what the numbers of spans count, as it was recognised in the file."""
    return forms.ChoiceField(
        label="Spans count",
        required=False,
        choices=list(TITLES.items()),
        initial=recognised,
        help_text="Other programs count emoji and accented letters differently.",
    )


class TestSetConfirmForm(forms.Form):
    """Confirmation of a preview: what spans count, and whether the names of systems are shortened."""

    __test__ = False  # not for pytest

    def __init__(self, *args: Any, recognised: str, short_names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["span_units"] = span_units_field(recognised)
        if short_names:
            self.fields["shortens_names"] = forms.BooleanField(
                label="Shorten names of systems",
                required=False,
                initial=True,
                help_text=f"{', '.join(short_names)}. You can rename systems later.",
            )


class TestSetTableForm(TableForm):
    """The columns of a test set's table."""

    __test__ = False  # not for pytest

    def check_columns(self, assignment: Assignment) -> None:
        """Raise ColumnsError for an assignment from which no test set can be made."""
        check_columns(assignment, self.table["columns"], self.table["name"])
