"""Requests for training and test files of a searched text."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.services import request_job
from annotation_site.projects.abilities import can_manage, require
from annotation_site.texts.tokens import TOKEN_METHODS
from annotation_site.web.exceptions import DomainError
from evaluation.finding.models import Finding
from evaluation.projects.job_names import TRAINING_FILES_JOB
from evaluation.training_text.jobs.texts import NOT_REJECTED, VERDICTS
from expressions.training_text.lengths import check_limits

CONDITIONS = ("", "zero", "joint", "upsampled")
MARKINGS = ("", "spaces", "factors")
SUBWORDS = ("", "bpe", "unigram")
MOST_TIMES = 1_000
DEFAULT_PIECES = 32_000
FEWEST_PIECES, MOST_PIECES = 50, 200_000
MOST_SEED = 2**31 - 1


@transaction.atomic
def request_training_files(
    *,
    user: User,
    finding: Finding,
    hits: str = NOT_REJECTED,
    condition: str = "",
    times: int = 20,
    seed: int = 0,
    marking: str = "",
    tokens: str = "spaces",
    most_words: int | None = None,
    length_ratio: float | None = None,
    subwords: str = "",
    pieces: int = DEFAULT_PIECES,
    dictionary: Upload | None = None,
    back_translated: Sequence[Upload] = (),
    request_id: UUID,
) -> Job:
    """Queue the making of the files.

    Raise DomainError if the text is not parallel, or if expressions of its target side would have to be marked: systems
    read marked expressions on their source side. `most_words` and `length_ratio` leave pairs out, None for no limit.
    """
    require(can_manage, user, finding.project)
    _check_settings(finding, hits, condition, marking, tokens)
    _check_lengths(most_words, length_ratio)
    _check_pieces(subwords, pieces, marking)
    _check_condition(times, seed, back_translated)
    languages = (finding.language, finding.other_language)
    source, target = languages if finding.side == Finding.Side.SOURCE else languages[::-1]
    return request_job(
        user=user,
        project=finding.project,
        kind=TRAINING_FILES_JOB,
        idempotency_key=str(request_id),
        parameters={
            "finding": finding.pk,
            "name": finding.name,
            "hits": hits,
            "condition": condition,
            "times": times,
            "seed": seed,
            "marking": marking,
            "tokens": tokens,
            "most_words": most_words,
            "length_ratio": length_ratio,
            "subwords": subwords,
            "pieces": pieces,
            "dictionary": dictionary,
            "back_translated": list(back_translated),
            "source_language": source,
            "target_language": target,
        },
    )


def _check_settings(finding: Finding, hits: str, condition: str, marking: str, tokens: str) -> None:
    if not finding.is_parallel:
        raise DomainError("Training files need a parallel text. This text is monolingual.")
    if hits not in VERDICTS or condition not in CONDITIONS or marking not in MARKINGS or tokens not in TOKEN_METHODS:
        raise DomainError("The settings of the training files are not valid.")
    if marking and finding.side == Finding.Side.TARGET:
        raise DomainError("Expressions can be marked only in the source language. These are on the target side.")


def _check_condition(times: int, seed: int, back_translated: Sequence[Upload]) -> None:
    if not 1 <= times <= MOST_TIMES:
        raise DomainError(f"Repetitions must be 1 to {MOST_TIMES:,}.")
    if not 0 <= seed <= MOST_SEED:
        raise DomainError(f"The seed must be between 0 and {MOST_SEED:,}.")
    if len(back_translated) not in (0, 2):
        raise DomainError("Back-translated text needs two line-aligned files, source and target.")


def _check_lengths(most_words: int | None, length_ratio: float | None) -> None:
    try:
        check_limits(most_words, length_ratio)
    except ValueError as error:
        raise DomainError(str(error)) from error


def _check_pieces(subwords: str, pieces: int, marking: str) -> None:
    if subwords not in SUBWORDS or not FEWEST_PIECES <= pieces <= MOST_PIECES:
        raise DomainError(f"Pieces are learned by BPE or unigram, {FEWEST_PIECES} to {MOST_PIECES:,} of them.")
    if subwords and marking == "factors":
        raise DomainError("Words with factors cannot be cut into pieces. Choose another marking, or no pieces.")
