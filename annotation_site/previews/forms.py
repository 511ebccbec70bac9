"""Forms that upload files."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from annotation_site.tables.columns import Assignment, ColumnsError, Role, check_assignment, find_role
from annotation_site.tables.separators import NAMES
from annotation_site.texts.encodings import ENCODINGS, name_encoding

# Raises ColumnsError for an assignment of these columns of a file that cannot be read.
ColumnsCheck = Callable[[Assignment, Sequence[str], str], None]

# What a person can say of how a file is read, as the fields of `TableOptions` are called.
READING = ("sheet", "header", "separator", "encoding")


class PreviewForm(forms.Form):
    """Files to preview, or settings to preview them with; sending it twice gives one job."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)


class TableForm(PreviewForm):
    """Settings by which a stored table is read again: the columns, sheet, header, separator and encoding.

    `table` is what `describe_table` found, `roles` what columns can hold, and `check` what a kind of upload requires of
    an assignment. Fields are named by the places of columns, since names of columns are anything that people write.
    """

    sheet = forms.ChoiceField(required=False)
    header = forms.ChoiceField(
        label="First row", choices=[("yes", "Names of columns"), ("no", "Part of the data")], required=False
    )
    separator = forms.ChoiceField(label="Separator", required=False)
    encoding = forms.ChoiceField(choices=ENCODINGS, required=False)

    def __init__(
        self,
        *args: Any,
        roles: Sequence[Role],
        table: Mapping[str, Any],
        asked: Mapping[str, Any],
        check: ColumnsCheck | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.roles, self.table, self._check = roles, table, check
        contents = [("", "ignore"), *((role.name, role.title) for role in roles)]
        for index, column in enumerate(table["columns"]):
            self.fields[f"column_{index}"] = forms.ChoiceField(
                label=f"Content of {column}",
                choices=contents,
                required=False,
                initial=find_role(table["assignment"], column),
            )
        self._describe_reading(table, asked)

    def _describe_reading(self, table: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
        """Offer only the settings that the file has."""
        self.fields["header"].initial = "yes" if table["has_header"] else "no"
        self.fields["encoding"].initial = asked.get("encoding", "")
        self.fields["separator"].initial = asked.get("separator", "")
        separators = [("", "Detect automatically"), *((sign, name.capitalize()) for sign, name in NAMES.items())]
        self.fields["separator"].choices = separators  # type: ignore[attr-defined]
        self.fields["sheet"].choices = [(sheet, sheet) for sheet in table["sheets"]]  # type: ignore[attr-defined]
        self.fields["sheet"].initial = table["sheet"]
        if len(table["sheets"]) < 2:
            del self.fields["sheet"]
        if not table["separator"]:
            del self.fields["separator"]
        if not table["encoding"]:
            del self.fields["encoding"]
        if table["kind"] not in ("text", "workbook"):
            del self.fields["header"]

    @property
    def columns(self) -> list[dict[str, Any]]:
        """Return each column with its field and its first cells, for the page."""
        rows = self.table["sample"]
        return [
            {"name": column, "field": self[f"column_{index}"], "cells": [row[index] for row in rows]}
            for index, column in enumerate(self.table["columns"])
        ]

    @property
    def rows(self) -> list[list[dict[str, Any]]]:
        """Return the first rows, each cell with whether its column is used."""
        used = [bool(self[f"column_{index}"].value()) for index in range(len(self.table["columns"]))]
        return [
            [{"text": cell, "is_used": is_used} for cell, is_used in zip(row, used, strict=True)]
            for row in self.table["sample"]
        ]

    @property
    def summary(self) -> str:
        """Return how the file was read, in words: `CSV with semicolons · Windows 1252`."""
        parts = [self.table["title"]]
        if self.table["sheet"]:
            parts.append(f"sheet “{self.table['sheet']}”")
        if self.table["encoding"]:
            parts.append(name_encoding(self.table["encoding"]))
        if not self.table["has_header"]:
            parts.append("without a header")
        return " · ".join(parts)

    @property
    def reading_fields(self) -> list[forms.BoundField]:
        """Return the fields that say how the file is read, as far as it has such settings."""
        return [self[name] for name in READING if name in self.fields]

    def clean(self) -> dict[str, Any]:
        """Require an assignment that the kind of upload can read."""
        fields = super().clean() or {}
        if not self.errors and not self.is_read_anew:
            try:
                self.check_columns(self.assignment)
            except ColumnsError as fault:
                raise forms.ValidationError(fault.sentence) from fault
        return fields

    def check_columns(self, assignment: Assignment) -> None:
        """Raise ColumnsError for an assignment that cannot be read."""
        if self._check:
            self._check(assignment, self.table["columns"], self.table["name"])
        else:
            check_assignment(self.roles, assignment, self.table["columns"], self.table["name"])

    @property
    def is_read_anew(self) -> bool:
        """Return whether the file is to be read in another way, so that its columns are others."""
        return any(field.name in self.data and field.name in self.changed_data for field in self.reading_fields)

    @property
    def assignment(self) -> dict[str, list[str]]:
        """Return the columns of each role, none for columns that will be others; the form must have been sent."""
        assignment: dict[str, list[str]] = {}
        if self.is_read_anew:
            return assignment
        for index, column in enumerate(self.table["columns"]):
            if role := self.cleaned_data.get(f"column_{index}"):
                assignment.setdefault(role, []).append(column)
        return assignment

    @property
    def reading(self) -> dict[str, str]:
        """Return the settings by which the file is read, as `TableOptions` takes them."""
        return {name: self.cleaned_data.get(name) or "" for name in READING}


class FilesInput(forms.ClearableFileInput):
    """A control that takes several files at once."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several files, in the order in which they were chosen, each validated; too many are refused before
    any is stored.
    """

    widget = FilesInput

    def __init__(self, *, most: int, **options: Any) -> None:
        super().__init__(max_length=255, **options)
        self.most = most

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:
        """Return the files; an empty list if none is required."""
        files = [file for file in data if file] if isinstance(data, (list, tuple)) else [data] if data else []
        if len(files) > self.most:
            raise forms.ValidationError(f"Choose at most {self.most} files.")
        one = super().clean
        if not files and self.required:
            one(None, initial)
        return [one(file, initial) for file in files]
