"""The answer to OPTIONS: what an address is, without its fields, which the OpenAPI document has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.metadata import BaseMetadata
from rest_framework.request import Request

if TYPE_CHECKING:  # rest_framework.views reads the settings that name this module
    from rest_framework.views import APIView


class NameAndDescription(BaseMetadata):
    """The name and the description of an address. DRF's own looks for a serializer, of which most views have none, and
    raises an error where one has no single serializer.
    """

    def determine_metadata(self, request: Request, view: APIView) -> dict[str, Any]:
        """Return the answer's body."""
        return {"name": view.get_view_name(), "description": view.get_view_description()}
