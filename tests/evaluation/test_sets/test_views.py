"""The pages of measures: the board, the expressions worst first, a segment with its reasons, and the tables."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from annotation_site.jobs.models import Job
from annotation_site.projects.models import Role
from evaluation.boards.queries.boards import read_board
from evaluation.boards.queries.breakdowns import read_expressions
from evaluation.imports.jobs.test_sets import preview_test_set
from evaluation.marked_expressions.services import change_marked_expressions
from evaluation.measures.jobs import measure_translations
from evaluation.metrics.highlights import find_words, highlight, highlight_spans
from evaluation.test_sets.models import TestSet
from tests.evaluation.aligner_scores.test_runs import finish
from tests.evaluation.measures.services.test_measures import HUNDRED, ask, make_measured
from tests.evaluation.translated import TABLE, add, make_test_set, request_preview, run
from tests.factories import make_member, make_project
from tests.markup import markup_of
from tests.running.kept_rows import made_once
from tests.shared_data import shared

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def measured(transactional_db: None) -> TestSet:
    return made_once(make_measured)


def sign_in(test_set: TestSet, role: str = Role.ADJUDICATOR) -> Client:
    client = Client()
    client.force_login(make_member(test_set.project, role).user)
    return client


def address(test_set: TestSet, route: str, *more: object) -> str:
    return reverse(f"evaluation:{route}", args=[test_set.project.slug, test_set.pk, *more])


def read(test_set: TestSet, route: str, *more: object, query: str = "", role: str = Role.ADJUDICATOR) -> str:
    answer = sign_in(test_set, role).get(address(test_set, route, *more) + query)
    assert answer.status_code == 200
    return b"".join(answer).decode() if answer.streaming else markup_of(answer)


def test_the_board_shows_the_best_system_first_with_intervals(measured):
    page = read(measured, "test_set").split("<tbody>", 1)[1]
    assert page.index("system two") < page.index("system one")
    assert ">1.0000<" in page and "1.0000–1.0000" in page and ">0.4121<" in page
    assert "mwe-score|<wbr>case:lower" in page


def test_a_system_that_is_not_measured_yet_stands_last_with_dashes(measured):
    add(measured, "system three", "1\n2\n3\n4\n")
    board = read_board(measured)
    assert board.rows[-1].name == "system three"
    assert board.rows[-1].cells == [None] * len(board.heads)


def test_before_any_translation_the_page_says_what_to_do():
    page = read(make_test_set(make_project(), systems=()), "test_set", role=Role.MANAGER)
    assert "No system outputs yet" in page


def test_opening_the_board_asks_as_often_however_many_systems_there_are(measured):
    client = sign_in(measured)
    client.get(address(measured, "test_set"))
    with CaptureQueriesContext(
        connection,
    ) as few:
        client.get(address(measured, "test_set"))
    for name in ("three", "four", "five"):
        add(measured, name, "1\n2\n3\n4\n")
    run(ask(measured, "mwe-score"), measure_translations)
    with CaptureQueriesContext(connection) as many:
        client.get(address(measured, "test_set"))
    assert len(many) == len(few)


def test_expressions_that_systems_fail_most_come_first(measured):
    systems, rows = read_expressions(measured, "mwe-score")
    assert systems == ["system one", "system two"]
    assert [(row.label, row.n) for row in rows] == [("break the ice", 2), ("wake up", 1)]
    assert rows[0].systems == [pytest.approx(2.575 / 8), 1.0]
    _, errors = read_expressions(measured, "litter")
    assert [row.label for row in errors] == ["break the ice", "wake up"]
    assert read(measured, "expressions").count("segments/?label=break%20the%20ice") == 1
    assert sign_in(measured).get(address(measured, "expressions") + "?measure=x").status_code == 404


def test_segments_can_be_found_by_their_expression(measured):
    page = read(measured, "segments", query="?label=break+the+ice")
    assert "He broke the ice." in page and "It rains." not in page


def test_a_segment_says_why_it_scored_so(measured):
    page = read(measured, "segment", 1)
    assert "She <mark>woke up</mark> early." in page
    assert '<mark class="literal">sveglia</mark>' in page
    assert 'Literal according to the dictionary: <b lang="it"><bdi>sveglia</bdi></b>' in page
    assert "No translation; scored as empty." in read(measured, "segment", 3)
    assert sign_in(measured).get(address(measured, "segment", 5)).status_code == 404


def test_a_segment_is_read_without_the_values_of_others(measured):
    client = sign_in(measured)
    with CaptureQueriesContext(connection) as asked:
        client.get(address(measured, "segment", 1))
    reads = [each["sql"] for each in asked if '"evaluation_segmentvalues"."values"' in each["sql"]]
    assert reads
    assert all(
        '("evaluation_segmentvalues"."values" -> (1 - "evaluation_segmentvalues"."first"))' in sql for sql in reads
    )


def test_a_segment_whose_marks_were_changed_shows_what_was_measured(measured):
    gelo = {"label": "freeze", "source_spans": [[3, 8]], "reference_spans": [[12, 20]], "expression_class": ""}
    user = measured.project.created_by
    change_marked_expressions(
        user=user, test_set=measured, number=2, version=0, expressions=[gelo], operation_id=uuid4()
    )
    page = read(measured, "segment", 2)
    assert "Measured with earlier marked expressions: <b><bdi>break the ice</bdi></b>" in page
    assert page.count("<caption><bdi>break the ice</bdi>") >= 3 and "<caption><bdi>freeze</bdi>" not in page
    assert "Measured with earlier" not in read(measured, "segment", 1)
    told = sign_in(measured).get(reverse("api:segment", args=[measured.project.slug, measured.pk, 2])).json()
    assert told["expressions"][0]["label"] == "freeze"
    assert told["systems"][0]["older_expressions"][0]["label"] == "break the ice"
    assert told["systems"][0]["literal"][0]["label"] == "break the ice"
    run(ask(measured, "mwe-score"), measure_translations)
    page = read(measured, "segment", 2)  # of Score_mwe the new ones, of LitTER still the old
    assert "<caption><bdi>freeze</bdi>" in page and "<caption><bdi>break the ice</bdi>" in page


def test_tables_hold_every_figure_in_full(measured):
    lines = read(measured, "test_set_table").splitlines()
    assert lines[0] == "system,run_of,measure,figure,value,low,high,n,left_out,signature,note"
    assert any(line.startswith("system one,,mwe-score,paper,0.412114") for line in lines)
    assert len(lines) == 1 + 2 * 20
    assert read(measured, "expressions_table", "csv").splitlines()[1].startswith("break the ice,2,0.66")
    assert r"break the ice & 2 & 0.661 & 0.322 & 1.000 \\" in read(measured, "expressions_table", "tex")
    client = sign_in(measured)
    assert client.get(address(measured, "expressions_table", "xls")).status_code == 404


def test_the_form_queues_the_measures(measured):
    client = sign_in(measured, Role.MANAGER)
    refused = client.post(address(measured, "measures_new"), {"measures": ["litter"]})
    assert refused.status_code == 400 and "LitTER needs a dictionary." in markup_of(refused)
    add(measured, "system three", "1\n2\n3\n4\n")
    answer = client.post(address(measured, "measures_new"), {"measures": ["bleu", "mwe-score"]})
    assert answer["Location"] == address(measured, "test_set")
    job = Job.objects.get(kind="measures", parameters__measures=["mwe-score", "bleu"])
    assert job.parameters["translations"] == sorted(measured.translations.values_list("pk", flat=True))


def test_files_that_no_job_reads_are_not_kept(measured):
    client, uploads = sign_in(measured, Role.MANAGER), measured.project.uploads

    def send(*measures: str) -> int:
        file = SimpleUploadedFile("d.txt", b"broke ruppe\n")
        return client.post(address(measured, "measures_new"), {"measures": measures, "dictionary": file}).status_code

    before = uploads.count()
    assert send("bleu") == 400  # only LitTER reads a dictionary
    assert uploads.count() == before
    assert [send("litter"), send("litter")] == [302, 302]
    assert uploads.count() == before + 1


def test_a_new_test_set_sent_twice_keeps_its_files_once(measured):
    client, uploads = sign_in(measured, Role.MANAGER), measured.project.uploads

    def send(name: str, request_id: str) -> int:
        form = {"request_id": request_id, "name": name, "table": SimpleUploadedFile("t.csv", b"source\nA.\n")}
        return client.post(reverse("evaluation:test_set_new", args=[measured.project.slug]), form).status_code

    before, request_id = uploads.count(), str(uuid4())
    assert [send("New", request_id), send("New", request_id)] == [302, 302]
    assert uploads.count() == before + 1
    assert send(measured.name, str(uuid4())) == 400
    assert uploads.count() == before + 1


def test_text_is_cut_where_spans_and_words_are():
    assert highlight_spans("a bc d", [[2, 4]]) == [("a ", ""), ("bc", "near"), (" d", "")]
    assert find_words("Ha rotto, il", {"rotto", None}, "it") == [(3, 9)]
    assert highlight("abc", {"near": [[0, 2]], "literal": [[1, 2]]}) == [("a", "near"), ("b", "literal"), ("c", "")]


@pytest.mark.usefixtures("worker")
def test_the_hundred_sentences_stand_on_the_page_and_in_the_api_as_published():
    data = shared("data/evaluation/mwe-100/test_100.annot.xlsx").read_bytes()
    columns = {"source": "Example MWE", "reference": "Reference", "expression": "MWE ref. trans."}
    test_set = make_test_set(make_project(), data, columns, list(HUNDRED), file_name="test_100.annot.xlsx")
    client = sign_in(test_set, Role.MANAGER)
    client.post(address(test_set, "measures_new"), {"measures": ["mwe-score", "chrf"]})
    job = finish(Job.objects.get(kind="measures"), 90)
    assert job.state == Job.State.SUCCEEDED, job.error
    rows = markup_of(client.get(address(test_set, "test_set"))).split("</thead>")[1].split("<tr>")
    for row, name in zip(rows[1:], sorted(HUNDRED, key=HUNDRED.__getitem__, reverse=True), strict=True):
        assert f"<bdi>{name}</bdi>" in row and f"<b>{HUNDRED[name]:.4f}</b>" in row
    answer = client.get(reverse("api:test-set", args=[test_set.project.slug, test_set.pk])).json()
    told = {score["system"]: score for score in answer["scores"] if score["measure"] == "mwe-score"}
    assert {name: round(score["figures"]["paper"]["value"], 4) for name, score in told.items()} == HUNDRED


@pytest.mark.parametrize("is_ready", [True, False])
def test_a_preview_without_a_table_cannot_be_read_with_other_columns(is_ready: bool) -> None:
    """Of an earlier version of the site, or in a tab that was faster than the job."""
    project = make_project()
    preview = request_preview(project, {"table": ("idioms.tsv", TABLE)})
    if is_ready:
        result = run(preview, preview_test_set).result
        Job.objects.filter(pk=preview.pk).update(result={name: result[name] for name in result if name != "table"})
    client = Client()
    client.force_login(project.created_by)
    address = reverse("evaluation:test_set_again", args=[project.slug, preview.pk])
    answer = client.post(address, {"request_id": str(uuid4()), "column_0": "source"})
    assert answer.status_code == 400
    said = "made by an earlier version of the site" if is_ready else "The preview is not ready yet"
    assert said in markup_of(answer)
