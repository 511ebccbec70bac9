"""A project's study as a release holds it, read from the database in chunks."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import attrgetter
from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import Coalesce, Collate, Length

from annotation_site.assignments.models import Submission
from annotation_site.projects.models import Project
from idiomaticity.anchoring.models import ShownScores
from idiomaticity.classes.models import CompoundAdjudication
from idiomaticity.classes.queries import read_judgements
from idiomaticity.compounds.models import Compound, Occurrence
from idiomaticity.paraphrases.counts import Thresholds
from idiomaticity.paraphrases.queries.tables import read_decisions
from idiomaticity.projects.models import IdiomaticitySettings
from idiomaticity.ratings.models import Paraphrase, Rating
from idiomaticity.releases.contents import ReleasedStudy
from idiomaticity.releases.queries.known import read_checks, read_known
from idiomaticity.releases.records import ReleasedCompound, ReleasedRating, ReleasedScores, ReleasedSentence
from idiomaticity.scales.judgements import SCALES

CHUNK = 5_000


def read_study(project: Project, thresholds: Thresholds, excluded: Collection[int] = ()) -> ReleasedStudy:
    """Return everything submitted, to be read within one transaction.

    `excluded` are memberships whose ratings do not count towards the figures.
    """
    compounds = Compound.objects.filter(project=project).order_by("number").prefetch_related("occurrences")
    adjudications = CompoundAdjudication.objects.filter(compound__project=project)
    decided = {adjudication.compound_id: adjudication for adjudication in adjudications}
    return ReleasedStudy(
        level=project.idiomaticity.level,
        compounds=[
            _read_compound(compound, project.idiomaticity.level, decided.get(compound.pk)) for compound in compounds
        ],
        ratings=HandedIn(project, excluded),
        decisions=read_decisions(project),
        class_judgements=read_judgements(project),
        thresholds=thresholds,
        has_lists=has_lists(project),
        has_machine_scores=list_machines_beside(project).exists(),
        scale=project.idiomaticity.score_scale,
        extra=project.idiomaticity.asked_beside,
        known=read_known(project),
        checks=read_checks(project, excluded),
    )


def has_lists(project: Project) -> bool:
    """Return whether somebody who rated was given a list."""
    given: bool = Rating.objects.submitted(project).filter(assignment__annotator__given_list__isnull=False).exists()
    return given


def list_machines_beside(project: Project) -> QuerySet[ShownScores, str]:
    """Return the pseudonyms of machines whose scores stood beside the questions of submitted ratings."""
    rated = Rating.objects.submitted(project).values("pk")
    shown = ShownScores.objects.filter(machine__project=project, assignment__in=rated)
    return shown.order_by("machine__pseudonym").values_list("machine__pseudonym", flat=True).distinct()


def _read_compound(compound: Compound, level: str, decided: CompoundAdjudication | None) -> ReleasedCompound:
    return ReleasedCompound(
        number=compound.number,
        text=compound.text,
        modifier=compound.modifier,
        head=compound.head,
        imported_class=compound.imported_class,
        decided_class=decided.decided_class if decided else "",
        note=decided.note if decided else "",
        published_type_score=compound.type_score,
        published_head=compound.published_head,
        published_modifier=compound.published_modifier,
        published_paraphrases=tuple(compound.published_paraphrases),
        sentences=tuple(
            _read_sentence(occurrence, level)
            for occurrence in sorted(compound.occurrences.all(), key=attrgetter("number"))
        ),
    )


def _read_sentence(occurrence: Occurrence, level: str) -> ReleasedSentence:
    return ReleasedSentence(
        number=occurrence.number,
        text=occurrence.sentence,
        spans=tuple((start, end) for start, end in occurrence.spans),
        published_mean=occurrence.published_mean,
        is_rated=level != IdiomaticitySettings.Level.TYPE and occurrence.item_id is not None,
        published_paraphrases=tuple(occurrence.published_paraphrases),
        label=occurrence.label,
        previous=occurrence.previous,
        next=occurrence.next,
    )


@dataclass(frozen=True, slots=True)
class HandedIn:
    """The ratings of a project in the order of compounds, sentences and pseudonyms.

    Each iteration reads them from the database, a few thousand at a time.
    """

    project: Project
    excluded: Collection[int]

    def __iter__(self) -> Iterator[ReleasedRating]:
        rows = Rating.objects.submitted(self.project).annotate(
            compound_number=Coalesce(
                "assignment__item__occurrence__compound__number", "assignment__item__compound__number"
            ),
            letters=Collate("assignment__annotator__pseudonym", "C"),
        )
        rows = rows.order_by(
            "compound_number", Coalesce("assignment__item__occurrence__number", 0), Length("letters"), "letters"
        )
        named = rows.values_list(
            *("assignment", "compound_number", "assignment__item__occurrence__number"),
            *("assignment__annotator", "assignment__annotator__pseudonym"),
            *(f"assignment__shown_scores__{name}" for name in ("machine__pseudonym", "is_control", "scores")),
            *("assignment__annotator__given_list__number", "extra", *SCALES),
        )
        rated = named.iterator(chunk_size=CHUNK)
        while chunk := list(islice(rated, CHUNK)):
            yield from self._make(chunk)

    def _make(self, rows: Sequence[tuple[Any, ...]]) -> Iterator[ReleasedRating]:
        assignments = [row[0] for row in rows]
        paraphrases, guidelines = _read_paraphrases(assignments), _read_guidelines(assignments)
        for (
            assignment,
            compound,
            sentence,
            annotator,
            pseudonym,
            *beside,
            list_number,
            extra,
            head,
            modifier,
            whole,
        ) in rows:
            scores = (head, modifier, whole)
            yield ReleasedRating(
                compound=compound,
                sentence=sentence,
                annotator=pseudonym,
                is_excluded=annotator in self.excluded,
                scores={
                    name: score
                    for name, score in {**dict(zip(SCALES, scores, strict=True)), **extra}.items()
                    if score is not None
                },
                paraphrases=tuple(paraphrases.get(assignment, ())),
                guideline=guidelines.get(assignment),
                list_number=list_number,
                machine_scores=None if beside[0] is None else ReleasedScores(*beside),
            )


def _read_paraphrases(assignments: Sequence[int]) -> dict[int, list[str]]:
    given = Paraphrase.objects.filter(assignment__in=assignments).order_by("assignment", "position")
    paraphrases: dict[int, list[str]] = defaultdict(list)
    for assignment, text in given.values_list("assignment", "text"):
        paraphrases[assignment].append(text)
    return paraphrases


def _read_guidelines(assignments: Sequence[int]) -> dict[int, int]:
    """Return the guideline version of the last submission of each assignment."""
    submissions = Submission.objects.filter(assignment__in=assignments, guideline__isnull=False)
    return dict(submissions.order_by("assignment", "number").values_list("assignment", "guideline__version"))
