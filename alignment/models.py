"""Word alignment: pairs, links, decisions, and the counts from which agreement is summed."""

from alignment.adjudication.models import Acceptance, Adjudication, LinkDecision, QueuePlace, QueueTotal
from alignment.agreement.models import AgreementTotal, ItemAgreement, ItemAgreementTotal, LinkCounts, PairAgreement
from alignment.feedback.models import Feedback, FeedbackReply
from alignment.pairs.models import AlignmentSettings, SentencePair
from alignment.quality.models import QualityTotal, ReadingQuality
from alignment.readings.models import AlignmentLink, UnalignedToken
from alignment.rounds.models import (
    ReconciliationRound,
    RoundAgreement,
    RoundChance,
    RoundComment,
    RoundItem,
    RoundReading,
)
from alignment.suggestions.models import AlignerPriors, DismissedSuggestion, Suggestion
from alignment.training.models import KnownGold, TrainingReading, TrainingRun

__all__ = [
    "Acceptance",
    "Adjudication",
    "AgreementTotal",
    "AlignerPriors",
    "AlignmentLink",
    "AlignmentSettings",
    "DismissedSuggestion",
    "Feedback",
    "FeedbackReply",
    "ItemAgreement",
    "ItemAgreementTotal",
    "KnownGold",
    "LinkCounts",
    "LinkDecision",
    "PairAgreement",
    "QualityTotal",
    "QueuePlace",
    "QueueTotal",
    "ReadingQuality",
    "ReconciliationRound",
    "RoundAgreement",
    "RoundChance",
    "RoundComment",
    "RoundItem",
    "RoundReading",
    "SentencePair",
    "Suggestion",
    "TrainingReading",
    "TrainingRun",
    "UnalignedToken",
]
