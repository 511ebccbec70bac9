"""`measure compositionality`: NC_out, NC_outComp, DS, SS, PPMI and frequency against human scores of compounds."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from annotation_site.tables.arguments import TABLES, add_table_arguments, read_columns_argument, read_table_options
from annotation_site.tables.columns import Assignment, Role
from annotation_site.texts.faults import FormatError, Rejected
from annotation_site.texts.removed_characters import RemovedCharacters
from evaluation.metrics.signature import write_signature
from idiomaticity.compounds.heads import split_compound
from idiomaticity.formats import CompoundEntry, read_compounds
from idiomaticity.formats.columns import COMPOUND_ROLES
from idiomaticity.formats.combined_tables import combine_tables
from idiomaticity.formats.naming import Naming
from idiomaticity.predictors.formulas import mean_of_both
from idiomaticity.predictors.probing.cells import CORPUS_MEASURES, Cell
from idiomaticity.predictors.probing.corpora import SoughtCompound, read_corpus
from idiomaticity.predictors.probing.corpus_files import read_corpus_lines
from idiomaticity.predictors.probing.corpus_words import WHOLE_SENTENCE, WIDEST_WINDOW, CorpusOptions
from idiomaticity.predictors.probing.experiments import HumanCompound, correlate_compounds, run_experiments
from idiomaticity.predictors.probing.similarities import ROLES as SIMILARITY_ROLES
from idiomaticity.predictors.probing.similarities import Similarities, read_similarities
from idiomaticity.predictors.probing.translations import ROLES as TRANSLATION_ROLES
from idiomaticity.predictors.probing.translations import compare_translations, read_translations
from idiomaticity.predictors.probing.vectors import read_vectors
from idiomaticity.scales.paraphrase_texts import normalise

# The roles of all its tables, each once.
_ROLES = tuple({role.name: role for role in (*COMPOUND_ROLES, *SIMILARITY_ROLES, *TRANSLATION_ROLES)}.values())
# Measure → compound in normal form → value.
_Values = dict[str, dict[str, float | None]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "scores",
        metavar="SCORES",
        help=f"compounds with their sentences and means, as in NCTTI: {TABLES}",
    )
    parser.add_argument("--language", required=True, help="language of the compounds, such as en; determines the head")
    parser.add_argument("--vectors", action="append", default=[], metavar="FILE", help=".npz (docs/formats.md)")
    parser.add_argument("--similarities", action="append", default=[], metavar="FILE", help="a table of similarities")
    parser.add_argument(
        "--corpus", metavar="FILE", help="one sentence per line, optionally gzipped: DS, PPMI, frequency"
    )
    parser.add_argument("--translations", metavar="FILE", help="a table of translations: SS; SS+DS with a corpus")
    parser.add_argument(
        "--window", type=_window, default=WHOLE_SENTENCE, metavar="N", help="window size in words on either side"
    )
    parser.add_argument("--lemmas", action="store_true", help="lemmatise words")
    parser.add_argument("--values", action="store_true", help="add values by compound")
    add_table_arguments(parser, _ROLES)


def measure(options: dict[str, Any], version: str) -> dict[str, Any]:
    """Return the output as JSON; raise FormatError for a file that cannot be read."""
    sought, human = _load_scores(options)
    models = dict(_load_models(options))
    values: _Values = {}
    counted: dict[str, Any] = {}
    if options["corpus"]:
        values, counted["corpus"] = _measure_corpus(options, sought)
    if options["translations"]:
        values |= _measure_translations(options, sought, values.get("ds"))
    if not models and not values:
        raise FormatError(
            "measure compositionality", None, "Give --vectors, --similarities, --corpus or --translations."
        )
    against = {name: values[name] for name in CORPUS_MEASURES if name in values}
    rows = [
        _cell_to_json(path, cell)
        for path, similarities in models.items()
        for cell in run_experiments(human, similarities, against)
    ]
    for name, by_compound in values.items():
        path = options["translations"] if name.startswith("ss") else options["corpus"]
        rows += [_cell_to_json(path, cell) for cell in correlate_compounds(human, name, by_compound)]
    result = {"rows": rows, "compounds": len(human), **counted}
    if options["values"]:
        result["values"] = _list_values(human, models, values)
    signed = {"window": options["window"] or "sentence", "lemmas": "yes" if options["lemmas"] else "no"}
    result["signature"] = write_signature(
        "compositionality", version, language=options["language"], **signed if options["corpus"] else {}, n=len(human)
    )
    return result


def _load_scores(options: dict[str, Any]) -> tuple[dict[str, SoughtCompound], dict[str, HumanCompound]]:
    path = options["scores"]
    removed = RemovedCharacters.none()
    files, tables = [(_load_bytes(path), path)], read_table_options(options)
    naming = Naming(_name_columns(files, options))
    entries, rejected = read_compounds(files, tables, naming, removed=removed)
    if rejected:
        raise _refuse(path, rejected[0])
    if sentence := removed.describe():
        sys.stderr.write(f"{path}: {sentence}\n")
    sought, human = {}, {}
    for entry in entries:
        key = normalise(entry.compound)
        sought[key] = _find_parts(entry, options)
        sentences = {
            number: (scored.mean, None, None) for number, scored in entry.sentences.items() if scored.mean is not None
        }
        means = [scores[0] for scores in sentences.values()]
        token = sum(means) / len(means) if means else None
        human[key] = HumanCompound(entry.compound, entry.compound_class, entry.type_score, token, sentences)
    if not human:
        raise FormatError(path, None, "The table has no compounds.")
    return sought, human


def _name_columns(files: Sequence[tuple[bytes, str]], options: dict[str, Any]) -> Assignment:
    """Return the columns of the scores with those of `--columns`; nothing if all have their usual names."""
    wanted = _choose(options, COMPOUND_ROLES)
    if not wanted:
        return {}
    tables = combine_tables(files, read_table_options(options))
    taken = {column for columns in wanted.values() for column in columns}
    proposed = tables.propose([role for role in COMPOUND_ROLES if role.name not in wanted])
    assignment = {}
    for role, columns in proposed.items():
        if free := [column for column in columns if column not in taken]:
            assignment[role] = free
    return {**assignment, **wanted}


def _choose(options: dict[str, Any], roles: Sequence[Role]) -> Assignment:
    """Return the columns of `--columns` for these roles, which tables of several kinds share."""
    names = {role.name for role in roles}
    return {role: columns for role, columns in read_columns_argument(options).items() if role in names}


def _find_parts(entry: CompoundEntry, options: dict[str, Any]) -> SoughtCompound:
    parts = split_compound(entry.compound, options["language"])
    modifier, head = entry.modifier, entry.head
    if parts:
        modifier, head = modifier or parts.modifier, head or parts.head
    if not (modifier and head):
        raise FormatError(options["scores"], entry.line, f"Give head and modifier of “{entry.compound[:60]}”.")
    return SoughtCompound(entry.compound, modifier, head)


def _load_models(options: dict[str, Any]) -> Iterator[tuple[str, Similarities]]:
    for path in options["vectors"]:
        _require_file(path)
        with Path(path).open("rb") as file:
            yield path, read_vectors(file, path)
    for path in options["similarities"]:
        yield (
            path,
            read_similarities(_load_bytes(path), path, read_table_options(options), _choose(options, SIMILARITY_ROLES)),
        )


def _measure_corpus(options: dict[str, Any], sought: Mapping[str, SoughtCompound]) -> tuple[_Values, dict[str, Any]]:
    path = options["corpus"]
    _require_file(path)
    how = CorpusOptions(options["language"], options["window"], options["lemmas"])

    def sentences() -> Iterator[list[str]]:
        with Path(path).open("rb") as file:
            for line in read_corpus_lines(file, path, options["encoding"] or ""):
                if words := how.split(line):
                    yield words

    figures, counted = read_corpus(sentences, sought, how, path)
    values: _Values = {
        "ds": {key: figure.ds for key, figure in figures.items()},
        "ppmi": {key: figure.ppmi for key, figure in figures.items()},
        "frequency": {key: float(figure.frequency) for key, figure in figures.items()},
    }
    return values, counted


def _measure_translations(
    options: dict[str, Any], sought: Mapping[str, SoughtCompound], ds: Mapping[str, float | None] | None
) -> _Values:
    path = options["translations"]
    wanted = _choose(options, TRANSLATION_ROLES)
    translations = read_translations(_load_bytes(path), path, read_table_options(options), wanted)
    ss = {
        key: compare_translations(translations, compound.compound, compound.modifier, compound.head)[0]
        for key, compound in sought.items()
    }
    if ds is None:
        return {"ss": ss}
    return {"ss": ss, "ss_ds": {key: mean_of_both(value, ds[key]) for key, value in ss.items()}}


def _list_values(
    human: Mapping[str, HumanCompound], models: Mapping[str, Similarities], values: _Values
) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for key, compound in human.items() if values else ():
        own_values = {name: by_compound.get(key) for name, by_compound in values.items()}
        rows.append({"compound": compound.compound, **own_values})
    for path, similarities in models.items():
        rows += [
            {"file": path, "compound": human[key].compound, "sentence": number, **similarity}
            for (key, number), similarity in similarities.sentences.items()
            if key in human
        ]
    return rows


def _cell_to_json(path: str, cell: Cell) -> dict[str, Any]:
    return {"file": path, **cell.to_json()}


def _load_bytes(path: str) -> bytes:
    _require_file(path)
    return Path(path).read_bytes()


def _require_file(path: str) -> None:
    if not Path(path).is_file():
        raise FormatError(path, None, "There is no such file.")


def _refuse(path: str, row: Rejected) -> FormatError:
    return FormatError(path, row.line, row.reason)


def _window(text: str) -> int:
    if not WHOLE_SENTENCE <= (window := int(text)) <= WIDEST_WINDOW:
        raise argparse.ArgumentTypeError(f"the window must be 0 (the sentence) to {WIDEST_WINDOW} words")
    return window
