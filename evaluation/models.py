"""Systems, test sets, and how they were measured."""

from evaluation.agreement.models import AgreementInterval, FrequencyAgreement, RatingFigures
from evaluation.aligner_scores.models import ClassScores, Output, Score, System
from evaluation.alignments.models import AlignedSegment, WordAlignment
from evaluation.correlation.models import Correlation, HumanStudy, StudyPreference, StudyScore
from evaluation.finding.models import Finding, FoundPhrase, FoundSentence, Hit, HitDecision
from evaluation.judging.models import JudgementRound, JudgementTask, OutputJudgement, ShownOrder
from evaluation.linguistic_annotation.models import AnnotatedSentence, AnnotatedText
from evaluation.marks.models import ExpressionClassChange, MarkChange
from evaluation.projects.models import EvaluationSettings
from evaluation.test_sets.models import Expression, Segment, TestSet
from evaluation.translations.models import Hypothesis, MeasureTask, SegmentValues, Translation, TranslationScore

__all__ = [
    "AgreementInterval",
    "AlignedSegment",
    "AnnotatedSentence",
    "AnnotatedText",
    "ClassScores",
    "Correlation",
    "EvaluationSettings",
    "Expression",
    "ExpressionClassChange",
    "Finding",
    "FoundPhrase",
    "FoundSentence",
    "FrequencyAgreement",
    "Hit",
    "HitDecision",
    "HumanStudy",
    "Hypothesis",
    "JudgementRound",
    "JudgementTask",
    "MarkChange",
    "MeasureTask",
    "Output",
    "OutputJudgement",
    "RatingFigures",
    "Score",
    "Segment",
    "SegmentValues",
    "ShownOrder",
    "StudyPreference",
    "StudyScore",
    "System",
    "TestSet",
    "Translation",
    "TranslationScore",
    "WordAlignment",
]
