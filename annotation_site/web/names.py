"""Fields for names in forms and in the API; every name that people give goes through one of them."""

from typing import Any

from django import forms
from rest_framework import serializers

from annotation_site.texts.names import clean_name
from annotation_site.web.exceptions import DomainError

# Of a test set, a system, a search and the like.
LONGEST_NAME = 120


class NameField(forms.CharField):
    """A name on a page, without characters that show nothing."""

    def to_python(self, value: Any) -> str:
        return clean_name(str(super().to_python(value)))


class NameInBodyField(serializers.CharField):
    """A name in a body of the API, without characters that show nothing."""

    def to_internal_value(self, data: Any) -> str:
        name = clean_name(super().to_internal_value(data))
        if not name and not self.allow_blank:
            self.fail("blank")
        return name


def require_name(name: str, of: str) -> str:
    """Return the name as it is seen, or raise DomainError."""
    name = clean_name(name)
    if not name:
        raise DomainError(f"Give the {of} a name.")
    if len(name) > LONGEST_NAME:
        raise DomainError(f"The {of}'s name is longer than {LONGEST_NAME} characters.")
    return name
