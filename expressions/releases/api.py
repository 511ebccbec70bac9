"""Body of a request for a release of expressions in text."""

from rest_framework import serializers

from annotation_site.releases.api.requests import ReleaseRequest
from expressions.releases.forms import LARGEST_SEED, MOST_UNSEEN


class ExpressionReleaseRequest(ReleaseRequest):
    """A release of all passages with their readings and gold marks, and a split if both numbers are given."""

    unseen_test = serializers.IntegerField(
        min_value=1,
        max_value=MOST_UNSEEN,
        required=False,
        help_text="About how many expressions of test training should not have.",
    )
    unseen_dev = serializers.IntegerField(
        min_value=1, max_value=MOST_UNSEEN, required=False, help_text="The same for dev."
    )
    seed = serializers.IntegerField(min_value=0, max_value=LARGEST_SEED, required=False, help_text="1 if omitted.")
