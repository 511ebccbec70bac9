"""The API's JSON parser."""

import json
import re
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.utils.json import strict_constant

_decoder = json.JSONDecoder(parse_constant=strict_constant)
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class StrictJSONParser(JSONParser):
    """Refuses values that PostgreSQL cannot store (NUL, lone surrogates) and depth that would exhaust the parser."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Parse, then check every string once."""
        return parse_strictly(stream.read(), (parser_context or {}).get("encoding") or settings.DEFAULT_CHARSET)


def parse_strictly(body: bytes, encoding: str = "utf-8") -> Any:
    """Return the value of a JSON text, or raise ParseError."""
    try:
        text = body.decode(encoding)
        data = _decoder.decode(text)
        # Without an escape there is neither: JSON allows no control character, and UTF-8 no surrogate.
        if "\\u" in text or encoding != "utf-8":
            refuse_unstorable(data)
    except RecursionError as error:
        raise ParseError("The JSON is nested too deeply.") from error
    except (ValueError, LookupError) as error:  # a codec that is none of text
        raise ParseError(f"JSON parse error - {error}") from error
    return data


def refuse_unstorable(value: Any) -> None:
    """Raise ParseError if a string anywhere in the value holds NUL or a lone surrogate."""
    if isinstance(value, str):
        if _UNSTORABLE.search(value):
            raise ParseError("A text contains a character that cannot be stored (NUL or a lone surrogate).")
    elif isinstance(value, dict):
        for key, inner in value.items():
            refuse_unstorable(key)
            refuse_unstorable(inner)
    elif isinstance(value, list):
        for inner in value:
            refuse_unstorable(inner)
