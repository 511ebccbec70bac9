"""The API's JSON parser."""

import re
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class StrictJSONParser(JSONParser):
    """Refuses values that PostgreSQL cannot store (NUL, lone surrogates) and depth that would exhaust the parser."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Parse, then check every string once."""
        try:
            data = super().parse(stream, media_type, parser_context)
            refuse_unstorable(data)
        except RecursionError as error:
            raise ParseError("The JSON is nested too deeply.") from error
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
