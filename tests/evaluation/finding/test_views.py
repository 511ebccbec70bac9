"""Finding and reviewing expressions by pages and API, with the real worker."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project, Role
from evaluation.finding.models import Finding, FoundPhrase, Hit
from tests.evaluation.findings import PHRASES, SOURCE, TARGET, make_finding
from tests.factories import make_member, make_project
from tests.servers import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def project() -> Project:
    return make_project()


@pytest.fixture
def client(project: Project) -> Client:
    client = Client()
    client.force_login(project.created_by)
    return client


def a_file(name: str, text: str) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode())


def fields(**more: object) -> dict[str, object]:
    return {
        "request_id": str(uuid4()),
        "name": "Idioms",
        "phrases": a_file("list.txt", PHRASES),
        "text_format": "moses",
        "first_file": a_file("s.txt", SOURCE),
        "second_file": a_file("t.txt", TARGET),
        "side": "source",
        "gap": "0",
    } | more


def address(finding: Finding, route: str = "hits", query: str = "") -> str:
    return reverse(f"evaluation:{route}", args=[finding.project.slug, finding.pk]) + query


def decide(client: Client, hit: Hit, verdict: str, **more: object) -> object:
    data = {"operation_id": str(uuid4()), "hit": hit.pk, "seen": hit.seen, "verdict": verdict, **more}
    headers = {"HX-Request": "true"} if data.pop("htmx", False) else {}
    return client.post(address(hit.finding, "hit_decide"), data, headers=headers)


def finish(job: Job) -> Job:
    wait_until(lambda: Job.objects.get(pk=job.pk).is_finished, f"{job.kind} did not finish")
    return Job.objects.get(pk=job.pk)


@pytest.mark.usefixtures("worker")
def test_expressions_are_found_and_reviewed_by_plain_forms(project, client):
    asked = fields()
    answer = client.post(reverse("evaluation:finding_new", args=[project.slug]), asked)
    job = finish(Job.objects.get(kind="finding"))
    assert answer["Location"] == reverse("projects:job", args=[project.slug, job.pk])
    assert "Review hits" in client.get(answer["Location"]).content.decode()
    finding = Finding.objects.get(job=job)
    page = client.get(reverse("evaluation:finding_of_job", args=[project.slug, job.pk]), follow=True).content.decode()
    assert "2 of 3 phrases found in 5 sentences of English with their Italian" in page
    page = client.get(address(finding)).content.decode()
    assert "He <mark>broke the ice</mark> ." in page
    assert "Ha rotto il ghiaccio ." in page
    hit = finding.hits.earliest("pk")
    answer = decide(client, hit, "accepted", query="verdict=open&page=1&next=//evil.example")
    assert answer["Location"] == address(finding, query=f"?verdict=open&page=1#hit-{hit.pk}")
    assert "precision so far</dt><dd>100.0 %" in client.get(address(finding)).content.decode()
    client.post(address(finding, "hits_undo"), {"decision": finding.decisions.get().pk})
    assert finding.hits.get(pk=hit.pk).verdict == "open"


def test_the_script_gets_the_hit_and_the_sums(project, client):
    finding = make_finding(project)
    answer = decide(client, finding.hits.earliest("pk"), "rejected", htmx=True)
    text = answer.content.decode()
    assert answer.status_code == 200
    assert 'data-verdict="rejected"' in text
    assert 'id="sums" hx-swap-oob="true"' in text
    assert "<html" not in text


def test_a_stale_click_is_told_and_changes_nothing(project, client):
    finding = make_finding(project)
    hit = finding.hits.earliest("pk")
    decide(client, hit, "accepted")
    text = decide(client, hit, "rejected", htmx=True).content.decode()
    assert "Someone else has reviewed this hit since. Nothing was changed." in text
    assert 'data-verdict="accepted"' in text
    page = client.post(
        address(finding, "hit_decide"),
        {"operation_id": str(uuid4()), "hit": hit.pk, "seen": 0, "verdict": "rejected"},
        follow=True,
    )
    assert "Someone else has reviewed this hit since" in page.content.decode()
    assert finding.hits.get(pk=hit.pk).verdict == "accepted"


def test_a_phrase_is_accepted_at_once(project, client):
    finding = make_finding(project)
    phrase = FoundPhrase.objects.get(finding=finding, place=1)
    data = {
        "operation_id": str(uuid4()),
        "phrase": phrase.pk,
        "verdict": "accepted",
        "of_phrases": "on",
        "query": "q=ice",
    }
    answer = client.post(address(finding, "phrase_decide"), data, follow=True)
    assert answer.redirect_chain[0][0] == address(finding, "finding", "?q=ice")
    assert "2 hits of “break the ice” accepted." in answer.content.decode()
    assert finding.hits.filter(verdict="accepted").count() == 2


def test_lists_are_filtered_and_paged(project, client, monkeypatch):
    monkeypatch.setattr("evaluation.finding.views.review.PAGE_SIZE", 3)
    finding = make_finding(project)
    phrase = FoundPhrase.objects.get(finding=finding, phrase="walk off")
    assert [row["hit"].phrase.phrase for row in client.get(address(finding)).context["rows"]] == [
        "break the ice",
        "break the ice",
        "walk off",
    ]
    assert client.get(address(finding, query="?page=2")).context["page"].paginator.count == 4
    page = client.get(address(finding, query=f"?phrase={phrase.pk}&verdict="))
    assert len(page.context["rows"]) == 2
    assert not client.get(address(finding, query="?verdict=rejected")).context["rows"]
    for state, found in (("missing", ["spill the beans"]), ("open", ["break the ice", "walk off"]), ("done", [])):
        page = client.get(address(finding, "finding", f"?state={state}")).context["page"]
        assert [each.phrase for each in page] == found
    assert [each.phrase for each in client.get(address(finding, "finding", "?q=ICE")).context["page"]] == [
        "break the ice"
    ]
    assert client.get(address(finding, query="?phrase=987654")).status_code == 404
    assert client.get(address(finding, query="?phrase=x")).status_code == 404


def test_pages_ask_the_database_as_often_however_many_hits_there_are(project, client):
    few, many = make_finding(project), make_finding(project, texts=(SOURCE * 30, TARGET * 30))

    def count(finding: Finding, route: str) -> int:
        client.get(address(finding, route))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(address(finding, route))
        return len(queries)

    assert count(few, "hits") == count(many, "hits")
    assert count(few, "finding") == count(many, "finding")


def test_the_form_says_what_is_missing(project, client):
    url = reverse("evaluation:finding_new", args=[project.slug])
    page = client.post(url, {**fields(), "second_file": ""})
    assert page.status_code == 400
    assert "This format needs the translation as a second, line-aligned file." in page.content.decode()
    assert not Job.objects.filter(kind="finding").exists()


CONLLU = "# sent_id = 1\n1\tShe\tshe" + "\t_" * 7 + "\n\n"


@pytest.mark.parametrize(
    ("files", "text_format"),
    [
        ((SOURCE, TARGET), "moses"),
        ((SOURCE,), "text"),
        (("She took root .\tMise radici .\n",), "tsv"),
        (("She took root . ||| Mise radici .\n",), "bitext"),
        ((CONLLU,), "conllu"),
    ],
)
def test_the_format_of_a_text_is_detected(project, client, files, text_format):
    texts = {
        f"{name}_file": a_file(f"{name}.txt", text) for name, text in zip(("first", "second"), files, strict=False)
    }
    sent = {name: value for name, value in fields(text_format="detect").items() if not name.endswith("_file")}
    assert client.post(reverse("evaluation:finding_new", args=[project.slug]), sent | texts).status_code == 302
    parameters = Job.objects.get(kind="finding").parameters
    assert (parameters["format"], parameters["is_parallel"]) == (text_format, text_format not in ("text", "conllu"))


def test_a_pdf_for_a_text_is_called_one_and_not_kept(project, client):
    sent = fields(text_format="detect", first_file=a_file("book.pdf", "%PDF-1.7\n"))
    page = client.post(reverse("evaluation:finding_new", args=[project.slug]), sent)
    assert (page.status_code, project.uploads.count()) == (400, 0)
    assert "book.pdf is a PDF document; a plain text file is needed." in page.content.decode()


def test_the_same_form_sent_twice_asks_once(project, client):
    url, same = reverse("evaluation:finding_new", args=[project.slug]), str(uuid4())
    first = client.post(url, fields(request_id=same))
    again = client.post(url, fields(request_id=same))
    assert first["Location"] == again["Location"]
    assert project.uploads.count() == 3


def test_files_of_a_search_that_is_refused_are_not_kept(project, client, settings):
    settings.JOBS_WAITING_PER_PERSON = 0
    page = client.post(reverse("evaluation:finding_new", args=[project.slug]), fields())
    assert page.status_code == 400 and "waiting jobs. Wait for some to finish." in page.content.decode()
    assert not project.uploads.exists()


@pytest.mark.usefixtures("worker")
def test_the_api_finds_and_reviews(project, client):
    def post(path: str, data: object) -> dict[str, object]:
        answer = client.post(f"/api/v1/projects/{project.slug}/{path}", data, content_type="application/json")
        assert answer.status_code < 300, answer.content
        return answer.json()

    def upload(name: str, text: str) -> int:
        answer = client.post(f"/api/v1/projects/{project.slug}/uploads/", {"file": a_file(name, text)})
        return int(answer.json()["id"])

    asked = {"request_id": str(uuid4()), "name": "Idioms", "format": "moses", "gap": 1}
    asked |= {"phrases": upload("p", PHRASES), "uploads": [upload("s", SOURCE), upload("t", TARGET)]}
    job = finish(Job.objects.get(pk=post("findings/", asked)["id"]))
    path = f"findings/{job.result['finding']}/"
    root = f"/api/v1/projects/{project.slug}/{path}"
    hits = client.get(f"{root}hits/").json()["results"]
    assert [(hit["phrase"], hit["line"], hit["spans"]) for hit in hits] == [
        ("break the ice", 1, [[3, 16]]),
        ("break the ice", 2, [[5, 18]]),
        ("walk off", 2, [[28, 38]]),
        ("walk off", 4, [[11, 21]]),
        ("walk off", 5, [[4, 10], [19, 22]]),
    ]
    decided = post(
        f"{path}hits/{hits[0]['id']}/decide/", {"operation_id": str(uuid4()), "verdict": "accepted", "seen": 0}
    )
    assert decided["verdict"] == "accepted"
    stale = client.post(
        f"{root}hits/{hits[0]['id']}/decide/",
        {"operation_id": str(uuid4()), "verdict": "rejected", "seen": 0},
        content_type="application/json",
    )
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_version")
    phrase = hits[2]["phrase_id"]
    assert post(f"{path}phrases/{phrase}/decide/", {"operation_id": str(uuid4()), "verdict": "rejected"}) == {"hits": 3}
    detail = client.get(root).json()
    assert (detail["hits"], detail["accepted"], detail["rejected"], detail["precision"]) == (5, 1, 3, 0.25)
    assert detail["settings"]["gap"] == 1
    assert post(f"{path}decisions/{decided['seen']}/undo/", {}) == {"hits": 1}
    assert client.get(f"{root}hits/?verdict=accepted").json()["count"] == 0
    rows = client.get(f"{root}phrases/?state=done").json()["results"]
    assert [(row["phrase"], row["precision"]) for row in rows] == [("walk off", 0.0)]


def test_adjudicators_review_but_do_not_ask(project):
    finding = make_finding(project)
    client = Client()
    client.force_login(make_member(project, Role.ADJUDICATOR).user)
    assert client.get(address(finding)).status_code == 200
    assert decide(client, finding.hits.earliest("pk"), "accepted").status_code == 302
    assert client.get(reverse("evaluation:finding_new", args=[project.slug])).status_code == 403
