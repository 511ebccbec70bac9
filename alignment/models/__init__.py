"""Word alignment: pairs, links, decisions, and the counts from which agreement is summed."""

from alignment.models.agreement import ItemAgreement, LinkCounts, PairAgreement
from alignment.models.agreement_totals import AgreementTotal, ItemAgreementTotal
from alignment.models.decisions import Acceptance, Adjudication, LinkDecision
from alignment.models.links import AlignmentLink, UnalignedToken
from alignment.models.pairs import AlignmentSettings, SentencePair
from alignment.models.queue import QueuePlace, QueueTotal
from alignment.models.rounds import (
    ReconciliationRound,
    RoundAgreement,
    RoundChance,
    RoundComment,
    RoundItem,
    RoundReading,
)
from alignment.models.suggestions import DismissedSuggestion, Suggestion

__all__ = [
    "Acceptance",
    "Adjudication",
    "AgreementTotal",
    "AlignmentLink",
    "AlignmentSettings",
    "DismissedSuggestion",
    "ItemAgreement",
    "ItemAgreementTotal",
    "LinkCounts",
    "LinkDecision",
    "PairAgreement",
    "QueuePlace",
    "QueueTotal",
    "ReconciliationRound",
    "RoundAgreement",
    "RoundChance",
    "RoundComment",
    "RoundItem",
    "RoundReading",
    "SentencePair",
    "Suggestion",
    "UnalignedToken",
]
