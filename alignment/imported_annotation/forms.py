"""Imported annotation: its files and their annotators."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from django import forms

from alignment.imported_annotation.files import CAMPAIGN_FORMATS
from alignment.imported_annotation.services import MOST_FILES, MOST_NAME, ImportedAnnotator
from annotation_site.previews.forms import FilesField, PreviewForm
from annotation_site.projects.models import Membership
from annotation_site.web.choices import explain

NEW = "new"
FORMATS = {
    "giza-sp": (
        "Groups of positions, p for Possible (giza-sp)",
        "Includes the words of the pairs.",
        "Regina ({ 4 p1 p2 / / })",
    ),
    "mt-equal": (
        "Export of MT-EQuAl (mt-equal)",
        "A table with one row per sentence and label.",
        "113 it_en sys1 1 Sure alignment 4-2 4-3",
    ),
    "blinker": (
        "Blinker folders in a ZIP archive (blinker)",
        "One archive with a folder per annotator, or one archive per annotator. Pairs are matched by number.",
        "A1/samp1.SentPair0",
    ),
    "jsonl": (
        "JSON Lines (jsonl)",
        "As in releases of this site. The key “annotator” distinguishes annotators in one file.",
        '{"id": "113", "sure": "3-0 4-1", "possible": "2-2"}',
    ),
}


class CampaignForm(PreviewForm):
    """Files of annotators, to preview."""

    alignment_format = forms.ChoiceField(
        label="Format",
        choices=[(name, explain(*FORMATS[name])) for name in CAMPAIGN_FORMATS],
        initial=CAMPAIGN_FORMATS[0],
        widget=forms.RadioSelect,
    )
    reading_files = FilesField(
        most=MOST_FILES,
        label="Files",
        help_text=f"One file per annotator, all in the same format; up to {MOST_FILES} files.",
    )
    is_reversed = forms.BooleanField(label="Links are written target–source", required=False)


class AnnotatorsForm(forms.Form):
    """The annotators of the previewed readings: members of the project, or new people without accounts."""

    leave_out_rejected = forms.BooleanField(required=False)

    def __init__(
        self, *args: Any, readers: Sequence[Mapping[str, Any]], members: Iterable[Membership], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.readers = readers
        people = [(str(member.pk), f"{member.pseudonym}: {member.user}") for member in members]
        for place, reader in enumerate(readers):
            name = reader["annotator"] or PurePath(reader["file"]).stem
            self.fields[f"who_{place}"] = forms.ChoiceField(
                label=f"Annotator of {name}", choices=[(NEW, "New annotator"), *people], initial=NEW
            )
            self.fields[f"name_{place}"] = forms.CharField(
                label=f"Name for {name}", max_length=MOST_NAME, required=False, initial=name[:MOST_NAME]
            )

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Each reader with its two controls."""
        return [
            {"reader": reader, "who": self[f"who_{place}"], "name": self[f"name_{place}"]}
            for place, reader in enumerate(self.readers)
        ]

    def annotators(self) -> list[ImportedAnnotator]:
        """Return the annotators from a valid form, in the order of the readers."""
        found = [
            (self.cleaned_data[f"who_{place}"], self.cleaned_data[f"name_{place}"])
            for place in range(len(self.readers))
        ]
        return [ImportedAnnotator(name.strip(), None if who == NEW else int(who)) for who, name in found]
