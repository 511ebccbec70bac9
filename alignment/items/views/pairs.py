"""The pairs of a project for a manager: the list, and everything about one pair."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from alignment.adjudication.models import LinkDecision
from alignment.agreement.models import ItemAgreement
from alignment.agreement.queries.changes import count_changes
from alignment.items.api import ItemRow
from alignment.items.views.opening import open_pair
from alignment.pairs.models import SentencePair
from alignment.pairs.narration import describe_operation
from alignment.projects.access import admits
from alignment.readings.links import Reading, link_groups
from alignment.readings.queries.submissions import latest_submissions
from alignment.releases.views.gold_links import describe_gold
from alignment.training.queries import name_state
from annotation_site.assignments.item_list import ItemList, ItemListNames
from annotation_site.assignments.models import Assignment, Comment, Item
from annotation_site.operations.models import Operation
from annotation_site.projects.abilities import can_see_everyones_work
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.texts.languages import find_language

HISTORY_SIZE = 30
EXCERPT_TOKENS = 16
LABELS = {"S": "Sure", "P": "Possible"}
DECISIONS = dict(LinkDecision.Decision.choices)
# What people do in training and checks is told on the pages of annotator quality alone.
IS_WORK = Q(assignment=None) | Q(assignment__purpose=Assignment.Purpose.WORK)


class PairList(ItemList):
    """The pairs of a project: the beginning of their source, and what is to decide."""

    kind = Project.Kind.ALIGNMENT
    page = "pairs"
    template = "alignment/pairs/pairs.html"
    noun = ("pair", "pairs")
    api = ItemListNames("items", ("items", "item"), ("items_list", "item_detail"))
    row_serializer = ItemRow

    def refresh(self, project: Project) -> None:
        count_changes(project.pk)

    def with_content(self, items: QuerySet[Item]) -> QuerySet[Item]:
        return items.select_related("sentence_pair", "known_gold")

    def with_row(self, items: QuerySet[Item]) -> QuerySet[Item]:
        related = items.select_related("sentence_pair", "agreement", "known_gold")
        return related.defer("sentence_pair__target_tokens", "sentence_pair__target_text")

    def matches(self, project: Project, typed: str) -> Q:
        by_text = SentencePair.objects.with_text(typed).filter(item__project=project)
        return Q(pk__in=by_text.values("item"))

    def list_rows(self, items: Sequence[Item]) -> dict[str, Any]:
        return {"rows": [_pair_context(item) for item in items]}


PAIRS = PairList()


@require_safe
@never_cache
@admits(can_see_everyones_work)
def pair(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show one pair: its readings side by side, decisions, comments, and operations with their times."""
    project, item, is_blind = open_pair(request, number)
    count_changes(project.pk)
    context = {
        **_context(request, project),
        "page_name": f"Pair {item.number}",
        "item": item,
        "item_state": name_state(item),
        "agreement": _agreement_of(item),
        "sides": _sides(item.sentence_pair),
        "neighbours": _neighbours(project, item),
        "versions": range(1, item.version),
    }
    context |= {"is_blind": is_blind} | ({} if is_blind else _work_on_pair(request, item))
    return render(request, "alignment/pairs/pair.html", context)


def _work_on_pair(request: SignedInRequest, item: Item) -> dict[str, Any]:
    """Return everybody's work on the pair."""
    content: SentencePair = item.sentence_pair
    operations = (
        Operation.objects.filter(IS_WORK, item=item).select_related("assignment__annotator", "actor").order_by("-pk")
    )
    history = Paginator(operations, HISTORY_SIZE).get_page(request.GET.get("page"))
    return {
        "readings": _readings(item, content),
        "assignments": item.assignments.work().exclude(state=Assignment.State.SUBMITTED).select_related("annotator"),
        "decisions": _decisions(item, content),
        "gold": describe_gold(item) if item.state in Item.READY_STATES else None,
        "comments": Comment.objects.filter(item=item).select_related("assignment__annotator", "author"),
        "page": history,
        "history": [
            {
                "who": _who(operation),
                "what": describe_operation(
                    operation.kind, operation.payload, content.source_tokens, content.target_tokens
                ),
                "when": operation.created_at,
            }
            for operation in history
        ],
    }


def _context(request: SignedInRequest, project: Project) -> dict[str, Any]:
    return {
        **project_context(request.user, project, "alignment:pairs"),
        "source_language": find_language(project.alignment.source_language),
        "target_language": find_language(project.alignment.target_language),
    }


def _pair_context(item: Item) -> dict[str, Any]:
    return {
        "item": item,
        "item_state": name_state(item),
        "excerpt": item.sentence_pair.cut_source(EXCERPT_TOKENS),
        "agreement": _agreement_of(item),
    }


def _agreement_of(item: Item) -> ItemAgreement | None:
    return getattr(item, "agreement", None)


def _sides(content: SentencePair, reading: Reading | None = None) -> dict[str, list[dict[str, Any]]]:
    """Return words of both sentences with the underlines of a reading; a word with any Sure link counts as Sure."""
    links = reading.links if reading else {}
    marked = (reading.unaligned_source, reading.unaligned_target) if reading else (frozenset(), frozenset())
    target_words = (content.source_target_words, content.target_target_words)
    sides: dict[str, list[dict[str, Any]]] = {}
    for end, (name, tokens) in enumerate((("source", content.source_tokens), ("target", content.target_tokens))):
        labels: dict[int, str] = {}
        for cell, label in links.items():
            labels[cell[end]] = "sure" if label == "S" or labels.get(cell[end]) == "sure" else "possible"
        sides[name] = [
            {
                "text": token,
                "style": labels.get(index, "no-counterpart" if index in marked[end] else ""),
                "is_asked": index in target_words[end],
            }
            for index, token in enumerate(tokens)
        ]
    return sides


def _readings(item: Item, content: SentencePair) -> list[dict[str, Any]]:
    readings = []
    for submission in latest_submissions([item]):
        reading = Reading.from_json(submission.reading)
        readings.append(
            {
                "annotator": submission.assignment.annotator,
                "submitted_at": submission.created_at,
                "number": submission.number,
                "sides": _sides(content, reading),
                "link_groups": [_group_in_words(content, reading, group) for group in link_groups(reading.links)],
                "sure_count": len(reading.cells("S")),
                "possible_count": len(reading.cells("P")),
            }
        )
    return readings


def _group_in_words(content: SentencePair, reading: Reading, cells: Sequence[tuple[int, int]]) -> dict[str, Any]:
    labels = {reading.links[cell] for cell in cells}
    sources = sorted({source for source, _ in cells})
    targets = sorted({target for _, target in cells})
    return {
        "source": " ".join(content.source_tokens[index] for index in sources),
        "target": " ".join(content.target_tokens[index] for index in targets),
        "label": " and ".join(LABELS[label] for label in ("S", "P") if label in labels),
        "style": "sure" if "S" in labels else "possible",
    }


def _decisions(item: Item, content: SentencePair) -> list[dict[str, Any]]:
    return [
        {
            "source": content.source_tokens[decision.source_index],
            "target": content.target_tokens[decision.target_index],
            "outcome": DECISIONS[decision.decision],
            "style": {"S": "pill-sure", "P": "pill-possible"}.get(decision.decision, ""),
            "note": decision.note,
            "when": decision.decided_at,
        }
        for decision in LinkDecision.objects.filter(item=item)
    ]


def _who(operation: Operation) -> str:
    if operation.assignment is not None:
        return f"Annotator {operation.assignment.annotator.pseudonym}"
    return str(operation.actor)


def _neighbours(project: Project, item: Item) -> dict[str, int | None]:
    numbers = Item.objects.filter(project=project).values_list("number", flat=True)
    return {
        "previous": numbers.filter(number__lt=item.number).order_by("-number").first(),
        "next": numbers.filter(number__gt=item.number).order_by("number").first(),
    }
