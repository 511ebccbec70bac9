"""Fields for names in forms and in the API; every name that people give goes through one of them."""

from typing import Any

from django import forms
from rest_framework import serializers

from annotation_site.texts.names import clean_name


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
