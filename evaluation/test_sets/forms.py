"""Forms of test sets: their files, the columns of a table, and systems' translations."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet
from django.utils.formats import date_format

from annotation_site.previews.forms import FilesField, PreviewForm
from annotation_site.releases.models import Release
from evaluation.test_sets.files import MOST_REFERENCES
from evaluation.test_sets.released_segments import EACH, RUNS, TOGETHER
from evaluation.test_sets.services import LONGEST_NAME, PARTS

COLUMN_LABELS = {
    "source": ("Source sentence", True, ""),
    "reference": ("Reference translation", False, "BLEU, chrF and TER need it."),
    "expression": ("Expression in the reference", False, "Its translation there; Score_mwe needs it."),
    "label": (
        "Label of the expression",
        False,
        "Rows with the same label are one expression: “break the ice”.",
    ),
    "spans": ("Spans in the source", False, "Such as [(35, 48)]; LitTER needs them."),
    "reference_spans": ("Spans in the reference", False, "Written in the same way."),
    "expression_class": (
        "Class of the expression",
        False,
        "idiomatic, partly or compositional; NC, PC and C are read too.",
    ),
    "segment": ("Number of the segment", False, "Rows that follow each other with the same one are one sentence."),
}


def file_field(label: str, help_text: str = "") -> forms.FileField:
    return forms.FileField(required=False, max_length=255, label=label, help_text=help_text)


class TestSetForm(PreviewForm):
    """A name, and a table, or files sentence by sentence, or a release of word alignment."""

    __test__ = False  # not for pytest

    name = forms.CharField(max_length=LONGEST_NAME, label="Name", help_text="Such as “idioms, newstest 2024”.")
    table = file_field("Table", "xlsx, csv or tsv with a header, or jsonl.")
    source = file_field("Source", "Sentences as they are, or .conllu or .cupt, which brings lemmas and expressions.")
    reference = FilesField(
        required=False, most=MOST_REFERENCES, label="References", help_text="One file for each; .conllu is read too."
    )
    spans = file_field(
        "Expressions in the source",
        "A label, a tab and characters such as [(35, 48)], perhaps a tab and a class; an empty line where there is no "
        "expression.",
    )
    reference_spans = file_field("Expressions in the reference", "Written in the same way.")
    alignment = file_field(
        "Word alignment", "Links such as 0-0 1-2, counted from 0: what is aligned to an expression is its translation."
    )
    source_tokens = file_field("Words of the source", "With spaces between them, where the links count other words.")
    reference_tokens = file_field("Words of the first reference")
    release = forms.ModelChoiceField(Release.objects.none(), required=False, empty_label="none")
    grouping = forms.ChoiceField(
        label="Words that were to be aligned",
        required=False,
        choices=[
            (TOGETHER, "all of a sentence are one expression"),
            (RUNS, "those that stand side by side are one expression"),
            (EACH, "each is an expression"),
        ],
        initial=TOGETHER,
    )

    def __init__(self, *args: Any, releases: QuerySet[Release], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["release"]
        field.queryset = releases.defer("manifest")  # type: ignore[attr-defined]
        field.label_from_instance = name_release  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """One of the three ways, not two."""
        fields = super().clean() or {}
        lines = [name for name in (*PARTS[1:], "reference") if fields.get(name)]
        if fields.get("table") and (lines or fields.get("release")):
            self.add_error("table", "Give either a table or files with a line per segment, not both.")
        elif fields.get("release") and set(lines) - {"spans"}:
            self.add_error("release", "Beside a release there can only be a file of expressions in the source.")
        elif not (fields.get("table") or fields.get("source") or fields.get("release") or self.errors):
            self.add_error(None, "Give a table, or the source sentences, a line each, or a release.")
        return fields

    def given_files(self) -> tuple[dict[str, UploadedFile], list[UploadedFile]]:
        """The files by part, and the references."""
        fields = self.cleaned_data
        return {name: fields[name] for name in PARTS if fields.get(name)}, fields["reference"]


def name_release(release: Release) -> str:
    return f"{release.project}, release {release.number}, {date_format(release.created_at, 'j F Y')}"


class ColumnsForm(forms.Form):
    """What the columns of a table hold."""

    def __init__(self, *args: Any, columns: Sequence[str], proposed: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for part, (label, is_required, help_text) in COLUMN_LABELS.items():
            choices = [(name, name) for name in columns]
            self.fields[part] = forms.ChoiceField(
                label=label,
                required=is_required,
                help_text=help_text,
                choices=choices if is_required else [("", "none"), *choices],
                initial=proposed.get(part, ""),
            )
        taken = set(proposed.values())
        self.fields["references"] = forms.MultipleChoiceField(
            label="Further references",
            required=False,
            help_text="Other translations by people.",
            choices=[(name, name) for name in columns],
            initial=[],
            widget=forms.CheckboxSelectMultiple,
        )
        self.fields["systems"] = forms.MultipleChoiceField(
            label="Systems",
            required=False,
            help_text="Each holds what one system put out.",
            choices=[(name, name) for name in columns],
            initial=[name for name in columns if name not in taken],
            widget=forms.CheckboxSelectMultiple,
        )


class TranslationsForm(forms.Form):
    """What one system put out, or several in a table."""

    file = forms.FileField(
        max_length=255,
        help_text="A line per segment, with empty lines where there is no translation; CoNLL-U (.conllu), which keeps "
        "lemmas and parts of speech; or a table (xlsx, csv, tsv, jsonl) with a column for each system and, if rows are "
        "missing, a column “segment” with their numbers.",
    )
    name = forms.CharField(
        label="System", max_length=LONGEST_NAME, required=False, help_text="For a file of lines; a table has names."
    )
    columns = forms.CharField(
        label="Columns",
        required=False,
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Of a table, one a line. Left empty, all but “segment” are taken.",
    )

    def service_arguments(self) -> dict[str, Any]:
        """What `add_translations` wants, from a valid form."""
        fields = self.cleaned_data
        columns = fields["columns"].splitlines()
        return {"file": fields["file"], "file_name": fields["file"].name, "name": fields["name"], "columns": columns}
