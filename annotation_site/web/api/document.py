"""The OpenAPI document: how programs authenticate, and its last touch. Loaded with the document alone, for what
drf-spectacular writes it with brings Django's test client along.
"""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension


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
