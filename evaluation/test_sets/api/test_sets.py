"""API for test sets: the list and imports; one test set with its scores is in `evaluation.boards.api`."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_site.jobs.api import JobDetail
from annotation_site.phrases.span_units import UNITS
from annotation_site.previews import api as base
from annotation_site.projects.abilities import can_manage, can_see_results
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import JobRequest
from annotation_site.web.api.views import PagedView, person, read_body
from annotation_site.web.names import LONGEST_NAME, NameInBodyField
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.api.parts import ColumnName, find_release, find_upload, upload_id
from evaluation.test_sets.files import MOST_REFERENCES, MOST_SYSTEMS
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.released_segments import GROUPINGS, TOGETHER
from evaluation.test_sets.services import PARTS, confirm_test_set, request_test_set_preview


class TestSetPreviewRequest(base.TableRequest, JobRequest):
    """Uploaded files: a table alone, or files with one line per segment."""

    name = NameInBodyField(max_length=LONGEST_NAME)
    table = upload_id(required=False)
    source = upload_id(required=False)  # type: ignore[assignment]
    spans = upload_id(required=False)
    reference_spans = upload_id(required=False)
    expressions = upload_id(required=False, help_text="Expressions of a line are separated by tabs.")
    alignment = upload_id(required=False, help_text="Links, counted from 0, that locate expressions in the reference.")
    source_tokens = upload_id(required=False, help_text="Aligned words, separated by spaces.")
    reference_tokens = upload_id(required=False)
    release = serializers.IntegerField(
        required=False, min_value=1, max_value=2**31 - 1, help_text="Number of a word alignment release."
    )
    release_project = serializers.SlugField(
        required=False, max_length=60, help_text="Slug of the release's project, if different."
    )
    grouping = serializers.ChoiceField(
        choices=GROUPINGS, default=TOGETHER, help_text="How target words are grouped into expressions."
    )
    references = serializers.ListField(child=upload_id(), max_length=MOST_REFERENCES, default=list)
    span_units = serializers.ChoiceField(
        choices=UNITS, required=False, help_text="What the numbers of spans count; recognised if omitted."
    )
    columns = base.ColumnsField()


class TestSetColumns(serializers.Serializer[Any]):
    """The columns of a table, by content: those of the preview if omitted."""

    source = ColumnName(required=False)  # type: ignore[assignment]
    reference = ColumnName(required=False, allow_blank=True)
    expression = ColumnName(required=False, allow_blank=True, help_text="The expression's words in the reference.")
    label = ColumnName(required=False, allow_blank=True)  # type: ignore[assignment]
    spans = ColumnName(required=False, allow_blank=True)
    reference_spans = ColumnName(required=False, allow_blank=True)
    expression_class = ColumnName(
        required=False, allow_blank=True, help_text="idiomatic, partly or compositional, or NC, PC, C."
    )
    segment = ColumnName(required=False, allow_blank=True)
    document = ColumnName(
        required=False, allow_blank=True, help_text="Rows with the same name are one document, judged in its order."
    )
    references = serializers.ListField(
        child=ColumnName(), max_length=MOST_REFERENCES, default=list, help_text="Columns of further references."
    )
    systems = serializers.ListField(child=ColumnName(), max_length=MOST_SYSTEMS, default=list)
    shortens_names = serializers.BooleanField(
        default=False,
        help_text="Keep of the names of several systems the part in which they differ: DLUT of x.en-ja.DLUT.",
    )
    span_units = serializers.ChoiceField(
        choices=UNITS,
        required=False,
        help_text="What the numbers of spans count, such as the preview's `span_units`; by default code points.",
    )


class TestSetRow(serializers.ModelSerializer[TestSet]):
    """A test set as a list shows it."""

    class Meta:
        model = TestSet
        fields = ("id", "name", "source_language", "target_language", "segment_count", "expression_count", "created_at")


class TranslationRow(serializers.Serializer[Any]):
    """A system's translations."""

    id = serializers.IntegerField()
    system = serializers.CharField(source="system.name")
    system_id = serializers.IntegerField()
    run_of = serializers.CharField(source="system.run_of", help_text="System that this is a run of; empty: of none.")
    missing_count = serializers.IntegerField(help_text="Segments without a translation, scored as empty.")
    missing = serializers.ListField(child=serializers.IntegerField(), help_text="Numbers of the first 100.")
    sha256 = serializers.CharField()


class Figure(serializers.Serializer[Any]):
    """A figure with its 95 % interval; null where it is undefined."""

    value = serializers.FloatField(allow_null=True)
    interval = serializers.ListField(child=serializers.FloatField(), allow_null=True, min_length=2, max_length=2)


class TranslationScoreRow(serializers.Serializer[Any]):
    """One measure of one system."""

    id = serializers.IntegerField()
    system = serializers.CharField(source="translation.system.name")
    measure = serializers.CharField()
    figures = serializers.DictField(child=Figure(), source="the_figures")
    reasons = serializers.DictField(child=serializers.CharField(), source="the_reasons")
    n = serializers.IntegerField(source="the_n")
    left_out = serializers.IntegerField(source="the_left_out")
    signature = serializers.CharField()


class LinguisticAnnotationRow(serializers.Serializer[Any]):
    """A text whose words came with lemmas and parts of speech, as signatures name it by its hash."""

    name = serializers.CharField(help_text="source, reference, reference 2 or a system's name.")
    sha256 = serializers.CharField()


class AlignmentRow(serializers.Serializer[Any]):
    """Links between the source and a system's translations, or the first reference."""

    id = serializers.IntegerField()
    system = serializers.CharField(
        source="translation.system.name", default=None, allow_null=True, help_text="Null: the reference."
    )
    link_count = serializers.IntegerField()


class TestSetDetail(TestSetRow):
    """A test set with its systems and their scores."""

    linguistic_annotations = LinguisticAnnotationRow(many=True, help_text="Texts with linguistic annotation (CoNLL-U).")
    translations = TranslationRow(many=True)
    alignments = AlignmentRow(many=True)
    scores = TranslationScoreRow(many=True)
    note = serializers.CharField(help_text="Said where there are too few segments for intervals and p-values.")

    class Meta:
        model = TestSet
        parts = ("files", "linguistic_annotations", "translations", "alignments", "scores", "note")
        fields = (*TestSetRow.Meta.fields, *parts)


class TestSetsView(PagedView):
    """The test sets of a project."""

    serializer_class: Any = TestSetRow

    @describe("test_sets_list", answers={200: TestSetRow(many=True)})
    @admits_with_test_sets(can_see_results)
    def get(self, request: Request, slug: str) -> Response:
        """List test sets, newest first."""
        project = project_of(request)
        return self.answer_page(TestSet.objects.for_user(person(request)).filter(project=project))

    @describe("test_set_preview", request=TestSetPreviewRequest, answers={202: JobDetail})
    @admits_with_test_sets(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Start a preview of the files; the job's result has their contents, and the columns of a table."""
        project = project_of(request)
        body = base.take_reading(read_body(request, TestSetPreviewRequest))
        files = {part: find_upload(project, body.pop(part)) for part in PARTS if part in body}
        references = [find_upload(project, pk) for pk in body.pop("references")]
        release = find_release(request, project, body.pop("release_project", ""), body.pop("release", None))
        job = request_test_set_preview(
            user=person(request), project=project, files=files, references=references, release=release, **body
        )
        return Response(JobDetail(job).data, status=202)


class TestSetConfirmView(base.PreviewView):
    """Confirming a preview."""

    @describe("test_set_confirm", request=TestSetColumns, answers={202: JobDetail})
    @admits_with_test_sets(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Start the import of a preview; the job's result has the test set."""
        known = self.read_confirmation(request, pk, None)
        columns = read_body(request, TestSetColumns)
        units, shortens = columns.pop("span_units", ""), columns.pop("shortens_names")
        job = confirm_test_set(**known, columns=columns, span_units=units, shortens_names=shortens)
        return self.answer(job)
