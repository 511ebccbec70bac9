"""The choice of a form for an answer of the API."""

from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request


class QuickNegotiation(DefaultContentNegotiation):
    """DRF's negotiation, without reading a header by which nothing is chosen: the editor's at every save."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        """Return the renderer and its media type."""
        first = renderers[0]
        is_named = bool(format_suffix or request.META.get("QUERY_STRING"))
        if not is_named and request.META.get("HTTP_ACCEPT", "*/*") in ("*/*", first.media_type):
            return first, first.media_type
        return super().select_renderer(request, renderers, format_suffix)
