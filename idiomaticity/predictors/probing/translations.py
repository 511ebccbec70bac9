"""SS: how alike the translations of a compound and of its words are, over the languages of a table."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from annotation_site.tables.column_words import find_words
from annotation_site.tables.columns import Assignment, Role
from annotation_site.tables.reading import RECOGNISED, TableOptions
from annotation_site.texts.faults import FormatError, Rejected
from idiomaticity.formats.tables import Record, read_table
from idiomaticity.predictors.formulas import string_similarity
from idiomaticity.scales.paraphrase_texts import normalise

MOST_LANGUAGES = 200
LONGEST_TRANSLATION = 500
WORD = ("word", "source", "expression")
# Columns of languages have their names, so that only the word is looked for.
ROLES = (
    Role(
        "word",
        "Word",
        (*WORD, "wort", "palabra", "mot", "parola", "palavra", *find_words("compound")),
        is_required=True,
    ),
    Role("language", "Language", ("language",)),
    Role("translation", "Translation", ("translation",)),
)
# Language → word → translation, both in normal form.
Translations = dict[str, dict[str, str]]


def read_translations(
    data: bytes, name: str, options: TableOptions = RECOGNISED, wanted: Assignment = MappingProxyType({})
) -> Translations:
    """Read a table in long form (word, language, translation) or with a column for each language next to `word`.

    Of several translations into one language, the first counts. Raise FormatError, naming the line, for a row that
    cannot be used.
    """
    return collect_translations(read_table(data, name, options, ROLES, wanted), name)


def collect_translations(rows: Iterable[Record | Rejected], name: str) -> Translations:
    """Return the translations in the rows of a table; raise FormatError for the first that cannot be used."""
    translations: Translations = {}
    for row in rows:
        if isinstance(row, Rejected):
            raise FormatError(name, row.line, row.reason)
        word = normalise(str(row.cells["word"]))
        if not word:
            raise FormatError(name, row.line, "The row has no word.")
        for language, text in _read_cells(row, name):
            translation = normalise(text)
            if len(translation) > LONGEST_TRANSLATION:
                raise FormatError(name, row.line, f"The translation is longer than {LONGEST_TRANSLATION} characters.")
            if translation:
                translations.setdefault(language, {}).setdefault(word, translation)
        if len(translations) > MOST_LANGUAGES:
            raise FormatError(name, row.line, f"The table has more than {MOST_LANGUAGES} languages.")
    if not translations:
        raise FormatError(name, None, "The table has no translations.")
    return translations


def _read_cells(row: Record, name: str) -> list[tuple[str, str]]:
    if "translation" in row.cells:
        language = str(row.cells.get("language") or "").strip()
        if not language:
            raise FormatError(name, row.line, "The row has no language.")
        return [(language.lower(), str(row.cells["translation"] or ""))]
    return [(language, str(cell or "")) for language, cell in row.cells.items() if language != "word"]


def compare_translations(
    translations: Translations, compound: str, modifier: str, head: str
) -> tuple[float | None, int]:
    """Return SS of one compound, and the number of languages that have all three of its words."""
    words = tuple(normalise(text) for text in (compound, modifier, head))
    languages = sum(set(words) <= table.keys() for table in translations.values())
    return string_similarity(translations, *words), languages
