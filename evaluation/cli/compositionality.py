"""`measure compositionality`: NC_out, NC_outComp, DS, SS, PPMI and frequency against human scores of compounds."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from annotation_site.tables.reading import TableOptions
from annotation_site.texts.faults import FormatError, Rejected
from annotation_site.texts.removed_characters import RemovedCharacters
from evaluation.cli.arguments import add_encoding_argument
from evaluation.metrics.signature import write_signature
from idiomaticity.compounds.heads import split_compound
from idiomaticity.formats import CompoundEntry, read_compounds
from idiomaticity.predictors.formulas import mean_of_both
from idiomaticity.predictors.probing.cells import CORPUS_MEASURES, Cell
from idiomaticity.predictors.probing.corpora import SoughtCompound, read_corpus
from idiomaticity.predictors.probing.corpus_files import read_corpus_lines
from idiomaticity.predictors.probing.corpus_words import WHOLE_SENTENCE, WIDEST_WINDOW, CorpusOptions
from idiomaticity.predictors.probing.experiments import HumanCompound, correlate_compounds, run_experiments
from idiomaticity.predictors.probing.similarities import Similarities, read_similarities
from idiomaticity.predictors.probing.translations import compare_translations, read_translations
from idiomaticity.predictors.probing.vectors import read_vectors
from idiomaticity.ratings.paraphrase_texts import normalise

# Measure → compound in normal form → value.
_Values = dict[str, dict[str, float | None]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "scores", metavar="SCORES", help="table of compounds with sentence means, in the format of NCTTI"
    )
    parser.add_argument("--language", required=True, help="language of the compounds, such as en; determines the head")
    parser.add_argument("--vectors", action="append", default=[], metavar="FILE", help=".npz (docs/formats.md)")
    parser.add_argument("--similarities", action="append", default=[], metavar="FILE", help="table of similarities")
    parser.add_argument(
        "--corpus", metavar="FILE", help="one sentence per line, optionally gzipped: DS, PPMI, frequency"
    )
    parser.add_argument("--translations", metavar="FILE", help="table of translations: SS; SS+DS with a corpus")
    parser.add_argument(
        "--window", type=_window, default=WHOLE_SENTENCE, metavar="N", help="window size in words on either side"
    )
    parser.add_argument("--lemmas", action="store_true", help="lemmatise words")
    parser.add_argument("--values", action="store_true", help="add values by compound")
    add_encoding_argument(parser)


def measure(options: dict[str, Any], version: str) -> dict[str, Any]:
    """Return the output as JSON; raise FormatError for a file that cannot be read."""
    sought, human = _read_scores(options)
    models = dict(_read_models(options))
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
        _write(path, cell)
        for path, similarities in models.items()
        for cell in run_experiments(human, similarities, against)
    ]
    for name, by_compound in values.items():
        path = options["translations"] if name.startswith("ss") else options["corpus"]
        rows += [_write(path, cell) for cell in correlate_compounds(human, name, by_compound)]
    result = {"rows": rows, "compounds": len(human), **counted}
    if options["values"]:
        result["values"] = _list_values(human, models, values)
    signed = {"window": options["window"] or "sentence", "lemmas": "yes" if options["lemmas"] else "no"}
    result["signature"] = write_signature(
        "compositionality", version, language=options["language"], **signed if options["corpus"] else {}, n=len(human)
    )
    return result


def _read_scores(options: dict[str, Any]) -> tuple[dict[str, SoughtCompound], dict[str, HumanCompound]]:
    path = options["scores"]
    removed = RemovedCharacters.none()
    tables = TableOptions(options["encoding"] or "")
    entries, rejected = read_compounds([(_read_bytes(path), path)], tables, removed=removed)
    if rejected:
        raise _refuse(path, rejected[0])
    if told := removed.describe():
        sys.stderr.write(f"{path}: {told}\n")
    sought, human = {}, {}
    for entry in entries:
        key = normalise(entry.compound)
        sought[key] = _find_parts(entry, options)
        sentences = {
            number: (each.mean, None, None) for number, each in entry.sentences.items() if each.mean is not None
        }
        means = [scores[0] for scores in sentences.values()]
        token = sum(means) / len(means) if means else None
        human[key] = HumanCompound(entry.compound, entry.compound_class, entry.type_score, token, sentences)
    if not human:
        raise FormatError(path, None, "The table has no compounds.")
    return sought, human


def _find_parts(entry: CompoundEntry, options: dict[str, Any]) -> SoughtCompound:
    parts = split_compound(entry.compound, options["language"])
    modifier, head = entry.modifier or (parts.modifier if parts else ""), entry.head or (parts.head if parts else "")
    if not (modifier and head):
        raise FormatError(options["scores"], entry.line, f"Give head and modifier of “{entry.compound[:60]}”.")
    return SoughtCompound(entry.compound, modifier, head)


def _read_models(options: dict[str, Any]) -> Iterator[tuple[str, Similarities]]:
    for path in options["vectors"]:
        _require_file(path)
        with Path(path).open("rb") as file:
            yield path, read_vectors(file, path)
    for path in options["similarities"]:
        yield path, read_similarities(_read_bytes(path), path, options["encoding"] or "")


def _measure_corpus(options: dict[str, Any], sought: Mapping[str, SoughtCompound]) -> tuple[_Values, dict[str, Any]]:
    path = options["corpus"]
    _require_file(path)
    how = CorpusOptions(options["language"], options["window"], options["lemmas"])

    def sentences() -> Iterator[list[str]]:
        with Path(path).open("rb") as file:
            for line in read_corpus_lines(file, path, options["encoding"] or ""):
                if words := how.split(line):
                    yield words

    found, counted = read_corpus(sentences, sought, how, path)
    values: _Values = {
        "ds": {key: each.ds for key, each in found.items()},
        "ppmi": {key: each.ppmi for key, each in found.items()},
        "frequency": {key: float(each.frequency) for key, each in found.items()},
    }
    return values, counted


def _measure_translations(
    options: dict[str, Any], sought: Mapping[str, SoughtCompound], ds: Mapping[str, float | None] | None
) -> _Values:
    path = options["translations"]
    translations = read_translations(_read_bytes(path), path, options["encoding"] or "")
    ss = {
        key: compare_translations(translations, each.compound, each.modifier, each.head)[0]
        for key, each in sought.items()
    }
    if ds is None:
        return {"ss": ss}
    return {"ss": ss, "ss_ds": {key: mean_of_both(value, ds[key]) for key, value in ss.items()}}


def _list_values(
    human: Mapping[str, HumanCompound], models: Mapping[str, Similarities], values: _Values
) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = [
        {"compound": each.compound, **{name: by_compound.get(key) for name, by_compound in values.items()}}
        for key, each in human.items()
        if values
    ]
    for path, similarities in models.items():
        rows += [
            {"file": path, "compound": human[key].compound, "sentence": number, **found}
            for (key, number), found in similarities.sentences.items()
            if key in human
        ]
    return rows


def _write(path: str, cell: Cell) -> dict[str, Any]:
    return {"file": path, **cell.to_json()}


def _read_bytes(path: str) -> bytes:
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
