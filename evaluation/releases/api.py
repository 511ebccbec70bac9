"""Body of a request for a release of an evaluation."""

from rest_framework import serializers

from annotation_site.releases.api.requests import ReleaseRequest


class EvaluationReleaseRequest(ReleaseRequest):
    """A release of a test set with its outputs, scores and judgements."""

    test_set = serializers.IntegerField(min_value=1, max_value=2**63 - 1, help_text="Number of the test set.")
