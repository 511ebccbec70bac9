"""Bodies of steps, parsed by hand because a save must cost little."""

from typing import Any
from uuid import UUID

from annotation_site.assignments.forms import LONGEST_COMMENT
from annotation_site.web.api.shapes import read_flag, read_object, read_text, read_uuid, read_whole


def read_step(body: object) -> dict[str, Any]:
    """Return operation id and version, which every change has."""
    data = read_object(body)
    return {"operation_id": read_uuid(data, "operation_id"), "version": read_whole(data, "version")}


def read_operation_id(body: object) -> UUID:
    """Return the operation id alone, for resuming."""
    return read_uuid(read_object(body), "operation_id")


def read_comment(body: object) -> dict[str, Any]:
    """Return the arguments of `post_comment`."""
    data = read_object(body)
    return {
        "operation_id": read_uuid(data, "operation_id"),
        "text": read_text(data, "text", most=LONGEST_COMMENT),
        "is_question": read_flag(data, "is_question"),
    }
