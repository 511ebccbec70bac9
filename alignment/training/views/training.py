"""Training: an annotator's way to the real pairs, and each training pair beside its gold."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from alignment.projects.access import admits
from alignment.training import queries as reads
from alignment.training.services.training import try_again
from annotation_site.assignments.forms import OperationForm
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.progress import read_own_progress
from annotation_site.languages.locales import translated
from annotation_site.projects import access
from annotation_site.projects.abilities import can_annotate, require_annotator
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.navigation import project_context
from annotation_site.web.exceptions import DomainError


@require_safe
@never_cache
@admits(can_annotate)
@translated
def training(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the annotator's progress, and every attempt pair by pair."""
    project = request.project
    annotator = require_annotator(request.user, project)
    status = reads.read_status(annotator)
    context = {
        **project_context(request.user, project, "alignment:assignments"),
        "page_name": _("Training"),
        "status": status,
        "progress": read_own_progress(annotator),
        "runs": [(run, reads.list_readings(run)) for run in reversed(status.runs)],
        "operation_id": uuid4(),
    }
    return render(request, "alignment/training/training.html", context)


@require_safe
@never_cache
@access.admits(access.OWNER)
@translated
def training_pair(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show a submitted training pair beside its gold; one that was begun again leads to the editor."""
    own = Assignment.objects.for_annotator(request.user).filter(purpose=Assignment.Purpose.TRAINING)
    assignment = get_object_or_404(own.select_related("annotator__project__alignment"), pk=pk)
    reading = reads.find_submitted(assignment)
    if reading is None or assignment.state != Assignment.State.SUBMITTED:
        return redirect("alignment:annotate", pk)
    project = assignment.annotator.project
    context = {
        **project_context(request.user, project, "alignment:assignments"),
        "page_name": _("Training pair {n}").format(n=reading.item.number),
        "item": reading.item,
        "run": reading.run,
        "state": reads.read_comparison(reading),
        "status": reads.read_status(assignment.annotator),
    }
    return render(request, "alignment/training/training_pair.html", context)


@require_POST
@never_cache
@admits(can_annotate)
@translated
def training_again(request: SignedInRequest, slug: str) -> HttpResponse:
    """Begin another attempt."""
    project = request.project
    form = OperationForm(request.POST)
    if form.is_valid():
        try:
            try_again(user=request.user, project=project, **form.cleaned_data)
        except DomainError as error:
            messages.error(request, error.sentence)
    return redirect("alignment:training", slug)
