"""A new release of a compositionality study."""

from typing import Any

from django import forms

from annotation_site.releases import forms as shared
from idiomaticity.paraphrases.counts import PAPER, Thresholds


class ReleaseForm(shared.ReleaseForm):
    """Its terms, and the rule for the levels of its paraphrases."""

    several_sentences = forms.IntegerField(
        label="Type-level paraphrases, several sentences: answers (minimum)",
        min_value=2,
        max_value=1000,
        initial=PAPER.several_sentences,
        help_text="Published threshold: 3. Paraphrases given for all sentences are always type level.",
    )
    one_sentence = forms.IntegerField(
        label="Token-level paraphrases, one sentence: answers (minimum)",
        min_value=1,
        max_value=1000,
        initial=PAPER.one_sentence,
        help_text="Published threshold: 2.",
    )

    def clean(self) -> dict[str, Any]:
        """Put both numbers into one rule."""
        fields = super().clean()
        if not self.errors:
            fields["thresholds"] = Thresholds(fields.pop("several_sentences"), fields.pop("one_sentence"))
        return fields
