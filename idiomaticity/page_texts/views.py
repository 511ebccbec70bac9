"""The pages with the texts that a study shows."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.texts.languages import find_language
from annotation_site.web.exceptions import DomainError
from annotation_site.web.pagination import read_search
from idiomaticity.page_texts.forms import PageLanguageForm
from idiomaticity.page_texts.notation import restore_text, show_text
from idiomaticity.page_texts.queries import Row, find_locale, find_sentence, list_rows
from idiomaticity.page_texts.services import choose_page_language, word_sentence
from idiomaticity.projects.access import admits, rating_context

PAGE_SIZE = 25


class TypedTexts(NamedTuple):
    """The texts entered for a sentence, form by form, and why they were refused."""

    forms: list[str]
    fault: str


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@admits(can_manage)
def page_texts(request: SignedInRequest, slug: str) -> HttpResponse:
    """List the sentences of one page, or those found; POST chooses the language."""
    project = request.project
    form = PageLanguageForm(request.POST if request.method == "POST" else None, initial=_read_language(project))
    if request.method == "POST" and form.is_valid():
        choose_page_language(user=request.user, project=project, **form.cleaned_data)
        messages.success(request, "Saved.")
        return redirect("idiomaticity:page_texts", slug)
    return _render(request, project, form, {})


@require_POST
@admits(can_manage)
def page_text(request: SignedInRequest, slug: str) -> HttpResponse:
    """Save the sentences of a page that were worded anew, or emptied to go back to the translation."""
    project = request.project
    refused: dict[str, TypedTexts] = {}
    saved = 0
    for number, text in enumerate(request.POST.getlist("sentence")):
        typed = request.POST.getlist(f"form-{number}")
        try:
            saved += _word(request, project, text, typed)
        except DomainError as error:
            refused[text] = TypedTexts(typed, show_text(error.sentence))
    if saved:
        messages.success(request, f"{saved} text{'' if saved == 1 else 's'} saved. Participants see the change now.")
    if refused:
        return _render(request, project, PageLanguageForm(initial=_read_language(project)), refused)
    address = reverse("idiomaticity:page_texts", args=[slug])
    return redirect(f"{address}?{request.GET.urlencode()}" if request.GET else address)


def _word(request: SignedInRequest, project: Project, text: str, typed: Sequence[str]) -> bool:
    """Word a sentence as it was typed; return whether it changed."""
    known = find_sentence(text)
    if known is None or len(typed) != len(known.forms):
        raise DomainError("No page of the study has this sentence.")
    forms = [restore_text(original, form) for original, form in zip(known.forms, typed, strict=True)]
    before = list(find_locale(project).own.get(known.text, ()))
    word_sentence(user=request.user, project=project, sentence=known.text, forms=forms)
    return list(find_locale(project).own.get(known.text, ())) != before


def _render(
    request: SignedInRequest, project: Project, form: PageLanguageForm, refused: Mapping[str, TypedTexts]
) -> HttpResponse:
    search, only_own = read_search(request), request.GET.get("state") == "own"
    locale = find_locale(project)
    by_page = list_rows(project, search, only_own=only_own)
    slugs = {name: slugify(name) for name in by_page}
    chosen = next((name for name in by_page if slugs[name] == request.GET.get("of")), next(iter(by_page), ""))
    is_listed_together = bool(search or only_own)
    rows = [row for of_page in by_page.values() for row in of_page] if is_listed_together else by_page.get(chosen, [])
    page = Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        **rating_context(request.user, project, "idiomaticity:page_texts"),
        "page_name": "Page texts",
        "form": form,
        "locale": locale,
        "spoken": find_language(locale.language.partition("-")[0]),
        "search": search,
        "only_own": only_own,
        "pages": []
        if is_listed_together
        else [(slugs[name], name, len(of_page), name == chosen) for name, of_page in by_page.items()],
        "page": page,
        "rows": [_row_context(row, refused.get(row.sentence.text)) for row in page],
        "is_refused": bool(refused),
    }
    status = 400 if form.errors or refused else 200
    return render(request, "idiomaticity/page_texts/page_texts.html", context, status=status)


def _row_context(row: Row, typed: TypedTexts | None) -> dict[str, Any]:
    own = typed.forms if typed else [show_text(form) for form in row.own] or [""] * len(row.translation)
    return {
        "sentence": row.sentence,
        "has_forms": bool(row.sentence.plural),
        "forms": [
            (show_text(original), show_text(translation), text)
            for original, translation, text in zip(row.sentence.forms, row.translation, own, strict=True)
        ],
        "fault": typed.fault if typed else "",
    }


def _read_language(project: Project) -> dict[str, str]:
    texts = getattr(project, "page_texts", None)
    return {"language": texts.language if texts else ""}
