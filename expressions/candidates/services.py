"""Proposing candidates for passages that nobody has begun, and removing them."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.operations.services import is_repeat, record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from expressions.candidates.models import Candidate
from expressions.candidates.proposals import collect_lexicon, propose_known, propose_marks
from expressions.candidates.queries import list_open, read_open_texts
from expressions.categories.presets import is_not_an_expression
from expressions.consistency.items import Lemmas
from expressions.consistency.queries.items import list_items
from expressions.formats.sentences import MarkedSentence
from expressions.imports.texts import find_category
from expressions.lexicon.models import SolvedCase
from expressions.marks.marking import Mark
from expressions.marks.queries import make_rules

PROPOSE, REMOVE = "propose_candidates", "remove_candidates"
SOURCES = ("lexicon", "corpus", "marks")


@transaction.atomic
def propose_candidates(
    *,
    user: User,
    project: Project,
    source: str,
    gap: int,
    control_share: int,
    operation_id: UUID,
    sentences: Iterable[MarkedSentence] = (),
) -> int:
    """Propose candidates and return their number. Source `lexicon` are solved cases and expressions of the gold
    standard, `corpus` those of other sentences, `marks` marks of the same sentences, such as a machine's.

    Of a control passage, whose share is in per cent, annotators see none.
    """
    require(can_manage, user, project)
    if source not in SOURCES:
        raise DomainError(f"source is one of {', '.join(SOURCES)}.")
    Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    if is_repeat(actor=user, operation_id=operation_id, kind=PROPOSE, project=project):
        return 0
    texts = read_open_texts(project)
    if source == "marks":
        proposals = propose_marks(texts, sentences)
    else:
        lexicon = _read_lexicon(project) if source == "lexicon" else collect_lexicon(sentences)
        proposals = propose_known(texts, lexicon, gap)
    rules = {text.passage: make_rules(project, [len(each.forms) for each in text.sentences]) for text in texts}
    items = {number: (pk, ring < control_share / 100) for pk, number, ring in _list_open_places(project)}
    is_judged = project.expressions.is_judged
    candidates = []
    for passage, words, category in proposals:
        category = find_category(category, rules[passage].categories)
        fault = rules[passage].find_fault([Mark(words, rules[passage].categories[0] if is_judged else category)])
        if passage in items and fault is None:
            pk, is_control = items[passage]
            candidate = Candidate(item_id=pk, words=list(words), category="" if is_judged else category)
            candidate.is_control = is_control and not is_judged
            candidates.append(candidate)
    before = Candidate.objects.filter(item__project=project).count()
    Candidate.objects.bulk_create(candidates, ignore_conflicts=True, batch_size=2_000)
    count = Candidate.objects.filter(item__project=project).count() - before
    payload = {"source": source, "gap": gap, "control_share": control_share, "candidates": count}
    record_operation(actor=user, project=project, kind=PROPOSE, payload=payload, operation_id=operation_id)
    return count


@transaction.atomic
def remove_candidates(*, user: User, project: Project, operation_id: UUID) -> int:
    """Remove the candidates of passages that nobody has begun, and return their number."""
    require(can_manage, user, project)
    open_items = [pk for pk, _number, _ring in _list_open_places(project)]
    count, _ = Candidate.objects.filter(item__in=open_items).delete()
    record_operation(actor=user, project=project, kind=REMOVE, payload={"candidates": count}, operation_id=operation_id)
    return int(count)


def _list_open_places(project: Project) -> list[tuple[int, int, float]]:
    """Lock the passages that nobody has begun, so that nobody begins them meanwhile."""
    rows = list_open(project).order_by("pk").select_for_update(no_key=True, of=("self",))
    return [(item.pk, item.number, item.ring_place) for item in rows.only("pk", "number", "ring_place")]


def _read_lexicon(project: Project) -> dict[Lemmas, str]:
    lexicon: dict[Lemmas, str] = {}
    for checked in list_items(project):
        counts = {name: count for name, count in checked.item.counts.items() if name and not is_not_an_expression(name)}
        if counts and (checked.case is None or not is_not_an_expression(checked.case.category)):
            lexicon[checked.item.lemmas] = max(counts, key=counts.__getitem__)
    for case in SolvedCase.objects.filter(project=project).exclude(category=""):
        if not is_not_an_expression(case.category):
            lexicon[tuple(case.lemmas)] = case.category
    return lexicon
