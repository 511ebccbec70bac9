"""The walk through a study's pages as its participants see them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation_site.languages.locales import switch_locale, translated
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.markdown import render_guideline
from annotation_site.projects.models import Project
from idiomaticity.crowd.marketplaces import find_study_code
from idiomaticity.crowd.views.entry import describe_consent
from idiomaticity.lists.views import describe_unrated
from idiomaticity.page_texts.queries import find_locale
from idiomaticity.projects.access import admits
from idiomaticity.questionnaires.forms import AnswersForm
from idiomaticity.questionnaires.queries import find_questionnaire
from idiomaticity.studies.queries.walks import find_call, list_items, list_walk

PREVIEW = "This is a preview. Nothing is saved."
# Of a participant, in place of the one that they would get.
SAMPLE_CODE = "K7QM-XW3P-9TDR"
Context = dict[str, Any]
FindAddress = Callable[[str], str]


@require_safe
@never_cache
@admits(can_manage)
@translated
def study_walk(request: SignedInRequest, slug: str, page: str) -> HttpResponse:
    """Show a page of the study as its participants see it, in their language."""
    context = walk_through(
        request,
        request.project,
        page,
        list_items(request.project),
        lambda name: reverse("idiomaticity:study_walk", args=[slug, name]),
    )
    if page == "consent":
        context["is_colleague"] = True
    return render(request, f"idiomaticity/studies/walk_{page}.html", context)


def walk_through(
    request: HttpRequest, project: Project, page: str, items: list[int], find_address: FindAddress
) -> Context:
    """Return the context of a page of the walk, with the pages around it, and answer in the language of the study;
    Http404 for a page that the study has not.
    """
    pages = list_walk(project, items)
    names = [name for name, _ in pages]
    if page not in names:
        raise Http404("The study has no such page.")
    switch_locale(find_locale(project))
    item = Paginator(items, 1).get_page(request.GET.get("page")) if page == "items" else None
    number = names.index(page)
    return {
        "project": project,
        **_CONTEXTS[page](project, item),
        "walk": {
            "label": pages[number][1],
            "place": number + 1,
            "total": len(pages),
            "page": _number_page(names, number, items, item),
            "pages": len(names) + max(len(items) - 1, 0),
            **_find_neighbours([find_address(name) for name in names], number, item),
        },
    }


def _number_page(names: Sequence[str], number: int, items: Sequence[int], item: Any) -> int:
    """Return the number of a page among all, where each item is one."""
    if item is not None:
        return number + int(item.number)
    is_after_items = "items" in names[:number]
    return number + (len(items) if is_after_items else 1)


def _find_neighbours(addresses: Sequence[str], number: int, item: Any) -> dict[str, str]:
    """Return the addresses before and after a page; of items, one follows another."""
    before = addresses[number - 1] if number else ""
    following = addresses[number + 1] if number + 1 < len(addresses) else ""
    if item is not None and item.has_previous():
        before = f"{addresses[number]}?page={item.previous_page_number()}"
    if item is not None and item.has_next():
        following = f"{addresses[number]}?page={item.next_page_number()}"
    return {"before": before, "next": following}


def _consent_context(project: Project, item: Any) -> Context:
    return describe_consent(project.crowd_call)


def _ask_questions(project: Project, item: Any) -> Context:
    call = find_call(project)
    return {
        "form": AnswersForm(questions=find_questionnaire(project).rater_questions),
        "deletion_day": call.forget_on if call else None,
    }


def _instruct(project: Project, item: Any) -> Context:
    guideline = project.guidelines.first()
    return {"instructions_html": render_guideline(guideline.text) if guideline else ""}


def _ask_about_item(project: Project, item: Any) -> Context:
    return {**describe_unrated(project, item[0], PREVIEW), "page": item}


def _end(project: Project, item: Any) -> Context:
    call, debriefing = project.crowd_call, find_questionnaire(project).debriefing
    address = call.completed_url
    asks_for_own = not address or "{code}" in address
    return {
        "code": SAMPLE_CODE if asks_for_own else find_study_code(address),
        "address": address,
        "debriefing_html": render_guideline(debriefing) if debriefing else "",
    }


_CONTEXTS: Mapping[str, Callable[[Project, Any], Context]] = {
    "consent": _consent_context,
    "questionnaire": _ask_questions,
    "instructions": _instruct,
    "items": _ask_about_item,
    "end": _end,
}
