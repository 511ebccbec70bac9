"""The page with the texts that a study shows."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from annotation_site.projects.abilities import can_manage
from annotation_site.projects.models import Project
from annotation_site.texts.languages import find_language
from annotation_site.web.access import SignedInRequest
from annotation_site.web.exceptions import DomainError
from annotation_site.web.pagination import read_search
from idiomaticity.page_texts.forms import PageLanguageForm, SentenceForm
from idiomaticity.page_texts.queries import find_locale, list_rows
from idiomaticity.page_texts.services import choose_page_language, word_sentence
from idiomaticity.projects.access import admits, rating_context


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@admits(can_manage)
def page_texts(request: SignedInRequest, slug: str) -> HttpResponse:
    """List the sentences page by page; POST chooses the language."""
    project = request.project
    form = PageLanguageForm(request.POST if request.method == "POST" else None, initial=_read_language(project))
    if request.method == "POST" and form.is_valid():
        choose_page_language(user=request.user, project=project, **form.cleaned_data)
        messages.success(request, "Saved.")
        return redirect("idiomaticity:page_texts", slug)
    search, only_own = read_search(request), request.GET.get("state") == "own"
    locale = find_locale(project)
    context = {
        **rating_context(request.user, project, "idiomaticity:page_texts"),
        "page_name": "Texts",
        "form": form,
        "locale": locale,
        "spoken": find_language(locale.language.partition("-")[0]),
        "search": search,
        "only_own": only_own,
        "pages": list_rows(project, search, only_own=only_own),
    }
    return render(request, "idiomaticity/page_texts/page_texts.html", context, status=400 if form.errors else 200)


@require_POST
@admits(can_manage)
def page_text(request: SignedInRequest, slug: str) -> HttpResponse:
    """Word one sentence anew, or go back to its translation."""
    project = request.project
    form = SentenceForm(request.POST)
    if not form.is_valid():
        raise DomainError("No page of the study has this sentence.")
    sentence = form.cleaned_data["sentence"]
    try:
        word_sentence(user=request.user, project=project, sentence=sentence, forms=request.POST.getlist("form"))
    except DomainError as error:
        messages.error(request, f"“{sentence[:60]}” was not changed. {error.sentence}")
    else:
        messages.success(request, "Saved. Participants see the sentence from now on.")
    return redirect("idiomaticity:page_texts", slug)


def _read_language(project: Project) -> dict[str, str]:
    texts = getattr(project, "page_texts", None)
    return {"language": texts.language if texts else ""}
