"""Forms for uploading system outputs, and for confirming a preview of them."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from annotation_site.previews.forms import FilesField, PreviewForm
from annotation_site.web.names import LONGEST_NAME, NameField
from evaluation.test_sets.files import MOST_SYSTEMS
from evaluation.translations.files import KEEP_BLANK, SKIP_BLANK
from evaluation.translations.services import holds_outputs

# Systems that a label names.
NAMED = 5


class TranslationsForm(PreviewForm):
    """Upload of the outputs of one system, of its runs, or of several systems in a table."""

    file = FilesField(
        most=MOST_SYSTEMS,
        label="Files",
        help_text="One line per segment, with empty lines for missing translations; CoNLL-U (.conllu), with lemmas and "
        "parts of speech; or a table (XLSX, ODS, CSV, TSV, JSON), whose columns you assign on the next page.",
    )
    name = NameField(
        label="System",
        max_length=LONGEST_NAME,
        required=False,
        help_text="For files with one line per segment; several files are runs (seeds) of this system. If empty, each "
        "of several files is a system with the file’s name. Tables name their systems.",
    )
    pattern = forms.CharField(
        label="Pattern of names of runs",
        max_length=LONGEST_NAME,
        required=False,
        help_text="Such as {system}.seed{run}: files or columns whose names follow it are runs of the system named.",
    )
    whole_source = forms.FileField(
        label="Source of the whole text",
        required=False,
        max_length=255,
        help_text="For outputs of a whole text of which this test set has some sentences: one line for each line of "
        "the output. Without it, segments that were found in a text are taken by their line.",
    )
    replaces = forms.BooleanField(
        label="Replace existing translations",
        required=False,
        help_text="Their alignments and scores are deleted with them, and can be restored.",
    )

    blank_lines = forms.ChoiceField(
        label="Blank lines",
        required=False,
        choices=[(KEEP_BLANK, "keep as empty outputs"), (SKIP_BLANK, "skip")],
        help_text="Skip them if they only separate lines, as between paragraphs. Those at the end do not count.",
    )

    shortens_names = forms.BooleanField(
        label="Shorten names of systems",
        required=False,
        initial=True,
        help_text="To the part in which the names of several files differ, such as DLUT of "
        "generaltest2022.en-ja.hyp.DLUT. The names of a table are shown first. You can rename systems later.",
    )

    @property
    def outputs(self) -> list[tuple[str, UploadedFile]]:
        """Return the files with their names; the form must be valid."""
        return [(file.name or "", file) for file in self.cleaned_data["file"]]

    @property
    def is_table(self) -> bool:
        """Return whether the file is a table, which is previewed; the form must be valid."""
        return holds_outputs(self.outputs)

    def service_arguments(self) -> dict[str, Any]:
        """Return the arguments of `add_translations` beside the files, which its preview takes, too, but for the source
        of the whole text; the form must be valid.
        """
        return {name: self.cleaned_data[name] for name in ("name", "pattern", "replaces")}


class ReplaceForm(forms.Form):
    """Confirmation of a preview, which replaces translations of the systems that are `present` if that is agreed to."""

    replaces = forms.BooleanField(required=False)

    shortens_names = forms.BooleanField(label="Shorten names of systems", required=False)

    def __init__(self, *args: Any, present: Sequence[str], short_names: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if short_names:
            self.fields["shortens_names"].help_text = f"{name_some(short_names)}. You can rename systems later."
        else:
            del self.fields["shortens_names"]
        if not present:
            del self.fields["replaces"]
            return
        self.fields["replaces"].label = f"Replace the existing translations of {name_some(present)}"
        self.fields["replaces"].help_text = "Their alignments and scores are deleted with them, and can be restored."


def name_some(names: Sequence[str]) -> str:
    """Return the first names for a label."""
    return ", ".join(names[:NAMED]) + (" and others" if len(names) > NAMED else "")
