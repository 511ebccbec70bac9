"""The accepted hits of a search, sentence by sentence, and their hash."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Sum

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.queries import find_at_work
from annotation_site.phrases.frequent import describe_frequent, find_frequent
from annotation_site.projects.abilities import can_adjudicate
from annotation_site.projects.models import Project
from annotation_site.projects.pending_tasks import PendingTask
from evaluation.finding.models import Finding, FoundPhrase, Hit, HitDecision
from evaluation.projects.job_names import FINDING_JOB
from evaluation.test_sets.queries import find_languages

STREAMED = 2_000
Sentence = list[Hit]


def read_accepted(finding: Finding) -> Iterator[Sentence]:
    """Yield accepted hits grouped by sentence, in the order of the text."""
    hits = Hit.objects.filter(finding=finding, verdict=Hit.Verdict.ACCEPTED).select_related("phrase", "sentence")
    rows = hits.order_by("sentence_id", "pk").iterator(chunk_size=STREAMED)
    for _, group in groupby(rows, key=lambda hit: hit.sentence_id):
        yield list(group)


class AcceptedHits:
    """The accepted hits to be stored as a test set, and their hash.

    The hash covers decisions, so that another review of the same text makes another test set.
    """

    def __init__(self, finding: Finding) -> None:
        self._finding, self._hash, self._size = finding, hashlib.sha256(), 0

    def __iter__(self) -> Iterator[Sentence]:
        for hits in read_accepted(self._finding):
            content = json.dumps([hits[0].sentence.line, [[hit.phrase.phrase, hit.spans] for hit in hits]]).encode()
            self._hash.update(content)
            self._size += len(content)
            yield hits

    def describe(self) -> dict[str, Any]:
        """Return the hits as a file of the test set."""
        name = f"accepted hits of {self._finding.name}"
        return {"part": "hits", "name": name, "size": self._size, "sha256": self._hash.hexdigest()}


# What the list of phrases can be narrowed to.
PHRASE_STATES = {
    "": Q(),
    "open": Q(hit_count__gt=F("accepted_count") + F("rejected_count")),
    "done": Q(hit_count=F("accepted_count") + F("rejected_count"), hit_count__gt=0),
    "missing": Q(hit_count=0),
}


HITS_LEFT = PendingTask(
    name="hits_left",
    ability=can_adjudicate,
    route="evaluation:findings",
    one="Review 1 hit",
    many="Review {count} hits",
    rows=lambda user: Hit.objects.filter(finding__project=OuterRef("pk"), verdict=Hit.Verdict.OPEN),
)


def find_sides(project: Project) -> tuple[str, str]:
    """Return the languages of the texts that can be searched; the second is empty in a monolingual project."""
    if project.kind == Project.Kind.IDIOMATICITY:
        return project.idiomaticity.language, ""
    return find_languages(project)


def list_findings(project: Project) -> QuerySet[Finding]:
    """Return searches, newest first, with the sums of their phrases."""
    sums = {name: Sum(f"phrases__{name}_count", default=0) for name in ("accepted", "rejected")}
    return Finding.objects.filter(project=project).annotate(**sums).order_by("-pk")


def jobs_of_findings(project: Project) -> QuerySet[Job]:
    """Return searches that are queued or running, and those that failed recently."""
    return find_at_work(project, [FINDING_JOB])


@dataclass(frozen=True, slots=True)
class Sums:
    """Hits of a finding, or of one of its phrases."""

    hits: int
    accepted: int
    rejected: int

    @property
    def open(self) -> int:
        return self.hits - self.accepted - self.rejected

    @property
    def decided(self) -> int:
        return self.accepted + self.rejected

    @property
    def precision(self) -> float | None:
        """Share of accepted hits among reviewed hits."""
        return self.accepted / self.decided if self.decided else None

    def of(self, verdict: str) -> int:
        """Return the number of hits with a verdict, or of all hits."""
        return {"open": self.open, "accepted": self.accepted, "rejected": self.rejected}.get(verdict, self.hits)


def sum_up(finding: Finding, phrase: FoundPhrase | None = None) -> Sums:
    """Return the numbers of hits by verdict, from the running sums of the phrases."""
    if phrase is not None:
        return Sums(phrase.hit_count, phrase.accepted_count, phrase.rejected_count)
    names = ("hit", "accepted", "rejected")
    sums = finding.phrases.aggregate(**{name: Sum(f"{name}_count", default=0) for name in names})
    return Sums(*(sums[name] for name in names))


def describe_frequent_phrases(finding: Finding) -> str:
    """Return a sentence on phrases with far more hits than the others; empty without any."""
    hits = dict(finding.phrases.filter(hit_count__gt=0).values_list("phrase", "hit_count"))
    return describe_frequent(find_frequent(hits), sum(hits.values()))


def find_phrases(finding: Finding, state: str = "", text: str = "") -> QuerySet[FoundPhrase]:
    """Return phrases, those with most hits first."""
    phrases = finding.phrases.filter(PHRASE_STATES[state])
    if text:
        phrases = phrases.filter(phrase__icontains=text)
    return phrases.order_by("-hit_count", "place")


def find_hits(finding: Finding, verdict: str = "", phrase: FoundPhrase | None = None) -> QuerySet[Hit]:
    """Return hits grouped by phrase, in the order of the text."""
    hits = Hit.objects.filter(finding=finding).select_related("phrase", "sentence")
    if verdict:
        hits = hits.filter(verdict=verdict)
    if phrase is not None:
        hits = hits.filter(phrase=phrase)
    return hits.order_by("phrase_id", "pk")


def find_last_decision(finding: Finding, user: User) -> HitDecision | None:
    """Return the user's latest decision in force, which undo reverts."""
    standing = Exists(Hit.objects.filter(decision=OuterRef("pk")))
    mine = HitDecision.objects.filter(standing, finding=finding, decided_by=user)
    return mine.select_related("phrase").order_by("-pk").first()
