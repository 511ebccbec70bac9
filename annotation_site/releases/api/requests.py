"""Body of a request for a release of any kind of project."""

from rest_framework import serializers

from annotation_site.creators.api import Creators
from annotation_site.projects.licences import LICENCES, LONGEST_TEXT, NOT_STATED, OTHER
from annotation_site.releases.services import LONGEST_CITATION
from annotation_site.web.api.requests import JobRequest


class ReleaseRequest(JobRequest):
    """The description of a release to build, for every kind of project."""

    note = serializers.CharField(max_length=300, allow_blank=True, default="")
    licence = serializers.ChoiceField(
        choices=[*LICENCES, OTHER, NOT_STATED],
        default=NOT_STATED,
        help_text="An SPDX identifier, “other” with `licence_text`, or empty for none.",
    )
    licence_text = serializers.CharField(max_length=LONGEST_TEXT, allow_blank=True, default="")
    citation = serializers.CharField(max_length=LONGEST_CITATION, allow_blank=True, default="")
    creators = Creators(required=False, help_text="Those of the project if omitted.")
