"""Form for any file of a test set, which hands it to the form of what it holds."""

import re
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.datastructures import MultiValueDict

from alignment.formats import FormatError
from annotation_site.previews.forms import PreviewForm
from annotation_site.releases.models import Release
from annotation_site.web.names import NameField
from evaluation.added_files.recognition import Content, recognise
from evaluation.alignments.forms import AlignmentForm
from evaluation.external_scores.forms import ExternalScoresForm
from evaluation.linguistic_annotation.forms import LinguisticAnnotationForm
from evaluation.test_sets.models import TestSet
from evaluation.translations.forms import TranslationsForm
from evaluation.translations.services import holds_outputs

_SCORE_ENDING = re.compile(r"\.(seg|sys)$")
TITLES: dict[Content, str] = {"links": "links", "annotation": "linguistic annotation"}


class AddedFileForm(PreviewForm):
    """A file whose content is recognised; `content` and `chosen`, the form of that content, are there once valid."""

    file = forms.FileField(
        max_length=255,
        help_text="Translations, one a line or a column; scores of COMET, MetricX or mt-metrics-eval, or in a table; "
        "links of an alignment, in any format; lemmas and parts of speech (CoNLL-U).",
    )
    of = forms.ChoiceField(
        label="Text",
        required=False,
        help_text="For links, CoNLL-U of a text that is here already, and scores that do not name their systems.",
    )
    name = NameField(
        max_length=100, required=False, help_text="Of a new system or measure. If empty, the name of the file."
    )

    def __init__(self, *args: Any, test_set: TestSet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.test_set = test_set
        self.content: Content | None = None
        self.chosen: Any = None
        self._systems = {
            str(translation.pk): translation.system.name
            for translation in test_set.translations.select_related("system")
        }
        texts = [("source", "the source"), ("reference", "the reference"), *self._systems.items()]
        self.fields["of"].choices = [("", "none"), *texts]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Recognise the file, and let the form of its content check it."""
        fields: dict[str, Any] = super().clean() or {}
        if self.errors:
            return fields
        try:
            self.content = _recognise_upload(fields["file"])
        except FormatError as fault:
            self.add_error("file", str(fault))
            return fields
        if self.content == "annotation" and not fields["of"]:
            self.content = "translations"
        if self.content in TITLES and not fields["of"]:
            self.add_error("of", f"This file has {TITLES[self.content]}. Choose the text to which they belong.")
            return fields
        self.chosen = self._choose(self.content, fields)
        for field, errors in self.chosen.errors.items():
            self.add_error(field if field in self.fields else None, errors)
        return fields

    def _choose(self, content: Content, fields: dict[str, Any]) -> forms.Form:
        """Return the bound form of a content."""
        file, of = fields["file"], fields["of"]
        name = fields["name"] or _SCORE_ENDING.sub("", Path(file.name).stem)
        files = MultiValueDict({"file": [file]})
        if content == "scores":
            data = {"request_id": fields["request_id"], "name": name, "system": self._systems.get(of, "")}
            return ExternalScoresForm(data, files, test_set=self.test_set)
        if content == "links":
            data = {"of": of, "alignment_format": "detect", "base": "detect"}
            return AlignmentForm(data, files, test_set=self.test_set, releases=Release.objects.none())
        if content == "annotation":
            return LinguisticAnnotationForm({"of": of}, files, test_set=self.test_set)
        # A table names its systems.
        name = fields["name"] if holds_outputs([(file.name, file)]) else name
        return TranslationsForm({"name": name, "request_id": fields["request_id"]}, files)


def _recognise_upload(file: UploadedFile) -> Content:
    """Return what an uploaded file holds, and leave it at its start."""
    name = file.name or ""
    with NamedTemporaryFile(suffix="".join(Path(name).suffixes[-1:])) as copy:
        for chunk in file.chunks():
            copy.write(chunk)
        copy.flush()
        file.seek(0)
        try:
            return recognise(copy.name, name)
        except FormatError as fault:
            # Named as the person knows it.
            raise FormatError(name, fault.line, fault.sentence) from fault
