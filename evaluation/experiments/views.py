"""Pages of experiments: the list, a new one, its systems, and the download of its archive."""

from typing import Any
from uuid import uuid4

from django.core.paginator import Paginator
from django.http import FileResponse, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from annotation_site.jobs.models import Job
from annotation_site.jobs.queries import describe_at_work
from annotation_site.jobs.uploads import Keep, keep_and_request
from annotation_site.previews.views import answer_upload
from annotation_site.projects.abilities import can_manage, can_see_results
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.middleware.bodies import takes_files
from evaluation.experiments.configuration import VARIANTS
from evaluation.experiments.forms import ExperimentForm, find_searches, label_configuration
from evaluation.experiments.models import Experiment
from evaluation.experiments.queries import jobs_of_experiments, list_experiments, list_trained, open_archive
from evaluation.experiments.services import request_experiment
from evaluation.finding.views.finding import TABS
from evaluation.projects.job_names import EXPERIMENT_JOB

PAGE_SIZE = 50
# Projects of word alignment have test sets, too, and no tab of experiments.
TABS_OF_EXPERIMENTS = {**TABS, Project.Kind.EVALUATION: "evaluation:experiments"}


@require_safe
@admits(can_see_results)
@never_cache
def experiments(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show every experiment of the project, newest first."""
    project = request.project
    context = {
        **describe_at_work(request.user, jobs_of_experiments(project)[:PAGE_SIZE]),
        **_find_context(request),
        "page_name": "Experiments",
        "page": Paginator(list_experiments(project), PAGE_SIZE).get_page(request.GET.get("page")),
        **_find_missing(project),
    }
    return render(request, "evaluation/experiments/experiments.html", context)


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
def experiment_new(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the form of an experiment; POST starts the job that makes its archive."""
    project = request.project
    form = ExperimentForm(request.POST or None, request.FILES or None, initial={"request_id": uuid4()}, project=project)
    return answer_upload(
        request,
        form,
        lambda: _request(request, project, form.cleaned_data),
        template="evaluation/experiments/experiment_new.html",
        context={
            **_find_context(request),
            "page_name": "New experiment",
            **_find_missing(project),
        },
    )


def _find_context(request: SignedInRequest) -> dict[str, Any]:
    project = request.project
    return project_context(request.user, project, TABS_OF_EXPERIMENTS[Project.Kind(project.kind)])


def _find_missing(project: Project) -> dict[str, bool]:
    return {"lacks_search": not find_searches(project).exists(), "lacks_test_set": not project.test_sets.exists()}


def _request(request: SignedInRequest, project: Project, fields: dict[str, Any]) -> Job:
    names = (
        *("name", "finding", "test_sets", "variants", "seeds", "configuration"),
        *("hits", "test_expressions", "data_seed", "request_id"),
    )

    def ask(keep: Keep) -> Job:
        dictionary, *back = (
            keep(file) if (file := fields[name]) else None for name in ("dictionary", "back_source", "back_target")
        )
        return request_experiment(
            user=request.user,
            project=project,
            dictionary=dictionary,
            back_translated=[upload for upload in back if upload],
            **{name: fields[name] for name in names},
        )

    return keep_and_request(
        ask, user=request.user, project=project, kinds=[EXPERIMENT_JOB], request_id=fields["request_id"]
    )


@require_safe
@admits(can_see_results)
@never_cache
def experiment(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show the settings of an experiment, its systems, and where their translations come from."""
    experiment = open_experiment(request, pk)
    made = experiment.job.result
    context = {
        **_find_context(request),
        "page_name": experiment.name,
        "experiment": experiment,
        "made": made,
        # JSON in the database keeps no order of names.
        "lines": [(variant, made["lines"][variant]) for variant in VARIANTS if variant in made["lines"]],
        "configuration": label_configuration(made["configuration"]),
        "test_sets": experiment.test_sets.order_by("name"),
        "trained": list_trained(experiment),
    }
    return render(request, "evaluation/experiments/experiment.html", context)


@require_safe
@admits(can_manage)
@never_cache
def experiment_archive(request: SignedInRequest, slug: str, pk: int) -> FileResponse:
    """Return the zip as an attachment."""
    file, name = open_archive(open_experiment(request, pk))
    answer = FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


def open_experiment(request: SignedInRequest, pk: int) -> Experiment:
    """Return an experiment of the project whose results the user may see, or raise 404."""
    experiments = Experiment.objects.for_user(request.user).select_related("job", "archive", "finding")
    experiment: Experiment = get_object_or_404(experiments, project=request.project, pk=pk)
    return experiment
