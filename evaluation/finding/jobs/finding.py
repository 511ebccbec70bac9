"""Job that finds expressions: one pass over the text, hits stored by COPY, completely or not at all."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

from django.db import connection

from alignment.formats import FormatError
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import Brought, ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.phrases import Lemmatiser
from annotation_site.server.postgresql.sequences import take_ids
from annotation_site.texts.removed_characters import RemovedCharacters
from annotation_site.web.exceptions import DomainError
from evaluation.finding.jobs.corpus import CorpusLine, count_lines, find_files, find_hits, make_finder, read_corpus
from evaluation.finding.models import Finding, FoundPhrase, FoundSentence, HitDecision

MOST_HITS = 500_000
CHUNK = 2_000
REPORT_EVERY = 500
SENTENCE_COLUMNS = ("id", "finding_id", "line", "text", "other")
HIT_COLUMNS = ("finding_id", "phrase_id", "sentence_id", "spans", "verdict")


def find_search(imported: Job) -> Brought:
    """Return the search with its text; decisions on its hits are people's."""
    return Brought({"searches": Finding.objects.filter(job=imported)}, work=frozenset({HitDecision}))


@job(
    "finding",
    "Expression search",
    result=ResultPage("evaluation:finding_of_job", "Review hits", by="job"),
    brings=find_search,
)
def find_expressions(run: JobRun) -> None:
    """Search every sentence for every phrase; the search and its hits are stored at the end."""
    parameters, project = run.parameters, run.job.project
    lemmatiser, removed = Lemmatiser(parameters["language"]), RemovedCharacters.none()
    uploads = find_files(project, parameters)
    try:
        finder, phrases = make_finder(project, parameters, lemmatiser, removed)
        total = count_lines(uploads, parameters["format"])
        with run.completing() as result, closing(read_corpus(project, parameters, lemmatiser)) as rows:
            finding = _create(run)
            store = _Store(finding, _create_phrases(finding, phrases))
            for row, hits in find_hits(finder, rows, keep_all=parameters["keep_all"]):
                store.add(row, hits)
                removed.counts.update(row.removed)
                if row.line % REPORT_EVERY == 0:
                    run.report(row.line, max(total, row.line) if total else None)
            store.finish()
            run.report(store.sentences, store.sentences)
            files = [project.uploads.get(pk=parameters["phrases"]), *uploads]
            result |= {
                "finding": finding.pk,
                "phrases": len(phrases),
                "phrases_found": len(store.counts),
                "sentences": store.sentences,
                "left_out": store.left_out,
                "hits": finding.hit_count,
                "files": [{"name": upload.name, "size": upload.size, "sha256": upload.sha256} for upload in files],
                "removed": removed.to_json(),
                "summary": " ".join(
                    filter(None, (_sum_up(finding.hit_count, store.sentences, store.left_out), removed.describe()))
                ),
            }
    except FormatError as error:
        raise DomainError(str(error)) from error


def _create(run: JobRun) -> Finding:
    parameters = run.parameters
    other = {"source": "target", "target": "source"}[parameters["side"]]
    return Finding.objects.create(
        project=run.job.project,
        job=run.job,
        name=parameters["name"],
        side=parameters["side"],
        language=parameters["language"],
        other_language=parameters[f"{other}_language"] if parameters["is_parallel"] else "",
        sentence_count=0,
        hit_count=0,
        created_by=run.job.requested_by,
    )


def _create_phrases(finding: Finding, phrases: list[str]) -> dict[str, int]:
    rows = FoundPhrase.objects.bulk_create(
        (FoundPhrase(finding=finding, place=number, phrase=phrase) for number, phrase in enumerate(phrases, start=1)),
        batch_size=CHUNK,
    )
    return {row.phrase: row.pk for row in rows}


@dataclass
class _Store:
    """Writer of sentences and hits, a chunk at a time."""

    finding: Finding
    phrase_ids: dict[str, int]
    sentences: int = 0
    left_out: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    _waiting: list[tuple[CorpusLine, list[tuple[str, Any]]]] = field(default_factory=list)

    def add(self, row: CorpusLine, hits: list[tuple[str, Any]]) -> None:
        self.sentences += 1
        self.left_out += not row.is_usable
        if not hits:
            return
        self.counts.update(phrase for phrase, _ in hits)
        self.finding.hit_count += len(hits)
        if self.finding.hit_count > MOST_HITS:
            raise DomainError(
                f"There are more than {MOST_HITS:,} hits by sentence {row.line:,}. "
                "Remove common phrases from the list, "
                "reduce the gap, or search part of the text."
            )
        self._waiting.append((row, hits))
        if len(self._waiting) >= CHUNK:
            self._store_waiting()

    def finish(self) -> None:
        self._store_waiting()
        phrases = [FoundPhrase(pk=self.phrase_ids[phrase], hit_count=count) for phrase, count in self.counts.items()]
        FoundPhrase.objects.bulk_update(phrases, ["hit_count"], batch_size=CHUNK)
        self.finding.sentence_count = self.sentences
        self.finding.save(update_fields=["sentence_count", "hit_count"])

    def _store_waiting(self) -> None:
        sentences, hits = StringIO(), StringIO()
        with connection.cursor() as cursor:
            ids = take_ids(cursor, FoundSentence._meta.db_table, len(self._waiting))
            for (row, row_hits), pk in zip(self._waiting, ids, strict=True):
                texts = (_escape(row.text), _escape(row.other))
                sentences.write("\t".join((str(pk), str(self.finding.pk), str(row.line), *texts)) + "\n")
                for phrase, spans in row_hits:
                    cells = (self.finding.pk, self.phrase_ids[phrase], pk, json.dumps(spans), "open")
                    hits.write("\t".join(map(str, cells)) + "\n")
            _copy(cursor, "evaluation_foundsentence", SENTENCE_COLUMNS, sentences)
            _copy(cursor, "evaluation_hit", HIT_COLUMNS, hits)
        self._waiting.clear()


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


def _copy(cursor: Any, table: str, columns: tuple[str, ...], rows: StringIO) -> None:
    rows.seek(0)
    cursor.copy_expert(f"COPY {table} ({', '.join(columns)}) FROM STDIN", rows)


def _sum_up(hits: int, sentences: int, left_out: int) -> str:
    left = f"; {left_out:,} could not be searched for" if left_out else ""
    return f"{hits:,} hits in {sentences:,} sentences{left}."
