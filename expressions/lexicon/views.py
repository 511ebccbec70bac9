"""The lexicon as a page for everybody in the project, and as a file."""

from uuid import uuid4

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation_site.languages.locales import translated
from annotation_site.projects.abilities import can_adjudicate, can_visit
from annotation_site.projects.access import SignedInRequest
from annotation_site.texts.faults import FormatError
from annotation_site.web.exceptions import DomainError
from annotation_site.web.middleware.bodies import takes_files
from annotation_site.web.pagination import read_search
from expressions.lexicon.cases import read_cases, write_cases
from expressions.lexicon.forms import SmallFileForm
from expressions.lexicon.queries import list_cases
from expressions.lexicon.queries import read_cases as read_stored
from expressions.lexicon.services import decide_cases
from expressions.projects.access import admits, expression_context

PAGE_SIZE = 100
TAB = "expressions:lexicon"


@require_safe
@never_cache
@admits(can_visit)
@translated
def lexicon(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show what was decided about lexical items."""
    project, search = request.project, read_search(request)
    context = {
        **expression_context(request.user, project, TAB),
        "page_name": _("Lexicon"),
        "page": Paginator(list_cases(project, search), PAGE_SIZE).get_page(request.GET.get("page")),
        "search": search,
        "decides": can_adjudicate(request.user, project),
        "operation_id": uuid4(),
    }
    return render(request, "expressions/lexicon/lexicon.html", context)


@require_safe
@admits(can_visit)
def lexicon_table(request: SignedInRequest, slug: str) -> StreamingHttpResponse:
    """Return the lexicon as a table parted by tabulators."""
    name = f"{request.project.slug}-lexicon.tsv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    lines = write_cases(read_stored(request.project))
    return StreamingHttpResponse(lines, content_type="text/tab-separated-values; charset=utf-8", headers=headers)


@takes_files
@require_POST
@admits(can_adjudicate)
def lexicon_import(request: SignedInRequest, slug: str) -> HttpResponse:
    """Import decisions from a file."""
    form, project = SmallFileForm(request.POST, request.FILES), request.project
    if not form.is_valid():
        raise DomainError("Choose a file of at most 10 MB.")
    file = form.cleaned_data["file"]
    try:
        lines = file.read().decode("utf-8-sig").splitlines()
        cases = list(read_cases(lines, file.name, project.expressions.used_categories))
    except (UnicodeDecodeError, FormatError) as error:
        sentence = str(error) if isinstance(error, FormatError) else f"{file.name} is no text in UTF-8."
        raise DomainError(f"{sentence} Nothing was imported.") from error
    count = decide_cases(
        user=request.user, project=project, cases=cases, operation_id=form.cleaned_data["operation_id"]
    )
    messages.success(request, f"{count:,} decision{'s' * (count != 1)} imported.")
    return redirect(TAB, slug)
