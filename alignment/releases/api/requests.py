"""Body of a request for a release of a word alignment project."""

from rest_framework import serializers

from annotation_site.releases.api.requests import ReleaseRequest


class AlignmentReleaseRequest(ReleaseRequest):
    """A release to build."""

    separate_readings = serializers.BooleanField(
        default=True, help_text="Without them, the agreement in the release cannot be recomputed."
    )
