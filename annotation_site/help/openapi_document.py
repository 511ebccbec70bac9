"""The OpenAPI document: made once, how programs authenticate, and its last touch. Loaded with the document alone, for
what drf-spectacular writes it with brings Django's test client along.
"""

from functools import cache
from typing import Any, cast

from django.conf import settings
from django.utils import translation
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_site.projects.access import SIGNED_IN, admits


class KeptDocument(SchemaGenerator):
    """A generator for the view: everybody is given the document that the first request had made."""

    def get_schema(self, request: Any = None, public: bool = False) -> Any:  # noqa: FBT001, FBT002 - the base's signature
        """Return the whole document, which nobody may change."""
        return make_document(self.api_version)


@cache
def make_document(version: str) -> Any:
    """Return the document, which takes a second, in the language of its descriptions: names of shapes derive from
    labels, and would differ from one reader to another.
    """
    with translation.override(settings.LANGUAGE_CODE):
        return SchemaGenerator(api_version=version).get_schema(request=None, public=True)


class DocumentView(SpectacularJSONAPIView):
    """The document, for whoever is signed in."""

    api_version, generator_class = settings.VERSION, KeptDocument

    @extend_schema(exclude=True)
    @admits(SIGNED_IN)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Return the document."""
        return cast(Response, super().get(request, *args, **kwargs))


class BearerToken(OpenApiAuthenticationExtension):
    """Tokens in the OpenAPI document."""

    target_class = "annotation_site.accounts.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the scheme of a token made on the account page."""
        return {"type": "http", "scheme": "bearer", "description": "A token from your account page."}


class BrowserSession(OpenApiAuthenticationExtension):
    """The session of a signed-in browser."""

    target_class = "annotation_site.accounts.authentication.SessionAuthentication401"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the scheme of the session's cookie; changes also need X-CSRFToken."""
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "A signed-in browser session. Requests that change data need the header X-CSRFToken.",
        }


class KeyScheme(OpenApiAuthenticationExtension):
    """Keys of machines in the OpenAPI document."""

    target_class = "annotation_site.machines.authentication.KeyAuthentication"
    name = "machine"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the scheme of a key made on the page of a machine."""
        return {"type": "http", "scheme": "bearer", "description": "A key from the page of a machine."}


def let_shapes_overlap(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Say `anyOf` where nothing tells the shapes of several kinds apart: a refusal without details fits each of them,
    and `oneOf` would forbid that.
    """
    for schema in result["components"]["schemas"].values():
        if schema.keys() == {"oneOf"}:
            schema["anyOf"] = schema.pop("oneOf")
    return result
