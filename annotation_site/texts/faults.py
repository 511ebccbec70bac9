"""Errors of readers about unusable input."""

from __future__ import annotations

from dataclasses import dataclass

from annotation_site.texts.format_characters import clean, is_shown_in_text

EXCERPT_LENGTH = 80


class FormatError(Exception):
    """The whole file is unusable; the message names the file and, if one is to blame, the line."""

    def __init__(self, file: str, line: int | None, sentence: str) -> None:
        super().__init__(file, line, sentence)
        self.file = file
        self.line = line
        self.sentence = sentence

    def __str__(self) -> str:
        where = self.file if self.line is None else f"{self.file}, line {self.line}"
        return f"{where}: {self.sentence}"


@dataclass(frozen=True, slots=True)
class Rejected:
    """One row that cannot be used, with the reason as a sentence; other rows are still valid."""

    line: int
    reason: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Untranslated(Rejected):
    """A unit without a translation yet: no error, but no pair either, so that it is left out and counted."""


def reject(line: int, reason: str, text: str = "") -> Rejected:
    """Return a rejected row with an excerpt only; both it and the reason, which may quote the row, are safe to show and
    to store.
    """
    return Rejected(line, _make_safe(reason), _make_safe(text[:EXCERPT_LENGTH]))


def _make_safe(text: str) -> str:
    shown = text.encode("utf-8", "replace").decode("utf-8")
    return "".join(c if is_shown_in_text(c) else "\N{REPLACEMENT CHARACTER}" for c in clean(shown))
