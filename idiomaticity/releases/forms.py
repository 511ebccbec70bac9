"""A new release of a compositionality study."""

from typing import Any

from django import forms

from annotation_site.releases import forms as shared
from idiomaticity.paraphrases.counts import PAPER, Thresholds


class ReleaseForm(shared.ReleaseForm):
    """Its terms, and the rule by which its paraphrases are classified."""

    several_sentences = forms.IntegerField(
        label="Type-level paraphrases, in several sentences: from",
        min_value=2,
        max_value=1000,
        initial=PAPER.several_sentences,
        help_text="Answers in all. The paper has 3; a paraphrase proposed for every sentence is type-level anyway.",
    )
    one_sentence = forms.IntegerField(
        label="Token-level paraphrases, in one sentence: from",
        min_value=1,
        max_value=1000,
        initial=PAPER.one_sentence,
        help_text="Answers for that sentence. The paper has 2.",
    )

    def read_request(self) -> dict[str, Any]:
        """Arguments of `request_release`."""
        fields = dict(self.cleaned_data)
        rule = Thresholds(fields.pop("several_sentences"), fields.pop("one_sentence"))
        return {**fields, "thresholds": rule}
