"""Compositionality: compounds, their sentences, and the judgements of annotators."""

from idiomaticity.classes.models import ClassExpert, ClassJudgement, CompoundAdjudication
from idiomaticity.compounds.models import Compound, IdiomaticitySettings, Occurrence
from idiomaticity.crowd.models import ConsentText, CrowdCall, CrowdWorker
from idiomaticity.paraphrases.models import ParaphraseDecision
from idiomaticity.predictors.models import CompoundPrediction, PairPrediction, Predictor, SentencePrediction
from idiomaticity.ratings.models import Paraphrase, Rating
from idiomaticity.screening.models import KnownRating, ScreeningSettings

__all__ = [
    "ClassExpert",
    "ClassJudgement",
    "Compound",
    "CompoundAdjudication",
    "CompoundPrediction",
    "ConsentText",
    "CrowdCall",
    "CrowdWorker",
    "IdiomaticitySettings",
    "KnownRating",
    "Occurrence",
    "PairPrediction",
    "Paraphrase",
    "ParaphraseDecision",
    "Predictor",
    "Rating",
    "ScreeningSettings",
    "SentencePrediction",
]
