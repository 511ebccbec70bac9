"""The tables of releases of judgements, and the figures that follow from them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from annotation_site.coefficients.alpha import krippendorff_alpha
from annotation_site.coefficients.figure import plain
from annotation_site.releases.archives import ReleaseArchive
from annotation_site.releases.kinds import Manifest, ReleaseKind
from annotation_site.releases.metadata.datasheet import Section, describe_use, title_datasheet, write_markdown
from annotation_site.releases.tables import Column, Contents, Table, read_cells

JUDGEMENTS, COLUMNS = "judgements.tsv", ("sentence", "annotator", "answer")
DECISIONS = "decisions.tsv"


@dataclass
class Judgements(Contents):
    """Judgements as sentence, annotator's pseudonym and answer, and decisions as sentence and answer."""

    rows: list[tuple[str, str, str]]
    decisions: list[tuple[str, str]] = field(default_factory=list)

    @classmethod
    def read(cls, release: ReleaseArchive) -> "Judgements":
        rows = [(row["sentence"], row["annotator"], row["answer"]) for row in read_cells(release, JUDGEMENTS)]
        return cls(rows, [(row["sentence"], row["answer"]) for row in read_cells(release, DECISIONS)])

    def to_numbers(self) -> dict[str, Any]:
        accepted = sum(row[2] == "yes" for row in self.rows)
        columns = [list(column) for column in zip(*self.rows, strict=True)] or [[], [], []]
        return {
            "counts": {"judgements": len(self.rows), "accepted": accepted, "decided": len(self.decisions)},
            "agreement": {"alpha": plain(krippendorff_alpha(*columns, "nominal"))},
        }


def list_shares(judgements: Judgements) -> Iterator[tuple[str, float]]:
    """Yield every sentence with the share of annotators who accept it."""
    answers: dict[str, list[bool]] = {}
    for sentence, _, answer in judgements.rows:
        answers.setdefault(sentence, []).append(answer == "yes")
    return ((sentence, sum(given) / len(given)) for sentence, given in answers.items())


def write_datasheet(manifest: Manifest) -> str:
    facts = [("Judgements", str(manifest["counts"]["judgements"]))]
    return write_markdown(title_datasheet(manifest, [Section("Text", facts), describe_use(manifest)]))


PUBLISHED = ReleaseKind(
    formats=("acceptability/1",),
    summary="Judgements of whether sentences are acceptable.",
    keywords=("acceptability",),
    task="text-classification",
    tables=(
        Table(JUDGEMENTS, "every judgement", lambda judgements: judgements.rows, header=lambda _: COLUMNS),
        Table(
            DECISIONS,
            "every decision",
            lambda judgements: judgements.decisions,
            header=lambda _: ("sentence", "answer"),
        ),
        Table(
            "judgements.parquet",
            "A row for each judgement",
            lambda judgements: judgements.rows,
            columns={
                "sentence": Column("text", "the sentence", is_key=True),
                "annotator": Column("text", "pseudonym", is_key=True),
                "answer": Column("text", "yes, no or cannot judge"),
            },
        ),
        Table(
            "sentences.parquet",
            "A row for each sentence",
            list_shares,
            columns={
                "sentence": Column("text", "the sentence", is_key=True),
                "accepted": Column("number", "share of annotators who accept it"),
            },
        ),
    ),
    write_datasheet=write_datasheet,
    read=Judgements.read,
)
