"""The page of candidates: how many there are, how they influence annotators, and a form that proposes more."""

from __future__ import annotations

import tempfile
from uuid import uuid4

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from annotation_site.assignments.forms import OperationForm
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from annotation_site.texts.faults import FormatError
from annotation_site.web.exceptions import DomainError
from annotation_site.web.forms import refusals_on
from annotation_site.web.middleware.bodies import takes_files
from expressions.candidates.forms import CandidateForm
from expressions.candidates.queries import RATE_TITLES, count_candidates, measure_candidates
from expressions.candidates.services import propose_candidates, remove_candidates
from expressions.formats.registry import read_file
from expressions.formats.sentences import MarkedSentence
from expressions.projects.access import admits, expression_context

TAB = "expressions:candidates"


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@admits(can_manage)
def candidates(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the candidates of the project; POST proposes more."""
    project = request.project
    form = CandidateForm(request.POST or None, request.FILES or None, initial={"operation_id": uuid4()})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            fields = form.cleaned_data
            file = fields.pop("file")
            sentences = _read_sentences(file) if file and fields["source"] != "lexicon" else []
            count = propose_candidates(user=request.user, project=project, sentences=sentences, **fields)
            messages.success(request, f"{count:,} candidate{'s' * (count != 1)} proposed.")
            return redirect(TAB, slug)
    counts = count_candidates(project)
    context = {
        **expression_context(request.user, project, TAB),
        "page_name": "Candidates",
        "form": form,
        "counts": counts,
        "effects": [
            {"title": RATE_TITLES[each.name], "sides": (each.shown, each.controls, each.effect)}
            for each in (measure_candidates(project) if counts.candidates else ())
        ],
        "operation_id": uuid4(),
    }
    return render(request, "expressions/candidates/candidates.html", context, status=400 if form.errors else 200)


@require_POST
@admits(can_manage)
def candidates_remove(request: SignedInRequest, slug: str) -> HttpResponse:
    """Remove the candidates of passages that nobody has begun."""
    form = OperationForm(request.POST)
    if not form.is_valid():
        raise DomainError("The form is incomplete. Try again.")
    count = remove_candidates(user=request.user, project=request.project, **form.cleaned_data)
    messages.success(request, f"{count:,} candidate{'s' * (count != 1)} removed.")
    return redirect(TAB, slug)


def _read_sentences(file: UploadedFile) -> list[MarkedSentence]:
    with tempfile.NamedTemporaryFile() as kept:
        kept.writelines(file.chunks())
        kept.flush()
        try:
            return list(read_file(kept.name, None))
        except FormatError as error:
            raise DomainError(str(error).replace(kept.name, str(file.name))) from error
