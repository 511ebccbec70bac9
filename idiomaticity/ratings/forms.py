"""Form of the rating page."""

from collections.abc import Sequence
from typing import Any

from django import forms

from annotation_site.assignments.forms import SubmitForm
from annotation_site.texts.format_characters import clean
from idiomaticity.scales.judgements import CANNOT_JUDGE, SCALES, Judgement
from idiomaticity.scales.paraphrase_texts import LONGEST_PARAPHRASE, MOST_PARAPHRASES
from idiomaticity.scales.score_scale import MOST


class RatingForm(SubmitForm):
    """A rating as the page sends it, with or without a script: an answer for each question, by name.

    A number on a slider has a box for “cannot judge” beside it; among buttons it is one of them.
    """

    def __init__(self, *args: Any, questions: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.questions = questions
        for name in questions:
            self.fields[name] = forms.IntegerField(required=False, min_value=CANNOT_JUDGE, max_value=MOST)
            self.fields[f"cannot_{name}"] = forms.BooleanField(required=False)
        for position in range(1, MOST_PARAPHRASES + 1):
            self.fields[f"paraphrase_{position}"] = forms.CharField(required=False, max_length=LONGEST_PARAPHRASE)

    def read_content(self) -> dict[str, Any]:
        return {"judgement": self.read_judgement()}

    def read_judgement(self) -> Judgement:
        """Return the judgement from the valid fields, without empty paraphrases."""
        fields = self.cleaned_data
        answers = {name: CANNOT_JUDGE if fields.get(f"cannot_{name}") else fields.get(name) for name in self.questions}
        scores = {name: answers.pop(name) for name in SCALES if name in answers}
        given = (clean(fields.get(f"paraphrase_{position}", "")) for position in range(1, MOST_PARAPHRASES + 1))
        return Judgement(**scores, paraphrases=tuple(text for text in given if text), extra=answers)
