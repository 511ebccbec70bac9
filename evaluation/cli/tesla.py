"""`measure tesla`: TESLA-M, with the compositionality of compounds where it is given."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any

from alignment.formats import FormatError
from evaluation.cli.arguments import add_bootstrap_arguments, add_encoding_argument
from evaluation.cli.averages import add_segments_argument, find_interval
from evaluation.cli.tesla_texts import FORMATS, Side, read_pairs
from evaluation.files.lines import show_progress
from evaluation.files.tables import read_cells, read_header, read_number
from evaluation.metrics.averages import Tally
from evaluation.metrics.signature import write_signature
from evaluation.metrics.tesla.compounds import compound_words, find_in_wordnet, find_listed
from evaluation.metrics.tesla.score import Compound, Kind, TeslaOptions, TeslaScore, score_tesla
from evaluation.metrics.tesla.tagging import english_tagger
from evaluation.metrics.tesla.tokens import TeslaToken, TokenMaker
from evaluation.metrics.tesla.wordnet import WordNet, read_wordnet
from evaluation.metrics.words import lemmatiser, name_lemmatiser

FindCompounds = Callable[[Sequence[TeslaToken]], list[Compound]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--reference", metavar="FILE", required=True)
    parser.add_argument("--hypothesis", metavar="FILE", required=True)
    parser.add_argument("--format", choices=FORMATS, default="text", help="of both (default: text)")
    for side in ("reference", "hypothesis"):
        parser.add_argument(f"--{side}-format", choices=FORMATS, help="where it is another")
    parser.add_argument(
        "--pos",
        choices=("tagger", "wordnet"),
        default="tagger",
        help="parts of speech of English text: in the sentence (default), or the most frequent by WordNet",
    )
    parser.add_argument("--language", metavar="CODE", required=True, help="of both")
    parser.add_argument("--wordnet", metavar="FOLDER", help="WordNet 3.0, such as /usr/share/wordnet")
    parser.add_argument("--compounds", metavar="TABLE", help="compounds and their compositionality")
    parser.add_argument("--compound", metavar="COLUMN", default="compound")
    parser.add_argument("--compositionality", metavar="COLUMN", default="compositionality")
    parser.add_argument("--highest", type=float, default=1.0, metavar="N", help="what a fully compositional one has")
    parser.add_argument(
        "--exact-compounds", action="store_true", help="0/1: a compound counts only where it is matched by itself"
    )
    parser.add_argument("--scope", choices=("compound", "covering"), default="compound")
    parser.add_argument("--moment", choices=("before", "after"), default="before", help="or after the maximisation")
    add_segments_argument(parser)
    add_encoding_argument(parser)
    add_bootstrap_arguments(parser)


def measure(options: dict[str, Any], version: str) -> dict[str, Any]:
    """Raises FormatError for input that cannot be measured."""
    wordnet = read_wordnet(options["wordnet"]) if options["wordnet"] else None
    hypotheses, references = (Side.from_options(options, name) for name in ("hypothesis", "reference"))
    is_whole = hypotheses.is_conllu and references.is_conllu
    has_upos = hypotheses.has_pos() and references.has_pos()
    maker = _make_maker(options, wordnet, needs_lemmas=not is_whole, has_upos=has_upos)
    similarities: tuple[Kind, ...] = ("ms", "pos") if has_upos or maker.pos_source != "none" else ("ms",)
    tesla_options = TeslaOptions(similarities, options["scope"], options["moment"])
    find_compounds = _choose_compounds(options, wordnet)
    scores: list[tuple[int, TeslaScore, int]] = []
    left_out = 0
    pairs = read_pairs(hypotheses, references, maker, options["language"])
    for number, hypothesis, reference in show_progress(pairs, "sentences"):
        compounds = find_compounds(reference)
        score = score_tesla(hypothesis, reference, compounds, tesla_options)
        if score is None:
            left_out += 1
        else:
            scores.append((number, score, len(compounds)))
    result = _summarise(scores, left_out, tesla_options, options)
    signed: dict[str, Any] = {
        "lemmas": "conllu" if is_whole else name_lemmatiser(),
        "similarities": "+".join(similarities),
        "pos": "conllu" if has_upos else maker.pos_source,
        "synsets": "wordnet-3.0" if wordnet else "none",
        "compounds": _name_compounds(options),
        "scope": options["scope"],
        "moment": options["moment"],
        "n": len(scores),
    }
    if options["bootstrap"]:
        observations = [(number, "", score.score) for number, score, _ in scores]
        result["interval"] = {"score": find_interval(observations, options, is_macro=False)}
        signed |= {"bs": options["bootstrap"], "seed": options["seed"]}
    result["signature"] = write_signature("tesla", version, **signed)
    return result


def _summarise(
    scores: list[tuple[int, TeslaScore, int]], left_out: int, tesla_options: TeslaOptions, options: dict[str, Any]
) -> dict[str, Any]:
    with_compounds = [score.score for _, score, compounds in scores if compounds]
    result: dict[str, Any] = {
        "score": _mean([score.score for _, score, _ in scores]),
        "n": len(scores),
        "left_out": left_out,
        "f": {
            kind: [_mean([score.f[kind, n] for _, score, _ in scores if (kind, n) in score.f]) for n in (1, 2, 3)]
            for kind in tesla_options.similarities
        },
        "compounds": sum(compounds for *_, compounds in scores),
        "with_compounds": {"score": _mean(with_compounds), "n": len(with_compounds)},
    }
    if not scores:
        result["reasons"] = {"score": "No sentence has a word."}
    if options["segments"]:
        result["segments"] = [{"line": number, "score": score.score} for number, score, _ in scores]
    return result


def _mean(values: Sequence[float]) -> float | None:
    tally = Tally()
    for value in values:
        tally.put(value)
    return tally.mean


def _make_maker(options: dict[str, Any], wordnet: WordNet | None, *, needs_lemmas: bool, has_upos: bool) -> TokenMaker:
    """Parts of speech of one side alone are not used where nothing finds them for the other."""
    language = options["language"]
    try:
        lemmatise = lemmatiser(language)
    except ValueError as error:
        if needs_lemmas:
            raise FormatError("--language", None, str(error)) from error
        lemmatise = str.lower
    is_english = language.partition("-")[0].lower() == "en"
    is_tagged = is_english and options["pos"] == "tagger"
    maker = TokenMaker(lemmatise, wordnet, is_english=is_english, tag=english_tagger() if is_tagged else None)
    maker.reads_upos = has_upos or maker.pos_source != "none"
    return maker


def _name_compounds(options: dict[str, Any]) -> str:
    source = "list" if options["compounds"] else "wordnet" if options["exact_compounds"] else "none"
    return f"{source}-0/1" if options["exact_compounds"] else source


def _choose_compounds(options: dict[str, Any], wordnet: WordNet | None) -> FindCompounds:
    """Those of the list; without one, with --exact-compounds, two nouns that WordNet lists as one."""
    if options["compounds"]:
        scores = _read_compounds(options)
        return lambda tokens: find_listed(tokens, scores)
    if not options["exact_compounds"]:
        return lambda tokens: []
    if wordnet is None:
        raise FormatError("--exact-compounds", None, "Give --compounds, or --wordnet to find compounds by.")
    return lambda tokens: find_in_wordnet(tokens, wordnet, lambda words: 0.0)


def _read_compounds(options: dict[str, Any]) -> dict[tuple[str, ...], float]:
    path = options["compounds"]
    scores: dict[tuple[str, ...], float] = {}
    columns = [options["compound"], options["compositionality"]]
    if options["exact_compounds"] and columns[1] not in read_header(path, options["encoding"]):
        columns[1] = columns[0]  # a list alone
    is_list = columns[0] == columns[1]
    for line, (compound, text) in read_cells(path, columns, options["encoding"]):
        if not text:
            continue
        try:
            score = 0.0 if is_list else read_number(path, line, text) / options["highest"]
            words = compound_words(compound, score)
        except (ValueError, ZeroDivisionError) as error:
            raise FormatError(path, line, str(error)) from error
        if words in scores:
            raise FormatError(path, line, f"“{compound}” has a score already.")
        scores[words] = 0.0 if options["exact_compounds"] else score
    if not scores:
        raise FormatError(path, None, "The table has no compounds with a score.")
    return scores
