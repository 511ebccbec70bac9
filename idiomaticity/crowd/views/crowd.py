"""Pages of a crowd for its manager: the link, consent and limits, and the workers."""

from collections.abc import Iterator

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation_site.projects.abilities import can_manage
from annotation_site.projects.models import Project
from annotation_site.texts.tables import write_csv
from annotation_site.web.access import SignedInRequest
from annotation_site.web.exceptions import DomainError
from idiomaticity.crowd.forms import CrowdForm
from idiomaticity.crowd.models import CrowdCall
from idiomaticity.crowd.queries import STATES, count_places_taken, count_states, list_workers
from idiomaticity.crowd.services import open_crowd, set_up_crowd
from idiomaticity.projects.access import open_project, rating_context
from idiomaticity.screening.models import KnownRating

PAGE_SIZE = 50
LABELS = {"newcomer": "not started", "working": "working", "done": "done", "failed": "not qualified"}
HEADER: list[object] = [
    *("annotator", "state", "ratings", "consent_version", "consented_at", "right", "asked", "completed_at"),
    "completion_code",
]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def crowd(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show link, settings and people; POST saves the settings."""
    project = open_project(request.user, slug, can_manage)
    if request.method != "POST":
        return _show(request, project)
    form = CrowdForm(request.POST)
    if form.is_valid():
        try:
            set_up_crowd(user=request.user, project=project, **form.cleaned_data)
        except DomainError as error:
            form.add_error(None, error.sentence)
        else:
            messages.success(request, "Saved.")
            return redirect("idiomaticity:crowd", slug)
    return _show(request, project, form)


@require_POST
@login_required
def crowd_open(request: SignedInRequest, slug: str) -> HttpResponse:
    """Open the crowd to newcomers."""
    project = open_project(request.user, slug, can_manage)
    open_crowd(user=request.user, project=project, is_open=True)
    messages.success(request, "The link is open. Anyone who has it can take part.")
    return redirect("idiomaticity:crowd", slug)


@require_POST
@login_required
def crowd_close(request: SignedInRequest, slug: str) -> HttpResponse:
    """Close the crowd to newcomers."""
    project = open_project(request.user, slug, can_manage)
    open_crowd(user=request.user, project=project, is_open=False)
    messages.success(request, "The link is closed. Participants who have started can continue.")
    return redirect("idiomaticity:crowd", slug)


@require_safe
@login_required
def crowd_people(request: SignedInRequest, slug: str) -> StreamingHttpResponse:
    """Return everybody who joined, with completion codes, as CSV; marketplace ids are not stored."""
    project = open_project(request.user, slug, can_manage)

    def list_rows() -> Iterator[list[object]]:
        yield HEADER
        for worker in list_workers(project).iterator(chunk_size=1_000):
            yield [
                worker.membership.pseudonym,
                worker.state,
                worker.membership.submitted_count,
                worker.consent.version,
                worker.consented_at.isoformat(),
                worker.right_count,
                worker.asked_count,
                worker.completed_at.isoformat() if worker.completed_at else "",
                worker.completion_code,
            ]

    answer = StreamingHttpResponse(write_csv(list_rows()), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{project.slug}-crowd.csv"'
    return answer


def _show(request: SignedInRequest, project: Project, form: CrowdForm | None = None) -> HttpResponse:
    call = CrowdCall.objects.filter(project=project).first()
    consent = call.consents.first() if call else None
    state, code = request.GET.get("state", ""), request.GET.get("code", "")[:40]
    counts = count_states(project)
    initial = {
        "consent": consent.text if consent else "",
        "limit_each": call.limit_each if call else 25,
        "most_people": call.most_people if call else 500,
        "attempts": call.attempts if call else 1,
        "worker_parameter": call.worker_parameter if call else "",
    }
    context = {
        **rating_context(request.user, project, "idiomaticity:crowd"),
        "page_name": "Crowd",
        "call": call,
        "consent": consent,
        "link": request.build_absolute_uri(reverse("idiomaticity:crowd_link", args=[call.key])) if call else "",
        "form": form or CrowdForm(initial=initial),
        "page": Paginator(list_workers(project, state, code), PAGE_SIZE).get_page(request.GET.get("page")),
        "code": code,
        "total": sum(counts.values()),
        "places_taken": count_places_taken(call) if call else 0,
        "states": [
            {"value": name, "label": LABELS[name], "count": counts[name], "is_current": name == state}
            for name in STATES
        ],
        "labels": LABELS,
        "tutorial": KnownRating.objects.filter(project=project, use="tutorial").count(),
        "qualification": KnownRating.objects.filter(project=project, use="qualification").count(),
    }
    return render(request, "idiomaticity/crowd/crowd.html", context, status=400 if form is not None else 200)
