"""Imported annotation: its files and their annotators."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from alignment.formats.forms import BASE_CHOICES, LinkFormatForm
from alignment.imported_annotation.services import MOST_FILES, MOST_NAME, ImportedAnnotator
from annotation_site.previews.forms import FilesField, PreviewForm
from annotation_site.projects.models import Membership
from annotation_site.web.names import NameField

NEW = "new"


class ReadingsForm(LinkFormatForm, PreviewForm):
    """Files of annotators, to preview."""

    reading_files = FilesField(
        most=MOST_FILES,
        label="Files",
        help_text=f"One file per annotator, or one that names several; up to {MOST_FILES} files. Annotators are named "
        "after the parts in which the file names differ; you can change this in the preview.",
    )
    field_order = ("reading_files",)


class AgainForm(LinkFormatForm, PreviewForm):
    """The same files read in another format, base or direction."""

    base = forms.ChoiceField(label="Index base", choices=BASE_CHOICES)


class AnnotatorsForm(forms.Form):
    """The annotators of the previewed readings: members of the project, or new people without accounts."""

    leave_out_rejected = forms.BooleanField(required=False)
    accept_identical = forms.BooleanField(required=False)

    def __init__(
        self, *args: Any, readers: Sequence[Mapping[str, Any]], members: Sequence[Membership], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.readers = readers
        people = [(str(member.pk), f"{member.pseudonym}: {member.user}") for member in members]
        known = {name.casefold(): str(member.pk) for member in members for name in (member.user.name, member.pseudonym)}
        for index, reader in enumerate(readers):
            name = reader["name"]
            self.fields[f"who_{index}"] = forms.ChoiceField(
                label=f"Annotator of {name}",
                choices=[(NEW, "New annotator"), *people],
                initial=known.get(name.casefold(), NEW),
            )
            self.fields[f"name_{index}"] = NameField(
                label=f"Name for {name}", max_length=MOST_NAME, required=False, initial=name[:MOST_NAME]
            )

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Each reader with its two controls."""
        return [
            {"reader": reader, "who": self[f"who_{index}"], "name": self[f"name_{index}"]}
            for index, reader in enumerate(self.readers)
        ]

    def annotators(self) -> list[ImportedAnnotator]:
        """Return the annotators from a valid form, in the order of the readers."""
        chosen = [
            (self.cleaned_data[f"who_{index}"], self.cleaned_data[f"name_{index}"])
            for index in range(len(self.readers))
        ]
        return [ImportedAnnotator(name.strip(), None if who == NEW else int(who)) for who, name in chosen]
