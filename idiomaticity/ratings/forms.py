"""Form of the rating page."""

from typing import Any

from django import forms

from annotation_site.assignments.forms import SubmitForm
from idiomaticity.ratings.judgements import (
    CANNOT_JUDGE,
    HIGHEST,
    LONGEST_PARAPHRASE,
    LOWEST,
    MOST_PARAPHRASES,
    SCALES,
    Judgement,
)


class RatingForm(SubmitForm):
    """A rating as the page sends it, with or without a script."""

    head = forms.TypedChoiceField(required=False, coerce=int, empty_value=None)
    modifier = forms.TypedChoiceField(required=False, coerce=int, empty_value=None)
    whole = forms.TypedChoiceField(required=False, coerce=int, empty_value=None)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        answers = [str(score) for score in (CANNOT_JUDGE, *range(LOWEST, HIGHEST + 1))]
        for scale in SCALES:
            field = self.fields[scale]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [(answer, answer) for answer in answers]
        for position in range(1, MOST_PARAPHRASES + 1):
            self.fields[f"paraphrase_{position}"] = forms.CharField(required=False, max_length=LONGEST_PARAPHRASE)

    def read_content(self) -> dict[str, Any]:
        return {"judgement": self.read_judgement()}

    def read_judgement(self) -> Judgement:
        """Return the judgement from the valid fields, without empty paraphrases."""
        fields = self.cleaned_data
        given = (fields.get(f"paraphrase_{position}", "") for position in range(1, MOST_PARAPHRASES + 1))
        paraphrases = tuple(text for text in given if text)
        return Judgement(fields.get("head"), fields.get("modifier"), fields.get("whole"), paraphrases)
