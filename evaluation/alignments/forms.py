"""Form for uploading an alignment of a translation or of the reference."""

from typing import Any

from django import forms
from django.db.models import QuerySet

from alignment.formats.forms import LinkFileForm
from annotation_site.releases.models import Release
from evaluation.test_sets.forms import name_release
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Translation

REFERENCE = "reference"


class AlignmentForm(LinkFileForm):
    """A file of links, one line per segment, or a release that contains them, and the text they belong to."""

    of = forms.ChoiceField(label="Target side of the links")
    source_tokens = forms.FileField(
        required=False,
        max_length=255,
        label="Tokenised source",
        help_text="One line per segment, tokens separated by spaces. Needed if the aligner used tokenised text.",
    )
    target_tokens = forms.FileField(
        required=False, max_length=255, label="Tokenised translation", help_text="Same format as the tokenised source."
    )
    release = forms.ModelChoiceField(
        Release.objects.none(),
        required=False,
        empty_label="none",
        label="Word alignment release",
        help_text="Pairs are matched by the words of both sentences.",
    )
    field_order = ("of", "file", "alignment_format", "base", "source_tokens", "target_tokens", "is_reversed", "release")

    def __init__(self, *args: Any, test_set: TestSet, releases: QuerySet[Release], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.test_set = test_set
        self.fields["file"].required = False
        chosen = self.fields["release"]
        chosen.queryset = releases.defer("manifest")  # type: ignore[attr-defined]
        chosen.label_from_instance = name_release  # type: ignore[attr-defined]
        if not releases:
            del self.fields["release"]
        self.fields["file"].help_text = "One line per segment, in the order of the test set."
        taken = set(test_set.word_alignments.values_list("translation", flat=True))
        choices = [] if None in taken else [(REFERENCE, "the reference")]
        translations = test_set.translations.exclude(pk__in=taken - {None}).select_related("system")
        choices += [(str(translation.pk), translation.system.name) for translation in translations]
        self.fields["of"].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Require either a file or a release, not both."""
        fields: dict[str, Any] = super().clean() or {}
        if bool(fields.get("file")) == bool(fields.get("release")) and not self.errors:
            self.add_error("file", "Choose a file of links or a release.")
        return fields

    def find_translation(self) -> Translation | None:
        """Return the translation that the links belong to, or None for the reference; the form must be valid."""
        of = self.cleaned_data["of"]
        return None if of == REFERENCE else Translation.objects.get(pk=of, test_set=self.test_set)

    def service_arguments(self) -> dict[str, Any]:
        """Return the arguments of `add_alignment`; the form must be valid and have a file."""
        arguments = super().service_arguments()
        left = {name: value for name, value in arguments.items() if name not in ("of", "release")}
        return {**left, "translation": self.find_translation()}
