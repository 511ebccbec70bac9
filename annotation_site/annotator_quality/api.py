"""The shape of annotators' figures in the API, from their columns."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from annotation_site.annotator_quality.columns import Column, Field, map_fields


def make_serializer(name: str, doc: str, columns: Sequence[Column[Any]]) -> type[serializers.Serializer[Any]]:
    """Return a serializer with a field for each of the columns'; those that annotators do not see may be missing."""
    fields = {
        field_name: _make_field(field, is_required=is_own)
        for field_name, (field, is_own) in map_fields(columns).items()
    }
    return type(name, (serializers.Serializer,), {"__doc__": doc, **fields})


def _make_field(field: Field[Any], *, is_required: bool) -> serializers.Field[Any, Any, Any, Any]:
    how: dict[str, Any] = {"required": is_required}
    if field.help:
        how["help_text"] = field.help
    if field.kind == "whole":
        return serializers.IntegerField(**how)
    if field.kind == "number":
        return serializers.FloatField(allow_null=True, **how)
    if field.kind == "words":
        return serializers.ListField(child=serializers.CharField(), **how)
    return serializers.CharField(allow_null=field.kind == "reason", allow_blank=True, **how)
