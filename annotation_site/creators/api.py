"""Creators in bodies of the API."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from annotation_site.creators.creators import LONGEST, MOST_CREATORS, ORGANISATION, PERSON, read_creators


class CreatorBody(serializers.Serializer[Any]):
    """A person, or an organisation, whose own ROR ID it is then."""

    type = serializers.ChoiceField(choices=[PERSON, ORGANISATION], default=PERSON)
    name = serializers.CharField(max_length=LONGEST, help_text="Family name, or name of the organisation.")
    given_name = serializers.CharField(max_length=LONGEST, required=False)
    orcid = serializers.CharField(max_length=LONGEST, required=False, help_text="Such as 0000-0002-1825-0097.")
    affiliation = serializers.CharField(max_length=LONGEST, required=False)
    ror = serializers.CharField(
        max_length=LONGEST, required=False, help_text="ROR ID of the affiliation or organisation, such as 03ad39j10."
    )

    def to_representation(self, instance: Mapping[str, str]) -> dict[str, Any]:
        """Return what is filled in."""
        return dict(instance)


class Creators(serializers.ListField):
    """Creators in the order of the citation."""

    child = CreatorBody()

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": MOST_CREATORS, **options})

    def to_internal_value(self, data: Any) -> list[dict[str, str]]:
        """Return the creators as they are stored."""
        try:
            return read_creators(super().to_internal_value(data))
        except ValueError as error:
            raise serializers.ValidationError(str(error)) from error
