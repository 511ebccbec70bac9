"""`measure word-alignment`: a system's links against a gold standard."""

from __future__ import annotations

import argparse
from typing import Any

from alignment.formats import ALIGNMENT_FORMATS, FormatError
from evaluation.commands.files import AlignmentFile, match_sentences
from evaluation.commands.options import add_bootstrap_arguments, add_encoding_argument
from evaluation.metrics.signature import write_signature
from evaluation.metrics.word_alignment import AlignmentCounts, EmptySystemError, bootstrap, count_links, score


def add_arguments(parser: argparse.ArgumentParser) -> None:
    names = sorted(ALIGNMENT_FORMATS)
    parser.add_argument("gold", metavar="GOLD")
    parser.add_argument("system", metavar="SYSTEM")
    parser.add_argument("--gold-format", choices=names, required=True)
    parser.add_argument("--gold-base", type=int, choices=(0, 1), help="where its indices start (default: its format's)")
    parser.add_argument("--system-format", choices=names, required=True)
    parser.add_argument("--system-base", type=int, choices=(0, 1), help="the same for the system")
    for side in ("gold", "system"):
        add_encoding_argument(parser, side)
    parser.add_argument("--reverse-system", action="store_true", help="the system's file is target-source")
    parser.add_argument(
        "--f-alpha", type=_share, default=0.5, metavar="A", help="weight of precision in F (default 0.5)"
    )
    add_bootstrap_arguments(parser)


def _share(text: str) -> float:
    if not 0 <= (share := float(text)) <= 1:
        raise argparse.ArgumentTypeError("a weight lies between 0 and 1")
    return share


def measure(options: dict[str, Any], version: str) -> dict[str, Any]:
    """Raises FormatError for input that cannot be measured, an empty system answer included."""
    gold, system = (
        AlignmentFile(
            path=options[side],
            format=options[f"{side}_format"],
            base=options[f"{side}_base"],
            reverse=side == "system" and options["reverse_system"],
            encoding=options[f"{side}_encoding"],
        )
        for side in ("gold", "system")
    )
    total, possible, pairs = AlignmentCounts(), 0, 0
    counts = []
    for gold_sentence, system_sentence in match_sentences([gold, system]):
        links = gold_sentence.reading.links
        counted = count_links(links, system_sentence.reading.links.keys())
        total, possible, pairs = total + counted, possible + len(links), pairs + 1
        if options["bootstrap"]:
            counts.append(counted)
    if possible == 0:
        raise FormatError(gold.path, None, "The gold standard has no links.")
    try:
        scores = score(total, options["f_alpha"])
    except EmptySystemError as error:
        raise FormatError(system.path, None, str(error)) from error
    signed = {"average": "micro", "nulls": "dropped", "a": options["f_alpha"], "pairs": pairs}
    result: dict[str, Any] = {
        "aer": scores.aer,
        "precision": scores.precision,
        "recall": scores.recall,
        "f": scores.f,
        "n": pairs,
        "sure": total.sure,
        "possible": possible - total.sure,
        "links": total.system,
    }
    if scores.reasons:
        result["reasons"] = dict(scores.reasons)
    if resamples := options["bootstrap"]:
        seed = options["seed"]
        result["interval"] = bootstrap(counts, resamples=resamples, seed=seed, f_alpha=options["f_alpha"])
        signed |= {"bs": resamples, "seed": seed}
    result["signature"] = write_signature("word-alignment", version, **signed)
    return result
