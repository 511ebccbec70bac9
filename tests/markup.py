"""The markup of a page, compared without regard to where its lines break."""

import re
from typing import Protocol


class Answer(Protocol):
    """An answer that a test client got."""

    @property
    def content(self) -> bytes: ...


class Markup(str):
    """HTML in which white space beside tags and between attributes does not count: neither in it nor in what is looked
    for with `in`, `count`, `index` and `split`: a test says what a page holds, not how its template is laid out.
    """

    __slots__ = ()

    def __new__(cls, text: str) -> "Markup":
        return super().__new__(cls, join_lines(text))

    def __contains__(self, part: object) -> bool:
        return isinstance(part, str) and super().__contains__(join_lines(part))

    def count(self, part: str, *bounds: int) -> int:  # type: ignore[override]
        return super().count(join_lines(part), *bounds)

    def index(self, part: str, *bounds: int) -> int:  # type: ignore[override]
        return super().index(join_lines(part), *bounds)

    def split(self, separator: str, most: int = -1) -> "list[Markup]":  # type: ignore[override]
        return [Markup(part) for part in super().split(join_lines(separator), most)]


def markup_of(answer: Answer) -> Markup:
    """Return the page that a test client was given."""
    return Markup(answer.content.decode())


def join_lines(html: str) -> str:
    """Return HTML with single spaces, and none beside tags."""
    text = re.sub(r" (?=</?[a-zA-Z])", "", re.sub(r"\s+", " ", html))
    return re.sub(r"(</?[a-zA-Z][^<>]*?) ?> ?", r"\1>", text)
