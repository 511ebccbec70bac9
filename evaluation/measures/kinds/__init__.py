"""Measures computed by Interlinea, one module each, in the order of the board."""

from typing import Any

from evaluation.measures.base import Measure
from evaluation.measures.kinds.apt import Apt
from evaluation.measures.kinds.litter import Litter
from evaluation.measures.kinds.meteor import Meteor
from evaluation.measures.kinds.mwe_aligned import MweAligned
from evaluation.measures.kinds.mwe_score import MweScore
from evaluation.measures.kinds.surface import BLEU, CHRF, CHRF_PLUS, TER
from evaluation.measures.kinds.tesla import Tesla
from evaluation.measures.kinds.tesla_compounds import TeslaCompounds

KINDS: tuple[Measure[Any], ...] = (
    MweScore(),
    MweAligned(),
    BLEU,
    CHRF,
    CHRF_PLUS,
    TER,
    Meteor(),
    Litter(),
    Apt(),
    Tesla(),
    TeslaCompounds(),
)
