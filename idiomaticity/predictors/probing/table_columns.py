"""Columns of a predictor's table: similarities of compounds in sentences, or translations of words."""

from __future__ import annotations

from collections.abc import Sequence

from annotation_site.tables.column_words import find_words
from annotation_site.tables.columns import (
    Assignment,
    ColumnsError,
    Role,
    check_assignment,
    find_unused,
    propose_columns,
)
from annotation_site.tables.contents import list_filled
from annotation_site.tables.numbers import is_number
from annotation_site.tables.reading import Table
from idiomaticity.predictors.probing import similarities, translations

SIMILARITIES, TRANSLATIONS = "similarities", "translations"
# Sources whose files are tables with columns of their own.
TABLES = (SIMILARITIES, TRANSLATIONS)
_MEASURES = (*similarities.MEASURES, *similarities.PAIR_MEASURES)
_LOOKED_AT = 100
_OF_SIMILARITIES = (
    *similarities.ROLES,
    Role("other", "Second sentence of a pair", ("other", "other sentence", "second sentence", "sentence 2")),
    Role("nc_out", "NC_out", ("nc_out",)),
    Role("nc_out_comp", "NC_outComp", ("nc_out_comp", "nc_outcomp")),
    Role("sentence_similarity", "Similarity of sentences", ("sentence_similarity",)),
    Role("compound_similarity", "Similarity of compounds", ("compound_similarity",)),
)
_OF_TRANSLATIONS = (
    translations.ROLES[0],
    Role("languages", "Translations into a language", takes_several=True, help="Named by the header."),
    Role("language", "Language of the translation", find_words("language")),
    Role("translation", "Translation", find_words("target")),
)
# What stands beside translations and is none.
_OTHERS = tuple(Role(concept, concept, find_words(concept)) for concept in ("identifier", "note", "class"))


def list_roles(source: str) -> tuple[Role, ...]:
    """Return what columns of a table of this source can hold."""
    return _OF_SIMILARITIES if source == SIMILARITIES else _OF_TRANSLATIONS


def propose_table(source: str, table: Table) -> dict[str, list[str]]:
    """Return the likely columns by their names; of translations without a column of languages, those of texts."""
    sample = table.read_sample(_LOOKED_AT)
    proposed = propose_columns(list_roles(source), table.columns, sample)
    if source == SIMILARITIES or ("language" in proposed and "translation" in proposed):
        return proposed
    kept = {role: columns for role, columns in proposed.items() if role == "word"}
    columns = list(table.columns)
    languages = []
    for column in find_unused(kept, columns):
        cells = list_filled(row.cells[columns.index(column)] for row in sample)
        has_other_role = any(role.rank(column) is not None for role in _OTHERS)
        if cells and not has_other_role and not all(is_number(str(cell)) for cell in cells):
            languages.append(column)
    return {**kept, **({"languages": languages} if languages else {})}


def check_columns(assignment: Assignment, columns: Sequence[str], name: str, source: str) -> None:
    """Raise ColumnsError for an assignment that gives no similarities or translations."""
    check_assignment(list_roles(source), assignment, columns, name)
    given = {role for role, chosen in assignment.items() if chosen}
    if source == SIMILARITIES:
        if not given & set(_MEASURES):
            titles = [role.title for role in _OF_SIMILARITIES if role.name in _MEASURES]
            raise ColumnsError(name, None, f"No column is a similarity. Choose one of {', '.join(titles)}.")
        return
    by_row = given & {"language", "translation"}
    if "languages" in given and by_row:
        fault = "Choose “Translations into a language” for each language, or “Language of the translation” and"
        raise ColumnsError(name, None, f"{fault} “Translation”, not both.")
    if "languages" not in given and len(by_row) < 2:
        fault = "No column has translations. Choose “Translations into a language” for each language, or “Language of"
        raise ColumnsError(name, None, f"{fault} the translation” and “Translation”.")
