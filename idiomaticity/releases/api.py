"""Body of a request for a release of a compositionality study."""

from typing import Any

from rest_framework import serializers

from annotation_site.releases.api.requests import ReleaseRequest
from idiomaticity.paraphrases.counts import PAPER


class ThresholdsBody(serializers.Serializer[Any]):
    """The rule for the levels of paraphrases; by default, that of the paper."""

    several_sentences = serializers.IntegerField(min_value=2, max_value=1000, default=PAPER.several_sentences)
    one_sentence = serializers.IntegerField(min_value=1, max_value=1000, default=PAPER.one_sentence)


class StudyReleaseRequest(ReleaseRequest):
    """A release of all submitted work."""

    paraphrases = ThresholdsBody(required=False)
