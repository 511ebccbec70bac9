"""`measure anchoring`: how far a machine's scores pull raters along, from a study's table of answers."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field, replace
from typing import Any

from alignment.formats import FormatError
from annotation_site.coefficients.effects import RESAMPLES, SEED
from annotation_site.tables.arguments import TABLES, add_table_arguments, read_table_options
from annotation_site.tables.column_words import find_words
from annotation_site.tables.columns import Role
from annotation_site.tables.missing import is_missing
from evaluation.cli.arguments import find_single_columns
from evaluation.files.judgement_roles import ANNOTATOR, UNIT, VALUE
from evaluation.files.numbers import NumberColumn
from evaluation.files.tables import read_cells
from evaluation.metrics.signature import write_signature
from idiomaticity.anchoring.effects import SeenRating, measure_effects
from idiomaticity.scales.judgements import SCALES
from idiomaticity.scales.score_scale import PAPER_WIDTH

ROLES = (
    replace(ANNOTATOR, name="rater", title="Rater"),
    replace(UNIT, name="item", title="Item", takes_several=False),
    Role("scale", "Scale", find_words("scale"), is_required=True),
    VALUE,
    Role("machine_score", "Score of the machine", ("machine score", "machine", "prediction"), is_required=True),
    Role("shown", "Whether it was shown", ("shown",), is_required=True),
    Role("excluded", "Whether the rater is excluded", ("excluded",), is_required=True),
    Role("seconds", "Seconds", ("seconds", "time", "duration"), is_required=True),
)
# As programs and spreadsheets in six languages write them.
_TRUE = "true | 1 | yes | wahr | ja | verdadero | sí | si | vrai | oui | vero | sì | verdadeiro | sim"
_FALSE = "false | 0 | no | falsch | nein | falso | faux | non | não"
TRUTHS = {**dict.fromkeys(_TRUE.split(" | "), True), **dict.fromkeys(_FALSE.split(" | "), False)}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    names = [role.name for role in ROLES]
    parser.add_argument("answers", metavar="ANSWERS", help=f"{TABLES}, with the columns {', '.join(names)}")
    parser.add_argument(
        "--scales", default=",".join(SCALES), metavar="SCALE[,SCALE…]", help="of the same width (default: %(default)s)"
    )
    parser.add_argument("--width", type=float, default=PAPER_WIDTH, help="of the scales (default: %(default)s)")
    add_table_arguments(parser, ROLES)


@dataclass(slots=True)
class _Rating:
    is_control: bool
    seconds: float | None
    scores: dict[str, float] = field(default_factory=dict)
    machine: dict[str, float] = field(default_factory=dict)


def measure(options: dict[str, Any], version: str) -> dict[str, Any]:
    """Return the output as JSON; raise FormatError for a table that cannot be measured."""
    path = options["answers"]
    if not options["width"] > 0:
        raise FormatError(path, None, "The width of the scales must be above 0.")
    ratings = _load_ratings(path, options["scales"].split(","), options)
    if {rating.is_control for rating in ratings} != {True, False}:
        raise FormatError(path, None, "The table has no ratings beside a machine's scores, or none of controls.")
    signed = {"width": options["width"], "ratings": len(ratings), "bs": RESAMPLES, "seed": SEED}
    return {
        "effects": [effect.to_json() for effect in measure_effects(ratings, width=options["width"])],
        "ratings": {
            "shown": sum(not rating.is_control for rating in ratings),
            "controls": sum(rating.is_control for rating in ratings),
        },
        "n": len({rating.item for rating in ratings}),
        "signature": write_signature("anchoring", version, **signed),
    }


def _load_ratings(path: str, scales: list[str], options: dict[str, Any]) -> list[SeenRating]:
    ratings_by_item: dict[tuple[str, str], _Rating] = {}
    columns, tables = find_single_columns(path, ROLES, options), read_table_options(options)
    numbers = [NumberColumn(path, columns[name], tables) for name in ("value", "machine_score", "seconds")]
    values, machines, times = numbers
    for line, cells in read_cells(path, [columns[role.name] for role in ROLES], tables):
        rater, item, scale, value, machine, shown_text, excluded, seconds = cells
        if is_missing(shown_text) or scale not in scales or _parse_truth(path, line, excluded):
            continue
        is_shown = _parse_truth(path, line, shown_text)
        rating = ratings_by_item.setdefault((item, rater), _Rating(not is_shown, times.read(line, seconds)))
        if scale in rating.machine or rating.is_control is is_shown:
            raise FormatError(path, line, f"{rater} has already rated the {scale} of “{item}”.")
        predicted, given = machines.read(line, machine), values.read(line, value)
        if predicted is None:
            raise FormatError(path, line, f"The row has no {columns['machine_score']}.")
        rating.machine[scale] = predicted
        if given is not None:
            rating.scores[scale] = given
    values.tell_missing()
    items: dict[str, int] = {}
    return [
        SeenRating(
            items.setdefault(item, len(items)),
            rating_found.is_control,
            rating_found.scores,
            rating_found.machine,
            rating_found.seconds,
        )
        for (item, _), rating_found in ratings_by_item.items()
    ]


def _parse_truth(path: str, line: int, text: str) -> bool:
    if text.lower() not in TRUTHS:
        raise FormatError(path, line, f"“{text[:20]}” is neither true nor false.")
    return TRUTHS[text.lower()]
