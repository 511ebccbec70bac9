"""The accepted hits of a search, sentence by sentence, and their hash."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from evaluation.finding.models import Finding, Hit

STREAMED = 2_000
Sentence = list[Hit]


def read_accepted(finding: Finding) -> Iterator[Sentence]:
    """Yield accepted hits grouped by sentence, in the order of the text."""
    hits = Hit.objects.filter(finding=finding, verdict=Hit.Verdict.ACCEPTED).select_related("phrase", "sentence")
    rows = hits.order_by("sentence_id", "pk").iterator(chunk_size=STREAMED)
    for _, group in groupby(rows, key=lambda hit: hit.sentence_id):
        yield list(group)


class AcceptedHits:
    """The accepted hits on their way into a test set, and their hash: what of the text it holds is theirs to say, and
    another review of the same text makes another test set."""

    def __init__(self, finding: Finding) -> None:
        self._finding, self._hash, self._size = finding, hashlib.sha256(), 0

    def __iter__(self) -> Iterator[Sentence]:
        for hits in read_accepted(self._finding):
            told = json.dumps([hits[0].sentence.line, [[hit.phrase.phrase, hit.spans] for hit in hits]]).encode()
            self._hash.update(told)
            self._size += len(told)
            yield hits

    def describe(self) -> dict[str, Any]:
        """Return the hits as a file of the test set."""
        name = f"accepted hits of {self._finding.name}"
        return {"part": "hits", "name": name, "size": self._size, "sha256": self._hash.hexdigest()}
