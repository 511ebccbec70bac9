"""The settings of a study as one file. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from annotation_site.texts.faults import FormatError

FORMAT, VERSION = "interlinea-study", 1
LARGEST_FILE = 4 << 20


def write_study_file(study: Mapping[str, Any]) -> str:
    """Return the file: JSON that people can read, and compare line by line."""
    return json.dumps({"format": FORMAT, "version": VERSION, **study}, ensure_ascii=False, indent=1) + "\n"


def read_study_file(data: bytes, name: str) -> dict[str, Any]:
    """Return the study in a file, without its format and version; its parts are not checked yet.

    Raise FormatError, with one sentence, for a file that is none, or that a later version of the site has written.
    """
    try:
        content = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise FormatError(name, line, "This is not a study file: it is not UTF-8.") from None
    except json.JSONDecodeError as error:
        raise FormatError(name, error.lineno, f"This is not a study file: it is not JSON ({error.msg}).") from None
    except (RecursionError, ValueError):
        raise FormatError(name, None, "This is not a study file: its JSON cannot be read.") from None
    return check_format(content, name)


def check_format(content: object, name: str) -> dict[str, Any]:
    """Return the study without its format and version; raise FormatError if these are not those of this site."""
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise FormatError(name, None, f"This is not a study file: its “format” is not “{FORMAT}”.")
    version = content.get("version")
    if type(version) is not int or version < 1:
        raise FormatError(name, None, "“version” must be a whole number from 1.")
    if version > VERSION:
        problem = f"The file has version {version} of the format; this site reads up to {VERSION}. Update the site."
        raise FormatError(name, None, problem)
    return {key: value for key, value in content.items() if key not in ("format", "version")}
