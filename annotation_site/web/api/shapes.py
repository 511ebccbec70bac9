"""Strict reading of a JSON body, which coerces nothing: each function returns the value or raises an error."""

from typing import Any
from uuid import UUID

from annotation_site.web.exceptions import DomainError

LARGEST_INTEGER = 2**31 - 1


def read_object(body: object) -> dict[str, Any]:
    """Return the body, which must be an object."""
    if not isinstance(body, dict):
        raise DomainError("Send a JSON object.")
    return body


def read_uuid(body: dict[str, Any], name: str) -> UUID:
    """Return a UUID, which must have its usual form with hyphens."""
    text = body.get(name)
    try:
        value = UUID(text) if isinstance(text, str) else None
    except ValueError:
        value = None
    if value is None or str(value) != str(text).lower():
        raise DomainError(f"{name} must be a UUID such as 7f9c24e8-3b12-4fef-91d0-8f2f1ab5e1c0.")
    return value


def is_whole(value: object, most: int = LARGEST_INTEGER) -> bool:
    """Return whether the value is an integer from 0 to `most`; JSON's true and 1.0 are not."""
    return type(value) is int and 0 <= value <= most


def read_whole(body: dict[str, Any], name: str) -> int:
    """Return a number of 0 or more that fits its column."""
    value = body.get(name)
    if not is_whole(value):
        raise DomainError(f"{name} must be a whole number from 0 to {LARGEST_INTEGER:,}.")
    return int(value)  # type: ignore[arg-type]  # is_whole says so


def read_text(body: dict[str, Any], name: str, *, most: int, default: str | None = None) -> str:
    """Return a text of at most `most` characters, which is required unless there is a default."""
    value = body.get(name, default)
    if not isinstance(value, str):
        raise DomainError(f"{name} must be a string.")
    if len(value) > most:
        raise DomainError(f"{name} must have at most {most:,} characters.")
    return value


def read_choice(body: dict[str, Any], name: str, choices: tuple[str, ...]) -> str:
    """Return one of the words given."""
    value = body.get(name)
    if not isinstance(value, str) or value not in choices:
        raise DomainError(f"{name} must be one of: {', '.join(choices)}.")
    return value


def read_flag(body: dict[str, Any], name: str) -> bool:
    """Return true or false; false if it is missing."""
    value = body.get(name, False)
    if not isinstance(value, bool):
        raise DomainError(f"{name} must be true or false.")
    return value


def read_list(body: dict[str, Any], name: str, *, most: int) -> list[Any]:
    """Return a list of at most `most` entries; empty if it is missing."""
    value = body.get(name, [])
    if not isinstance(value, list):
        raise DomainError(f"{name} must be a list.")
    if len(value) > most:
        raise DomainError(f"{name} must have at most {most:,} entries.")
    return value
