"""The page that takes an import back."""

from uuid import uuid4

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotation_site.assignments.forms import OperationForm
from annotation_site.imports.queries import plan_taking
from annotation_site.imports.services import request_taking_back
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import find_brought
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.navigation import project_context


@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
@never_cache
def import_take_back(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Say what taking the import back deletes, then request it."""
    project = request.project
    imported = get_object_or_404(Job.objects.select_related("project").filter(project=project), pk=pk)
    form = OperationForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        request_id = form.cleaned_data["operation_id"]
        job = request_taking_back(user=request.user, project=project, imported=imported, request_id=request_id)
        return redirect("projects:job", slug, job.pk)
    brought = find_brought(imported)
    if brought is None:
        raise Http404("This job brought nothing that can be taken back.")
    context = {
        **project_context(request.user, project, "projects:jobs"),
        "page_name": "Take back",
        "imported": imported,
        # As pairs: a template would take a name such as “items” for the method.
        "counts": list(brought.count().items()),
        "refusal": plan_taking(brought).refusal,
        "operation_id": uuid4(),
    }
    return render(request, "imports/take_back.html", context, status=400 if form.errors else 200)
