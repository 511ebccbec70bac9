"""A study as a paper tells it: its design, and the figures of what was collected."""

from collections import Counter
from collections.abc import Iterator
from statistics import median

import numpy as np
from django.conf import settings
from django.db.models import Count, Max, Min

from annotation_site.coefficients.unit_counts import UnitCounts
from annotation_site.exclusions.models import Exclusion
from annotation_site.projects.models import Project
from annotation_site.texts.languages import find_language
from idiomaticity.compounds.models import Compound, Occurrence
from idiomaticity.crowd.marketplaces import find_marketplace
from idiomaticity.crowd.models import CrowdCall, CrowdWorker
from idiomaticity.crowd.queries.people import CHUNK, Participant, list_workers, read_participants
from idiomaticity.projects.asked_questions import ask_questions
from idiomaticity.projects.wording import fill_in, find_wording
from idiomaticity.ratings.models import Rating
from idiomaticity.results.queries.rows import read_score_table
from idiomaticity.results.score_table import ScoreTable
from idiomaticity.screening.models import ScreeningSettings
from idiomaticity.screening.queries.known import count_known
from idiomaticity.studies.paper import AlphaRow, CrowdDesign, Participation, StudyDesign, StudyFigures
from idiomaticity.studies.queries.steps import count_demand

PLACEHOLDERS = {"compound": "{compound}", "head": "{head}", "modifier": "{modifier}"}


def read_design(project: Project) -> StudyDesign:
    """Return the study's settings as they are now."""
    own = project.idiomaticity
    wording = find_wording(own.language, own.wording)
    known = count_known(project)
    screening = ScreeningSettings.objects.filter(project=project).first() or ScreeningSettings()
    return StudyDesign(
        name=project.name,
        software=f"Interlinea {settings.VERSION}",
        language=find_language(own.language).name,
        level=own.level,
        compounds=Compound.objects.filter(project=project).count(),
        sentences=Occurrence.objects.of_study(project).exclude(sentence="").count(),
        required=project.annotators_per_item,
        questions=ask_questions(wording, own.score_scale, own.asked_beside, PLACEHOLDERS),
        paraphrase_question=fill_in(wording.paraphrase_question, **PLACEHOLDERS),
        cannot_judge=wording.cannot_judge,
        tutorial=known.tutorial,
        qualification=known.qualification,
        attention=known.attention,
        attention_share=screening.attention_share,
        pass_mark=screening.pass_mark,
        seed=project.seed,
        crowd=_read_crowd(project),
    )


def _read_crowd(project: Project) -> CrowdDesign | None:
    call: CrowdCall | None = CrowdCall.objects.filter(project=project).first()
    if call is None:
        return None
    market, demand = find_marketplace(call.worker_parameter), count_demand(project, call)
    return CrowdDesign(
        platform=market.name if market else "a link",
        lists=call.lists,
        list_count=demand.lists,
        length=call.limit_each,
        repeats=call.repeats,
        people=demand.people,
        most_people=call.most_people,
        payment=call.payment,
        currency=call.currency,
        attempts=call.attempts,
    )


def read_figures(project: Project) -> StudyFigures:
    """Return figures of the ratings that count now; agreement as the page of agreement has it."""
    table = read_score_table(project)
    counted = Rating.objects.counted(project)
    days = counted.aggregate(first=Min("assignment__submitted_at"), last=Max("assignment__submitted_at"))
    per_item = np.bincount(table.item) if len(table) else np.zeros(1, dtype=np.int64)
    reasons = Exclusion.objects.active(project).order_by("reason").values_list("reason")
    return StudyFigures(
        raters=len(np.unique(table.annotator)),
        ratings=len(table),
        items=len(table.items) if len(table) else 0,
        least=int(per_item.min()),
        most=int(per_item.max()),
        first=days["first"].date() if days["first"] else None,
        last=days["last"].date() if days["last"] else None,
        alpha=list(_measure_alpha(project, table)),
        excluded=dict(reasons.annotate(n=Count("pk"))),
        participation=_read_participation(project),
    )


def _measure_alpha(project: Project, table: ScoreTable) -> Iterator[AlphaRow]:
    """Yield ordinal alpha of each question; of sentences and of compounds where both are rated, since these are two
    questions.
    """
    own, parts = project.idiomaticity, {"": table}
    if own.asks_sentences and own.asks_compounds:
        compounds = list(Compound.objects.filter(project=project).values_list("item", flat=True))
        is_compound = np.isin(table.items, [item for item in compounds if item])[table.item]
        parts = {"sentences": table.only(~is_compound), "compounds": table.only(is_compound)}
    for part, rows in parts.items():
        for scale in rows.scales:
            counts: UnitCounts = rows.count_units(scale)
            interval = counts.intervals(["ordinal"])["ordinal"]
            yield AlphaRow(scale, part, counts.unit_count, counts.alpha("ordinal"), interval)


def _read_participation(project: Project) -> Participation | None:
    there = CrowdWorker.objects.filter(call=project.pk)
    if not there.exists():
        return None
    people = list(_read_participants(project))
    kept = [participant for participant in people if not participant.is_excluded]
    times = [participant.minutes for participant in kept if participant.worker.state == "done" and participant.minutes]
    states = Counter(participant.worker.state for participant in people)
    return Participation(
        consented=len(people),
        unqualified=states["failed"],
        finished=states["done"],
        minutes=median(times) if times else None,
        checks_passed=sum(participant.passed for participant in kept),
        checks_failed=sum(participant.failed for participant in kept),
    )


def _read_participants(project: Project) -> Iterator[Participant]:
    workers = list_workers(project)
    for start in range(0, workers.count(), CHUNK):
        yield from read_participants(project, list(workers[start : start + CHUNK]), {})
