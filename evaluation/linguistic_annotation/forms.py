"""Form for adding lemmas and parts of speech to a stored text."""

from typing import Any

from django import forms

from evaluation.linguistic_annotation.queries import list_linguistic_annotations, list_parts, name_part
from evaluation.test_sets.files import CONLLU_ENDINGS
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Translation


class LinguisticAnnotationForm(forms.Form):
    """A file of CoNLL-U and the text that its words are of."""

    of = forms.ChoiceField(label="Text")
    file = forms.FileField(
        label="CoNLL-U",
        max_length=255,
        help_text="One sentence per segment with this text, in the same order and with the same words.",
        widget=forms.FileInput(attrs={"accept": ",".join(CONLLU_ENDINGS)}),
    )

    def __init__(self, *args: Any, test_set: TestSet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        there = {text.translation_id or text.part for text in list_linguistic_annotations(test_set)}
        systems = test_set.translations.select_related("system")
        self._translations = {
            str(translation.pk): translation for translation in systems if translation.pk not in there
        }
        choices = [(part, f"the {name_part(part)}") for part in list_parts(test_set) if part not in there]
        choices += [(key, translation.system.name) for key, translation in self._translations.items()]
        self.fields["of"].choices = choices  # type: ignore[attr-defined]

    def find_text(self) -> str | Translation:
        """Return the translation, or the part of the test set; the form must be valid."""
        of: str = self.cleaned_data["of"]
        return self._translations.get(of, of)

    def service_arguments(self) -> dict[str, Any]:
        """Return what `add_linguistic_annotation` wants, from a valid form."""
        file = self.cleaned_data["file"]
        return {"of": self.find_text(), "file": file, "file_name": file.name}
