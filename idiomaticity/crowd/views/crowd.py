"""Pages of a crowd for its manager: the link, consent and limits, and the workers."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation_site.exclusions.services import exclude_annotators
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.contested import present_values_on
from annotation_site.projects.models import Project
from annotation_site.tables.cells import write_csv
from annotation_site.web.exceptions import DomainError
from annotation_site.web.forms import refusals_on
from idiomaticity.crowd.forms import CrowdForm, ReviewForm
from idiomaticity.crowd.marketplaces import MARKETPLACES, write_query
from idiomaticity.crowd.models import ConsentText, CrowdCall, CrowdWorker
from idiomaticity.crowd.queries.lists import count_checks_each
from idiomaticity.crowd.queries.parameters import ParameterNames
from idiomaticity.crowd.queries.people import (
    STATES,
    Participant,
    count_left,
    count_states,
    find_bursts,
    find_doubles,
    list_workers,
    read_funnel,
    read_participants,
)
from idiomaticity.crowd.queries.places import count_places_taken
from idiomaticity.crowd.queries.settings import read_settings
from idiomaticity.crowd.queries.storing import keeps_parameters
from idiomaticity.crowd.services.opening import open_crowd
from idiomaticity.crowd.services.participants import review_workers
from idiomaticity.crowd.services.settings import set_up_crowd
from idiomaticity.lists.queries import read_lists, sum_up
from idiomaticity.projects.access import admits, rating_context
from idiomaticity.projects.models import IdiomaticitySettings
from idiomaticity.screening.models import KnownRating
from idiomaticity.screening.repeat_consistency import NO_REPEATS

PAGE_SIZE = 50
CHUNK = 500
LABELS = {"newcomer": "not started", "working": "working", "done": "done", "failed": "not qualified"}
HEADER: list[object] = [
    *("annotator", "list", "state", "ratings", "minutes", "checks_passed", "checks_failed", "right", "asked"),
    *NO_REPEATS.to_json(),
    *("consent_version", "consented_at", "completed_at", "completion_code"),
    *("excluded", "approval", "payment", "bonus", "currency", "same_network", "possible_doubles"),
]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@admits(can_manage)
def crowd(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show link, lists and people, and lead to the settings; before these are saved for the first time, show them."""
    call = _find_call(request.project)
    if call is None or request.method == "POST":
        return _save_settings(request, call)
    return _render_crowd(request, request.project, call)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@admits(can_manage)
def crowd_settings(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the settings part by part; POST saves them, or fills in those of a marketplace and saves nothing."""
    return _save_settings(request, _find_call(request.project))


def _save_settings(request: SignedInRequest, call: CrowdCall | None) -> HttpResponse:
    project = request.project
    if request.method != "POST":
        shown = call or CrowdCall()
        initial = read_settings(call) | {"other_parameters": " ".join(shown.other_parameters)}
        return _render_settings(request, project, call, _open_form(project, call, initial=initial))
    form = _open_form(project, call, data=request.POST)
    if chosen := MARKETPLACES.get(request.POST.get("fill", "")):
        typed = {name: form[name].data for name in form.fields}
        return _render_settings(request, project, call, _open_form(project, call, initial=typed | chosen.settings))
    if form.is_valid():
        with refusals_on(form), present_values_on(form):
            set_up_crowd(user=request.user, project=project, **form.read_settings())
            messages.success(request, "Saved.")
            return redirect("idiomaticity:crowd", project.slug)
    return _render_settings(request, project, call, form)


@require_POST
@admits(can_manage)
def crowd_open(request: SignedInRequest, slug: str) -> HttpResponse:
    """Open the crowd to newcomers."""
    project = request.project
    open_crowd(user=request.user, project=project, is_open=True)
    messages.success(request, "The link is open. Anyone who has it can take part.")
    return redirect("idiomaticity:crowd", slug)


@require_POST
@admits(can_manage)
def crowd_close(request: SignedInRequest, slug: str) -> HttpResponse:
    """Close the crowd to newcomers."""
    project = request.project
    open_crowd(user=request.user, project=project, is_open=False)
    messages.success(request, "The link is closed. Participants who have started can continue.")
    return redirect("idiomaticity:crowd", slug)


@require_POST
@admits(can_manage)
def crowd_review(request: SignedInRequest, slug: str) -> HttpResponse:
    """Approve, reject or exclude the chosen participants."""
    project = request.project
    project.require_active()
    form = ReviewForm(request.POST, known=list_workers(project).values_list("membership__pseudonym", flat=True))
    if not form.is_valid():
        messages.error(request, " ".join(str(text) for texts in form.errors.values() for text in texts))
        return redirect("idiomaticity:crowd", slug)
    given = form.cleaned_data
    known: dict[str, Any] = {"user": request.user, "project": project, "annotators": given["annotators"]}
    try:
        if given["action"] == "exclude":
            exclude_annotators(**known, reason=given["reason"], operation_id=given["operation_id"])
        else:
            review_workers(**known, approval=given["action"], bonus=given["bonus"])
    except DomainError as error:
        messages.error(request, error.sentence)
    else:
        messages.success(request, f"Saved for {len(given['annotators'])}.")
    return redirect("idiomaticity:crowd", slug)


@require_safe
@never_cache
@admits(can_manage)
def crowd_people(request: SignedInRequest, slug: str) -> StreamingHttpResponse:
    """Return all participants as a file, with the parameters of their links as long as these are kept."""
    project = request.project
    call = _find_call(project)
    names = ParameterNames(call).list_all() if call is not None and keeps_parameters(call) else []

    def list_rows() -> Iterator[list[object]]:
        yield [*names, *HEADER]
        for participant in _read_all(project):
            worker = participant.worker
            yield [
                *(participant.parameters.get(name, "") for name in names),
                *(worker.membership.pseudonym, participant.list_number or "", LABELS[worker.state]),
                participant.rated,
                *(
                    f"{participant.minutes:.1f}",
                    participant.passed,
                    participant.failed,
                    worker.right_count,
                    worker.asked_count,
                ),
                *participant.repeats.to_json().values(),
                *(worker.consent.version, worker.consented_at.isoformat()),
                worker.completed_at.isoformat() if worker.completed_at else "",
                *(worker.completion_code, "yes" if participant.is_excluded else "", worker.approval),
                *(participant.payment, worker.bonus, worker.call.currency),
                *(worker.same_network_count, "; ".join(participant.doubles)),
            ]

    return _send(list_rows(), f"{project.slug}-crowd.csv")


@require_safe
@never_cache
@admits(can_manage)
def crowd_bonuses(request: SignedInRequest, slug: str) -> StreamingHttpResponse:
    """Return the bonuses of approved participants as marketplaces read them: worker ID and amount, without a header."""
    project = request.project
    call = _find_call(project)
    name = call.worker_parameter if call else ""
    rows: Iterator[list[object]] = (
        [participant.parameters[name], participant.worker.bonus]
        for participant in _read_all(project)
        if participant.worker.bonus
        and participant.worker.approval == CrowdWorker.Approval.APPROVED
        and name in participant.parameters
    )
    return _send(rows, f"{project.slug}-bonuses.csv")


@require_safe
@never_cache
@admits(can_manage)
def crowd_consents(request: SignedInRequest, slug: str) -> StreamingHttpResponse:
    """Return every version of the consent text as a file, with the number of participants who agreed to it."""
    project = request.project
    versions = ConsentText.objects.filter(call=project.pk).order_by("version")
    agreed = dict(CrowdWorker.objects.filter(call=project.pk).values_list("consent").annotate(n=Count("pk")))
    rows: list[list[object]] = [["version", "created_at", "participants", "text"]]
    rows += [
        [version.version, version.created_at.isoformat(), agreed.get(version.pk, 0), version.text]
        for version in versions
    ]
    return _send(iter(rows), f"{project.slug}-consent.csv")


def _read_all(project: Project) -> Iterator[Participant]:
    workers, doubles = list_workers(project), find_doubles(project)
    for start in range(0, workers.count(), CHUNK):
        yield from read_participants(project, list(workers[start : start + CHUNK]), doubles)


def _send(rows: Iterator[list[object]], name: str) -> StreamingHttpResponse:
    answer = StreamingHttpResponse(write_csv(rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _render_settings(
    request: SignedInRequest, project: Project, call: CrowdCall | None, form: CrowdForm
) -> HttpResponse:
    context = {
        **rating_context(request.user, project, "idiomaticity:crowd_settings"),
        "page_name": "Crowd settings",
        "call": call,
        "consent": call.consents.first() if call else None,
        "form": form,
        "marketplaces": MARKETPLACES,
    }
    return render(request, "idiomaticity/crowd/crowd_settings.html", context, status=400 if form.errors else 200)


def _render_crowd(request: SignedInRequest, project: Project, call: CrowdCall) -> HttpResponse:
    state, code = request.GET.get("state", ""), request.GET.get("code", "")[:40]
    counts = count_states(project)
    lists = read_lists(project) if call.lists else []
    page = Paginator(list_workers(project, state, code), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        **rating_context(request.user, project, "idiomaticity:crowd"),
        "page_name": "Crowd",
        "call": call,
        "link": write_link(request, call),
        "page": page,
        "participants": (participants := read_participants(project, list(page), find_doubles(project))),
        "needs_attention": any(participant.attention for participant in participants),
        "keeps_parameters": keeps_parameters(call),
        "has_doubles": any(participant.doubles for participant in participants),
        "bursts": find_bursts(project),
        "funnel": read_funnel(call),
        "actions": ReviewForm.ACTIONS,
        "operation_id": uuid4(),
        "code": code,
        "total": sum(counts.values()),
        "places_taken": count_places_taken(call),
        "states": [
            {"value": name, "label": LABELS[name], "count": counts[name], "is_current": name == state}
            for name in STATES
        ]
        + [
            {"value": name, "label": name, "count": count, "is_current": name == state}
            for name, count in count_left(project).items()
        ],
        "labels": LABELS,
        "lists": lists,
        "drawn": (drawn := sum_up(lists)),
        "drawn_cost": drawn.people * call.payment,
        "checks": count_checks_each(call),
        "tutorial": KnownRating.objects.filter(project=project, use="tutorial").count(),
        "qualification": KnownRating.objects.filter(project=project, use="qualification").count(),
    }
    return render(request, "idiomaticity/crowd/crowd.html", context)


def _find_call(project: Project) -> CrowdCall | None:
    call: CrowdCall | None = CrowdCall.objects.filter(project=project).first()
    return call


def _open_form(project: Project, call: CrowdCall | None, **given: Any) -> CrowdForm:
    settings: IdiomaticitySettings = project.idiomaticity
    return CrowdForm(**given, before=call, has_two_levels=settings.asks_sentences and settings.asks_compounds)


def write_link(request: SignedInRequest, call: CrowdCall) -> str:
    """Return the crowd's link as it is entered at its marketplace."""
    address = request.build_absolute_uri(reverse("idiomaticity:crowd_link", args=[call.key]))
    return address + write_query(call.parameters)
