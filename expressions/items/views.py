"""The passages of a project for a manager: the list, and everything about one passage."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation_site.assignments.item_list import ItemList, ItemListNames
from annotation_site.assignments.models import Assignment, Comment, Item
from annotation_site.projects.abilities import can_annotate, can_see_everyones_work
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from expressions.items.api import PassageRow
from expressions.marks.queries import describe_passage, name_passage, read_marks
from expressions.passages.models import Passage, PassageSentence
from expressions.passages.queries import list_forms
from expressions.projects.access import admits, expression_context


class PassageList(ItemList):
    """The passages of a project, with the beginnings of their texts."""

    kind = Project.Kind.EXPRESSIONS
    page = "passages"
    template = "expressions/passages/passages.html"
    noun = ("passage", "passages")
    api = ItemListNames("passages", ("passages", "passage"), ("passages_list", "passage_detail"))
    row_serializer = PassageRow

    def with_content(self, items: QuerySet[Item]) -> QuerySet[Item]:
        return items.select_related("passage").prefetch_related("passage__sentences")

    def with_row(self, items: QuerySet[Item]) -> QuerySet[Item]:
        sentences = PassageSentence.objects.defer("lines")
        return items.select_related("passage").prefetch_related(Prefetch("passage__sentences", sentences))

    def matches(self, project: Project, typed: str) -> Q:
        sentences = PassageSentence.objects.filter(text__icontains=typed)
        return Q(passage__document__icontains=typed) | Q(pk__in=sentences.values("passage"))

    def list_rows(self, items: Sequence[Item]) -> dict[str, Any]:
        return {"rows": items, "has_documents": any(item.passage.document for item in items)}


PASSAGES = PassageList()


@require_safe
@never_cache
@admits(can_see_everyones_work)
def passage(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show one passage: its text, and what each annotator marked in it."""
    project = request.project
    found = get_object_or_404(
        Passage.objects.select_related("item").prefetch_related("sentences"), item__project=project, item__number=number
    )
    context = {
        **expression_context(request.user, project, "expressions:passages"),
        "page_name": name_passage(found),
        "item": found.item,
        "passage": found,
        "state": describe_passage(found, project),
        "neighbours": _find_neighbours(project, number),
        # Whoever annotates as well may still have to read it.
        "is_blind": can_annotate(request.user, project) and found.item.state == Item.State.OPEN,
    }
    if not context["is_blind"]:
        context |= {"readings": _list_readings(found), "comments": Comment.objects.filter(item=found.item)}
    return render(request, "expressions/passages/passage.html", context)


def _list_readings(found: Passage) -> list[dict[str, Any]]:
    submitted = Assignment.objects.submitted().filter(item=found.item).select_related("annotator")
    forms = list_forms(found)
    readings = []
    for assignment in submitted.order_by("annotator").prefetch_related("marks"):
        marks = [
            {"text": " ".join(forms[word] for word in mark.words), "category": mark.category, "comment": mark.comment}
            for mark in read_marks(assignment)
        ]
        readings.append({"annotator": assignment.annotator, "submitted_at": assignment.submitted_at, "marks": marks})
    return readings


def _find_neighbours(project: Project, number: int) -> dict[str, int | None]:
    numbers = Item.objects.filter(project=project).values_list("number", flat=True)
    return {
        "previous": numbers.filter(number__lt=number).order_by("-number").first(),
        "next": numbers.filter(number__gt=number).order_by("number").first(),
    }
