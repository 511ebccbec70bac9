"""The datasheet of a release, and its changes since another one."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from alignment.projects.access import admits
from alignment.releases.datasheet import make_datasheet
from alignment.releases.jobs import difference_of
from alignment.releases.services import RELEASE_DIFFERENCE, difference_key, request_release_difference
from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.views import job_context
from annotation_site.projects.abilities import can_see_results
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.licences import write_licence
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.releases.metadata.datasheet import Table, show_cell
from annotation_site.releases.models import Release

# Two releases that hold fewer pairs together are compared while one waits.
PAIRS_AT_ONCE = 2000
OTHERS_SHOWN = 12
LABELS = {"S": "Sure", "P": "Possible", None: "no link"}
WHAT = {"added": "added", "removed": "removed", "text_changed": "other words", "links_changed": "other links"}
COUNTS = {
    "pairs": "Sentence pairs",
    "sure": "Sure links",
    "possible": "Possible links",
    "unaligned_source": "Source words marked as no counterpart",
    "unaligned_target": "Target words marked as no counterpart",
    "undefined_source": "Source words without a link or a mark",
    "undefined_target": "Target words without a link or a mark",
    "readings": "Readings",
    "decisions": "Decisions",
    "left_open": "Left open",
}
LINKS = {
    "added_sure": "Sure links added",
    "added_possible": "Possible links added",
    "removed_sure": "Sure links removed",
    "removed_possible": "Possible links removed",
    "sure_to_possible": "Sure to Possible",
    "possible_to_sure": "Possible to Sure",
}
DESCRIBED = {
    "scope": "Scope",
    "policy": "Gold policy",
    "guideline": "Guidelines",
    "licence": "Licence",
    "languages": "Languages",
    "annotators_per_pair": "Annotators per pair",
    "separate_readings": "Separate readings",
    "software": "Software",
    "citation": "How to cite",
}


@require_safe
@admits(can_see_results)
def datasheet(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show the datasheet, from the manifest: the same words as DATASHEET.md in the archive."""
    project, release = _open(request, number)
    sheet = make_datasheet(release.manifest)
    sections = [
        {
            "title": section.title,
            "facts": section.facts,
            "notes": section.notes,
            "commands": "\n".join(section.commands),
            "tables": list(map(_table_as_text, section.tables)),
        }
        for section in sheet.sections
    ]
    context = {
        **project_context(request.user, project, "projects:releases"),
        "page_name": "Datasheet",
        "release": release,
        "sheet": sheet,
        "sections": sections,
    }
    return render(request, "alignment/releases/datasheet.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_see_results)
@never_cache
def changes(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show the changes since `?from=`, the previous release unless another is named. POST starts the job that compares
    them.
    """
    project, release = _open(request, number)
    others = Release.objects.filter(project=project).exclude(number=number).order_by("-number")
    before = _choose(others, request.GET.get("from", ""), number)
    if request.method == "POST" and before is not None:
        request_release_difference(user=request.user, project=project, before=before, after=release)
        return redirect(f"{reverse('alignment:changes', args=[slug, number])}?from={before.number}")
    context = {
        **project_context(request.user, project, "projects:releases"),
        "page_name": "Changes",
        "release": release,
        "before": before,
        "others": others.values_list("number", flat=True)[:OTHERS_SHOWN],
    }
    if before is not None:
        context |= _find_difference(request.user, project, before, release)
    return render(request, "alignment/releases/changes.html", context)


@require_safe
@admits(can_see_results)
def changes_of_job(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Redirect from a job to the page that shows its result."""
    project = request.project
    job = get_object_or_404(Job.objects.for_user(request.user), project=project, kind=RELEASE_DIFFERENCE, pk=pk)
    address = reverse("alignment:changes", args=[slug, job.parameters["to"]])
    return redirect(f"{address}?from={job.parameters['from']}")


def _open(request: SignedInRequest, number: int) -> tuple[Project, Release]:
    own = Release.objects.for_user(request.user)
    return request.project, get_object_or_404(own, project=request.project, number=number)


def _table_as_text(table: Table) -> dict[str, Any]:
    """Return a table of a datasheet with its cells as text."""
    rows = [list(map(show_cell, row)) for row in table.rows]
    return {"caption": table.caption, "header": table.header, "rows": rows}


def _choose(others: Any, wanted: str, number: int) -> Release | None:
    """Return the requested release (404 if there is none), else the previous one."""
    if wanted:
        known = int(wanted) if wanted.isascii() and wanted.isdecimal() and len(wanted) < 10 else 0
        return get_object_or_404(others, number=known)
    previous: Release | None = others.filter(number__lt=number).first()
    return previous


def _find_difference(user: User, project: Project, before: Release, after: Release) -> dict[str, Any]:
    pairs = sum(release.manifest["counts"]["pairs"] for release in (before, after))
    if pairs <= PAIRS_AT_ONCE:
        return _difference_context(difference_of(before, after))
    jobs = Job.objects.filter(project=project, kind=RELEASE_DIFFERENCE, idempotency_key=difference_key(before, after))
    job = jobs.select_related("project", "requested_by").first()
    if job is None:
        return {"pairs_to_compare": pairs}
    if job.state == Job.State.SUCCEEDED:
        return _difference_context(job.result)
    # An adjudicator sees only own jobs; that somebody compares them may be known all the same.
    is_visible = Job.objects.for_user(user).filter(pk=job.pk).exists()
    return {"is_being_compared": True, **(job_context(job) if is_visible else {})}


def _difference_context(difference: dict[str, Any]) -> dict[str, Any]:
    old, new = difference["from"], difference["to"]
    numbers = [(label, old["counts"].get(key), new["counts"].get(key)) for key, label in COUNTS.items()]
    numbers += [
        (label, old["agreement"][key], new["agreement"][key])
        for key, label in (("fleiss_kappa", "Fleiss κ"), ("alpha", "Krippendorff α"))
    ]
    return {
        "difference": difference,
        "numbers": [
            {"label": label, "from": show_cell(one), "to": show_cell(other), "change": _change(one, other)}
            for label, one, other in numbers
        ],
        "agreement": _agreement_rows(old, new),
        "links": [(label, show_cell(difference["links"][key])) for key, label in LINKS.items()],
        "described": [
            {"label": DESCRIBED[row["what"]], "from": _in_words(row["what"], row["from"]),
             "to": _in_words(row["what"], row["to"])}
            for row in difference["described"]
        ],
        "changed_pairs": [_changed_pair(row) for row in difference["changed_pairs"]],
    }  # fmt: skip


def _change(one: float | None, other: float | None) -> str:
    if one is None or other is None or one == other:
        return ""
    change = other - one
    sign = "+" if change > 0 else "−"
    return sign + show_cell(abs(change))


def _agreement_rows(old: dict[str, Any], new: dict[str, Any]) -> list[dict[str, str]]:
    """Return AGR with labels of every two annotators who are in either release."""
    one = {tuple(row["annotators"]): row["both"] for row in old["agreement"]["pairs"]}
    other = {tuple(row["annotators"]): row["both"] for row in new["agreement"]["pairs"]}
    return [
        {
            "label": " – ".join(names),
            "from": show_cell(one.get(names)),
            "to": show_cell(other.get(names)),
            "change": _change(one.get(names), other.get(names)),
        }
        for names in sorted(one.keys() | other.keys())
    ]


def _in_words(what: str, value: Any) -> str:
    if what == "licence":
        return write_licence(value)
    if value is None:
        return "none"
    if what == "guideline":
        return f"version {value['version']}"
    if what == "languages":
        return f"{value['source']} to {value['target']}"
    if what == "separate_readings":
        return "included" if value else "not included"
    return str(value)


def _changed_pair(row: dict[str, Any]) -> dict[str, Any]:
    links = [{**link, "was": LABELS[link["from"]], "is": LABELS[link["to"]]} for link in row.get("changes", [])]
    more = row.get("change_count", 0) - len(links)
    return {**row, "what": WHAT[row["what"]], "changes": links, "more": more}
