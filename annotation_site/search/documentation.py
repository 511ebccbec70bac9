"""Headings and words of the built documentation, from the index that Sphinx writes for its own search."""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

INDEX = "searchindex.js"
# Sphinx keeps the stems of words: "invit" for "invite". Shorter ones begin too many words.
SHORTEST_STEM = 3
# Folders for those who annotate and manage come first, those for people who run or build the site last.
FOLDERS = ("guides", "howto", "", "measuring", "operating", "reference", "developing", "decisions")


class Heading(NamedTuple):
    """A heading of the documentation: its page below the root, and the anchor in it, empty for the page's title."""

    title: str
    page: str
    anchor: str = ""

    @property
    def folder_place(self) -> int:
        """The place of its folder among all."""
        folder = self.page.rpartition("/")[0].partition("/")[0]
        return FOLDERS.index(folder) if folder in FOLDERS else len(FOLDERS)


class Documentation(NamedTuple):
    """All headings, and the pages on which a stem of a word stands."""

    headings: tuple[Heading, ...] = ()
    pages_of_stem: Mapping[str, Collection[Heading]] = {}
    titles: Mapping[str, str] = {}

    def find_pages(self, words: Sequence[str]) -> list[Heading]:
        """Return the pages with all these words, or beginnings of words, in their order."""
        matching = [self._find_pages_of(word) for word in words]
        pages = set.intersection(*matching) if matching else set()
        return sorted(pages, key=lambda page: (page.folder_place, page))

    def _find_pages_of(self, word: str) -> set[Heading]:
        pages: set[Heading] = set()
        for stem, of_stem in self.pages_of_stem.items():
            if stem.startswith(word) or (len(stem) >= SHORTEST_STEM and word.startswith(stem)):
                pages.update(of_stem)
        return pages


def read_documentation() -> Documentation:
    """Return what the documentation is about; nothing where it was not built."""
    path = Path(settings.HELP_ROOT) / INDEX
    return _read_index(path, path.stat().st_mtime_ns) if path.is_file() else Documentation()


@lru_cache(maxsize=1)
def _read_index(path: Path, changed: int) -> Documentation:
    """Read Sphinx's index: a call of a script's function with one object, which is JSON."""
    text = path.read_text()
    index = json.loads(text[text.index("(") + 1 : text.rindex(")")])
    names, titles = index["docnames"], [strip_markup(title) for title in index["titles"]]
    headings = []
    for title, places in index["alltitles"].items():
        for document, anchor in places:
            headings.append(Heading(strip_markup(title), names[document], anchor or ""))
    pages_of_stem: dict[str, set[Heading]] = {}
    for stems in (index["terms"], index["titleterms"]):
        for stem, documents in stems.items():
            pages = {Heading(titles[number], names[number]) for number in as_list(documents)}
            pages_of_stem.setdefault(stem, set()).update(pages)
    return Documentation(tuple(headings), pages_of_stem, dict(zip(names, titles, strict=True)))


def as_list(documents: int | list[int]) -> list[int]:
    """Return the numbers of documents: Sphinx writes a single one without its list."""
    return documents if isinstance(documents, list) else [documents]


def strip_markup(title: str) -> str:
    """Return a heading as it is read: Sphinx keeps the marks of code and emphasis."""
    return re.sub(r"<[^>]+>|[`*]", "", title)
