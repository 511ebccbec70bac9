"""Reading what a repository answers, which may be anything: a page of a proxy, or another program at its address."""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar

from annotation_site.web.exceptions import DomainError

LONGEST_MESSAGE, LONGEST_DOI, LONGEST_RECORD = 500, 200, 200
_DOI = re.compile(r"10\.\d{4,9}/[!-~]+")
Part = TypeVar("Part")
# Places of an answer that may be missing.
_NO_PART: Any = object()


class Refused(DomainError):
    """An answer that stays the same however often one asks."""


class Passing(DomainError):
    """A failure of the repository that may have passed soon."""


class Parts:
    """The parts of an answer by path and type. Whatever is not there, or of another type, raises `Refused`."""

    def __init__(self, value: Any, host: str, software: str) -> None:
        self.value, self.host, self.software = value, host, software

    @classmethod
    def of(cls, body: bytes, host: str, software: str) -> Parts:
        """Return the parts of a body. Raise `Passing` if it is not JSON: a proxy may answer so for a while."""
        try:
            return cls(json.loads(body), host, software)
        except (ValueError, RecursionError) as error:
            raise Passing(
                f"{host} answered with something other than JSON. Check that the address is that of the front page of "
                f"{software}."
            ) from error

    def get(self, path: str, kind: type[Part], default: Part = _NO_PART) -> Part:
        """Return the part at a path of keys with dots between them, or the default, if any, for null and nothing."""
        value = self.value
        for key in path.split("."):
            if not isinstance(value, dict):
                raise self.refuse(path)
            value = value.get(key)
            if value is None and default is not _NO_PART:
                return default
        # True is an int to Python, and a list of files no number.
        if not isinstance(value, kind) or isinstance(value, bool) != (kind is bool):
            raise self.refuse(path)
        return value

    def list(self, path: str) -> list[Parts]:
        """Return the parts of each element of a list, all of which are objects."""
        elements = self.get(path, list)
        if not all(isinstance(element, dict) for element in elements):
            raise self.refuse(path)
        return [Parts(element, self.host, self.software) for element in elements]

    def get_record(self, path: str) -> str:
        """Return what the repository knows a record by: it is stored, and becomes a part of addresses."""
        record = self.get(path, object)
        text = str(record) if isinstance(record, (str, int)) and not isinstance(record, bool) else ""
        if not (text.isprintable() and text and len(text) <= LONGEST_RECORD):
            raise self.refuse(path)
        return text

    def refuse(self, path: str) -> Refused:
        """Return the error for a part that is missing or of another type."""
        return Refused(
            f"{self.host} does not answer as {self.software} does (“{path}” is missing or has another form). Check the "
            "address and the software of the repository."
        )


def read_doi(text: str) -> str:
    """Return a DOI, or an empty text for what is none."""
    return text if len(text) <= LONGEST_DOI and _DOI.fullmatch(text) else ""


def read_message(body: bytes) -> str:
    """Return what an answer says of a failure, with the fields that it names."""
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(answer, dict):
        return ""
    parts = [str(answer.get("message") or ""), *describe_errors(answer.get("errors"))]
    # A part of a job's row, which holds neither NUL nor half a character.
    message = "".join(letter if letter.isprintable() else " " for letter in " ".join(parts))
    return " ".join(message.split())[:LONGEST_MESSAGE]


def describe_errors(errors: Any) -> list[str]:
    """Return the errors that InvenioRDM finds in fields, also in drafts that it takes."""
    return [_describe_error(error) for error in errors] if isinstance(errors, list) else []


def _describe_error(error: Any) -> str:
    if not isinstance(error, dict):
        return str(error)
    messages = error.get("messages")
    return (
        f"{error.get('field', '')}: {' '.join(map(str, messages if isinstance(messages, list) else [messages or '']))}"
    )
