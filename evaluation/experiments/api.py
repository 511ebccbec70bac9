"""Experiments through the API: making one, its archive, and the outputs of its systems."""

from typing import Any

from django.http import FileResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.jobs.api import JobDetail
from annotation_site.projects.abilities import can_manage, can_see_results
from annotation_site.projects.access import admits, project_of
from annotation_site.releases.api.releases import FileOrJson
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import JobRequest
from annotation_site.web.api.views import PagedView, person, read_body
from annotation_site.web.exceptions import DomainError
from annotation_site.web.names import NameInBodyField
from evaluation.experiments.configuration import LIMITS, MOST_SEED, MOST_SEEDS, VARIANTS, Configuration
from evaluation.experiments.jobs.preparing import MARKED
from evaluation.experiments.models import Experiment
from evaluation.experiments.queries import describe_trained, list_experiments, list_trained, open_archive
from evaluation.experiments.services import FOUND, LONGEST_NAME, MOST_TEST_SETS, add_outputs, request_experiment
from evaluation.experiments.toolkits import TOOLKITS, Sockeye
from evaluation.finding.models import Finding
from evaluation.test_sets.api.parts import find_upload, upload_id
from evaluation.test_sets.models import TestSet
from evaluation.training_text.jobs.texts import NOT_REJECTED, VERDICTS

DEFAULTS = Configuration()


class ConfigurationField(serializers.Serializer[Any]):
    """Sizes and steps that all variants share."""

    dropout = serializers.FloatField(min_value=0, max_value=0.9, default=DEFAULTS.dropout)
    learning_rate = serializers.FloatField(min_value=0.000001, max_value=1, default=DEFAULTS.learning_rate)

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        for name, (least, most) in LIMITS.items():
            fields[name] = serializers.IntegerField(min_value=least, max_value=most, default=getattr(DEFAULTS, name))
        return fields


class ExperimentRequest(JobRequest):
    """Text, variants, data and sizes of an experiment."""

    name = NameInBodyField(max_length=LONGEST_NAME)
    finding = serializers.IntegerField(
        min_value=1, max_value=2**63 - 1, help_text="A search on the source side of a parallel text."
    )
    test_sets = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**63 - 1), min_length=1, max_length=MOST_TEST_SETS
    )
    variants = serializers.ListField(child=serializers.ChoiceField(choices=VARIANTS), min_length=1, max_length=5)
    seeds = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_SEED), min_length=1, max_length=MOST_SEEDS
    )
    configuration = ConfigurationField(required=False)
    toolkit = serializers.ChoiceField(choices=sorted(TOOLKITS), default=Sockeye.name)
    hits = serializers.ChoiceField(choices=tuple(VERDICTS), default=NOT_REJECTED)
    test_expressions = serializers.ChoiceField(
        choices=(FOUND, MARKED), default=FOUND, help_text="Found by the search's list, or marked in the test set."
    )
    data_seed = serializers.IntegerField(min_value=0, max_value=MOST_SEED, default=0)
    dictionary = upload_id(
        allow_null=True, default=None, help_text="Expression, tab, translations separated by semicolons."
    )
    back_translated = serializers.ListField(
        child=upload_id(), max_length=2, default=list, help_text="Line-aligned source and target, or empty."
    )


class ExperimentRow(serializers.ModelSerializer[Experiment]):
    """An experiment as a list shows it."""

    id = serializers.IntegerField(source="pk")
    systems = serializers.IntegerField(source="system_count")
    translated = serializers.IntegerField(source="done_count", help_text="Systems with translations.")

    class Meta:
        model = Experiment
        fields = ("id", "name", "finding", "systems", "translated", "created_at")


class TrainedRow(serializers.Serializer[Any]):
    """A variant trained with one seed."""

    variant = serializers.CharField()
    seed = serializers.IntegerField()
    system = serializers.CharField(help_text="Name of the system that has its translations; empty before.")
    provenance = serializers.DictField()


class ExperimentDetail(serializers.Serializer[Any]):
    """An experiment with its settings, counts, hashes and systems."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    description = serializers.DictField(help_text="As experiment.json has it.")
    description_sha256 = serializers.CharField()
    sha256 = serializers.CharField(help_text="Of the archive.")
    systems = TrainedRow(many=True)


class OutputsRequest(serializers.Serializer[Any]):
    """A system's translations of a test set, and where they come from."""

    variant = serializers.ChoiceField(choices=VARIANTS)
    seed = serializers.IntegerField(min_value=0, max_value=MOST_SEED)
    test_set = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    upload = upload_id(help_text="One translation per line.")
    provenance = serializers.DictField(help_text="As `run.sh` wrote it.")


def fetch_experiment(request: Request, pk: int) -> Experiment:
    """Return an experiment of the project whose results the user may see, or raise 404."""
    experiments = Experiment.objects.for_user(person(request)).select_related("job", "archive", "project")
    experiment: Experiment = get_object_or_404(experiments, project=project_of(request), pk=pk)
    return experiment


class ExperimentsView(PagedView):
    """Experiments of a project."""

    serializer_class: Any = ExperimentRow

    @describe("experiments_list", answers={200: ExperimentRow(many=True)})
    @admits(can_see_results)
    def get(self, request: Request, slug: str) -> Response:
        """List experiments, newest first."""
        return self.answer_page(list_experiments(project_of(request)))

    @describe("experiment_create", request=ExperimentRequest, answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Start making the archive; the job's result has the number of the experiment."""
        project = project_of(request)
        body = read_body(request, ExperimentRequest)
        findings = Finding.objects.for_user(person(request)).filter(project=project)
        wanted = body.pop("test_sets")
        test_sets = TestSet.objects.for_user(person(request)).filter(project=project, pk__in=wanted)
        if len(test_sets) < len(set(wanted)):
            raise DomainError("This project lacks one of these test sets.")
        dictionary = body.pop("dictionary")
        try:
            configuration = Configuration(**body.pop("configuration", {}))
        except ValueError as error:
            raise DomainError(str(error)) from error
        job = request_experiment(
            user=person(request),
            project=project,
            finding=get_object_or_404(findings, pk=body.pop("finding")),
            test_sets=list(test_sets),
            configuration=configuration,
            dictionary=find_upload(project, dictionary) if dictionary else None,
            back_translated=[find_upload(project, key) for key in body.pop("back_translated")],
            **body,
        )
        return Response(JobDetail(job).data, status=202)


class ExperimentView(APIView):
    """An experiment."""

    @describe("experiment_detail", answers={200: ExperimentDetail})
    @admits(can_see_results)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Return the settings of an experiment, and its systems with where their translations come from."""
        experiment = fetch_experiment(request, pk)
        added = ("experiment", "upload", "size", "sha256", "summary")
        shown = {
            "id": experiment.pk,
            "name": experiment.name,
            "description": {name: value for name, value in experiment.job.result.items() if name not in added},
            "description_sha256": experiment.description_sha256,
            "sha256": experiment.archive.sha256,
            "systems": [describe_trained(trained) for trained in list_trained(experiment)],
        }
        return Response(ExperimentDetail(shown).data)


class ExperimentArchiveView(APIView):
    """The archive of an experiment."""

    content_negotiation_class = FileOrJson

    @describe("experiment_archive", answers={(200, "application/zip"): OpenApiTypes.BINARY})
    @admits(can_manage)
    def get(self, request: Request, slug: str, pk: int) -> FileResponse:
        """Send the zip as an attachment."""
        file, name = open_archive(fetch_experiment(request, pk))
        return FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")


class ExperimentOutputsView(APIView):
    """Translations by the systems of an experiment."""

    @describe("experiment_outputs", request=OutputsRequest, answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Import a system's translations of one test set, which become a run of its variant."""
        project = project_of(request)
        experiment = fetch_experiment(request, pk)
        body = read_body(request, OutputsRequest)
        test_sets = TestSet.objects.for_user(person(request)).filter(project=project)
        job = add_outputs(
            user=person(request),
            experiment=experiment,
            test_set=get_object_or_404(test_sets, pk=body.pop("test_set")),
            upload=find_upload(project, body.pop("upload")),
            **body,
        )
        return Response(JobDetail(job).data, status=202)
