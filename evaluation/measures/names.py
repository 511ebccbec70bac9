"""What the measures are called, which figures they have, and which of them count errors."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from evaluation.metrics.surface import SURFACE_NAMES

MWE, MWE_ALIGNED, LITTER, APT = "mwe-score", "mwe-aligned", "litter", "apt"
TESLA, TESLA_COMPOUNDS = "tesla", "tesla-compounds"
# Those that are computed here, in the order of the board.
MEASURES = (MWE, MWE_ALIGNED, *SURFACE_NAMES, LITTER, APT, TESLA, TESLA_COMPOUNDS)
# They need the alignment of a system's translations.
ALIGNED = frozenset({MWE_ALIGNED, APT})
# They have a value for each expression, so that expressions can be listed by them.
BY_EXPRESSION = (MWE, MWE_ALIGNED, LITTER, APT)
NAMES = {
    MWE: "Score_mwe",
    MWE_ALIGNED: "Score_mwe, aligned words",
    "bleu": "BLEU",
    "chrf": "chrF",
    "ter": "TER",
    LITTER: "LitTER",
    APT: "APT-Eval",
    TESLA: "TESLA-M",
    TESLA_COMPOUNDS: "TESLA-M, compounds",
}
# Measure, figure, its name, and the decimals it is written with.
COLUMNS = (
    (MWE, "paper", "Score_mwe", 4),
    (MWE, "code", "Score_mwe, code", 4),
    (MWE, "macro", "Score_mwe, macro", 4),
    (MWE_ALIGNED, "paper", "Score_mwe, aligned words", 4),
    (MWE_ALIGNED, "code", "Score_mwe, aligned words, code", 4),
    (MWE_ALIGNED, "macro", "Score_mwe, aligned words, macro", 4),
    ("bleu", "score", "BLEU", 2),
    ("chrf", "score", "chrF", 2),
    ("ter", "score", "TER", 2),
    (LITTER, "macro", "LitTER", 4),
    (LITTER, "micro", "LitTER, micro", 4),
    (APT, "unigram", "APT-Eval, unigram", 4),
    (APT, "chrf", "APT-Eval, chrF", 4),
    (APT, "unigram_micro", "APT-Eval, unigram, micro", 4),
    (APT, "chrf_micro", "APT-Eval, chrF, micro", 4),
    (TESLA, "score", "TESLA-M", 4),
    (TESLA_COMPOUNDS, "score", "TESLA-M, compounds", 4),
    (TESLA_COMPOUNDS, "with_compounds", "TESLA-M, segments with compounds", 4),
)
_ERRORS = frozenset({"ter", LITTER})


# What begins the name of a measure that was computed elsewhere: a higher, or a lower, score is better.
_UP, _DOWN = "outside-up:", "outside-down:"
LONGEST_OUTSIDE_NAME = 40
_OUTSIDE_DECIMALS = 4
Column = tuple[str, str, str, int]


def outside_measure(name: str, *, lower_is_better: bool) -> str:
    """What a measure computed elsewhere is called in the database."""
    return f"{_DOWN if lower_is_better else _UP}{name}"


def is_outside(measure: str) -> bool:
    return measure.startswith((_UP, _DOWN))


def name_measure(measure: str) -> str:
    """As people read it."""
    return measure.partition(":")[2] if is_outside(measure) else NAMES[measure]


def find_columns(there: Collection[str]) -> list[Column]:
    """The columns of a board with these measures; those computed elsewhere stand last, by their names."""
    columns: list[Column] = [column for column in COLUMNS if column[0] in there]
    others = sorted((measure for measure in there if is_outside(measure)), key=name_measure)
    return [*columns, *((each, "score", name_measure(each), _OUTSIDE_DECIMALS) for each in others)]


def main_columns(columns: Sequence[Column]) -> list[Column]:
    """The first figure of each measure: what a board shows before more is asked for."""
    return list({column[0]: column for column in reversed(columns)}.values())[::-1]


def is_error(measure: str) -> bool:
    """Whether a lower figure is better."""
    return measure in _ERRORS or measure.startswith(_DOWN)


def find_decimals(measure: str) -> int:
    """With how many decimals its figures are written."""
    return find_columns([measure])[0][3]
