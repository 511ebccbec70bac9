"""Test sets through the API: from the upload to the figures, and refusals in a sentence."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from evaluation.imports.jobs.test_sets import import_test_set, preview_test_set
from evaluation.imports.jobs.translations import take_translations
from evaluation.measures.jobs import measure_translations
from evaluation.test_sets.models import Expression, TestSet
from tests.evaluation.gold_releases import make_release
from tests.evaluation.measures.services.test_measures import DICTIONARY
from tests.evaluation.translated import COLUMNS, TABLE, run
from tests.factories import make_project

pytestmark = pytest.mark.django_db


class Caller:
    """The project's manager, who posts JSON."""

    def __init__(self, project: Project) -> None:
        self.client = Client()
        self.client.force_login(project.created_by)
        self.root = f"/api/v1/projects/{project.slug}/"

    def get(self, path: str):
        return self.client.get(self.root + path).json()

    def post(self, path: str, status: int = 202, **body: object):
        answer = self.client.post(self.root + path, body, content_type="application/json")
        assert answer.status_code == status, answer.content
        return answer.json()

    def send(self, path: str, file_name: str, data: str, /, **fields: str):
        file = SimpleUploadedFile(file_name, data.encode())
        return self.client.post(self.root + path, {"file": file, **fields}).json()


def work(job: dict, body: object) -> dict:
    return run(Job.objects.get(pk=job["id"]), body).result


def test_from_the_upload_to_the_figures():
    caller = Caller(make_project())
    upload = caller.send("uploads/", "idioms.tsv", TABLE)["id"]
    preview = caller.post("test-sets/", name="Idioms", table=upload, request_id=str(uuid4()))
    assert work(preview, preview_test_set)["table"]["assignment"]["spans"] == ["spans"]
    confirmed = caller.post(f"test-sets/previews/{preview['id']}/confirm/", **COLUMNS, systems=["system two"])
    pk = work(confirmed, import_test_set)["test_set"]
    assert [row["name"] for row in caller.get("test-sets/")["results"]] == ["Idioms"]
    uploaded = caller.send(f"test-sets/{pk}/translations/", "third.txt", "Si sveglia\n\n\nPiove\n", name="third")
    assert work(uploaded, take_translations)["missing"] == {"third": 2}
    dictionary = caller.send("uploads/", "en-it.txt", DICTIONARY)["id"]
    asked = caller.post(f"test-sets/{pk}/measures/", measures=["mwe-score", "litter"], dictionaries=[dictionary])
    work(asked, measure_translations)
    told = caller.get(f"test-sets/{pk}/")
    assert [row["missing"] for row in told["translations"]] == [[], [2, 3]]
    figures = {(row["system"], row["measure"]): row["figures"] for row in told["scores"]}
    assert figures["system two", "mwe-score"]["paper"] == {"value": 1.0, "interval": [1.0, 1.0]}
    assert figures["third", "litter"]["macro"]["value"] == 1.0
    assert all("|seed:12345|" in row["signature"] for row in told["scores"])
    worst = caller.get(f"test-sets/{pk}/expressions/?measure=mwe-score")["rows"][0]
    assert worst["label"] == "break the ice" and worst["values"] == [1.0, 0.0]
    third = caller.get(f"test-sets/{pk}/segments/1/")["systems"][1]
    woke = {"token": "woke", "words": ["sveglia"], "in_reference": []}
    assert third["literal"] == [{"label": "wake up", "words": ["sveglia"], "blocklists": [woke]}]
    assert third["nearest"][0]["words"][2] == {
        "word": "svegliata", "nearest": "sveglia", "distance": 2, "score": pytest.approx(7 / 9)
    }  # fmt: skip


def test_refusals_are_one_sentence():
    caller = Caller(make_project())
    upload = caller.send("uploads/", "idioms.txt", TABLE)["id"]
    asked = {"name": "Idioms", "request_id": str(uuid4())}
    refused = caller.post("test-sets/", 400, table=upload, columns={"original": "source"}, **asked)
    assert refused["detail"].startswith("There is no content called original. Choose from source, reference,")
    refused = caller.post("test-sets/", 400, table=upload, columns=["source"], **asked)
    assert 'Columns are given as {"source": "Deutsch"' in str(refused)
    assert caller.post("test-sets/", 400, **asked)["detail"] == "Choose a table or a file of source sentences."
    assert caller.post("test-sets/", 400, source=10**9, **asked)["detail"].startswith("There is no upload 1000000000")


def test_a_test_set_is_made_of_a_release_and_its_target_words():
    project = make_project()
    release = make_release(project)
    caller = Caller(project)
    spans = caller.send("uploads/", "s.spans", "black cat\t[(2, 11)]\n\n\n")["id"]
    asked = {"name": "Gold", "request_id": str(uuid4()), "spans": spans}
    refused = caller.post("test-sets/", 400, release=release.number + 1, **asked)
    assert refused["detail"] == "That project has no release 2 in these languages, or you do not manage it."
    preview = caller.post("test-sets/", release=release.number, release_project=project.slug, **asked)
    assert work(preview, preview_test_set)["counts"]["translated"] == 1
    pk = work(caller.post(f"test-sets/previews/{preview['id']}/confirm/"), import_test_set)["test_set"]
    assert caller.get(f"test-sets/{pk}/segments/1/")["expressions"][0]["reference_text"] == "gatto nero"


def preview_table(caller: Caller, rows: list[str], name: str) -> tuple[dict, dict]:
    upload = caller.send("uploads/", "t.tsv", "".join(f"{row}\n" for row in rows))["id"]
    preview = caller.post("test-sets/", name=name, table=upload, request_id=str(uuid4()))
    return preview, work(preview, preview_test_set)


def test_expressions_of_the_source_in_place_of_those_of_the_reference_are_told_and_never_measured():
    caller = Caller(make_project(source_language="en", target_language="de"))
    rows = [
        "ID\tSource\tReference\tExpression\tword for word",
        "1\tHe kicked the bucket.\tEr gab den Löffel ab.\tkicked the bucket\tEr kickte the bucket.",
        "2\tIt rains cats and dogs.\tEs regnet in Strömen.\tcats and dogs\tEs regnet cats and dogs.",
    ]
    preview, found = preview_table(caller, rows, "Idioms")
    sentence = "Only 0 of 2 expressions occur in their reference, unlike “kicked the bucket”; check the column."
    assert found["table"]["assignment"]["label"] == ["Expression"]  # it occurs in the source, not in the reference
    columns = {"source": "Source", "reference": "Reference", "expression": "Expression"}
    confirmed = caller.post(f"test-sets/previews/{preview['id']}/confirm/", **columns, systems=["word for word"])
    imported = work(confirmed, import_test_set)
    assert imported["checks"] == [sentence] and imported["summary"].endswith(sentence)
    path = f"test-sets/{imported['test_set']}/measures/"
    refused = caller.post(path, 400, measures=["mwe-score", "bleu"])
    assert refused["detail"] == f"Score_mwe cannot be measured. {sentence}"
    assert caller.post(path, measures=["bleu"])["kind"] == "measures"
    assert caller.post(path, measures=["mwe-score"], allow_missing_expressions=True)["kind"] == "measures"
    address = reverse("evaluation:measures_new", args=[TestSet.objects.get().project.slug, imported["test_set"]])
    assert "allow_missing_expressions" not in caller.client.get(address).content.decode()
    page = caller.client.post(address, {"measures": ["mwe-score"]}).content.decode()
    assert sentence in page and "Measure even if most expressions are not found" in page
    asked = {"measures": ["mwe-score"], "allow_missing_expressions": "on"}
    assert caller.client.post(address, asked).status_code == 302


def test_spans_that_count_utf16_are_recognised_offered_and_read_when_chosen():
    caller = Caller(make_project(source_language="en", target_language="it"))
    texts = ["🐍🐍 He broke the ice .", "🐍 The red tape .", "A red tape ."]
    labels = ["break the ice", "red tape", "red tape"]
    words = ["broke the ice", "red tape", "red tape"]
    rows = ["source\treference\tlabel\tspans\tone"]
    for text, label, marked in zip(texts, labels, words, strict=True):
        start, end = (len(text[: text.index(marked) + more].encode("utf-16-le")) // 2 for more in (0, len(marked)))
        rows.append(f"{text}\tx\t{label}\t[({start}, {end})]\tx")
    preview, found = preview_table(caller, rows, "Snakes")
    assert found["span_units"] == "utf-16"
    assert found["checks"][-1] == "All spans fit if their numbers count UTF-16 code units instead of characters."
    columns = {"source": "source", "reference": "reference", "label": "label", "spans": "spans"}
    address = f"test-sets/previews/{preview['id']}/confirm/"
    work(caller.post(address, **columns, systems=["one"], span_units="utf-16"), import_test_set)
    spans = [each.source_spans[0] for each in Expression.objects.order_by("segment__number")]
    assert [text[start:end] for text, (start, end) in zip(texts, spans, strict=True)] == words
    refused = caller.post(address, 400, **columns, span_units="utf-32")
    assert "span_units" in str(refused)


def test_spans_that_cut_a_word_are_reported_with_their_line():
    caller = Caller(make_project(source_language="en", target_language="it"))
    rows = [
        "source\treference\tlabel\tspans",
        "A swan song .\tx\tswan song\t[(2, 3)]",
        "A cash cow .\tx\tcash cow\t[(2, 10)]",
    ]
    _, found = preview_table(caller, rows, "Cut")
    assert found["checks"] == ["Line 2: the span 2–3 is “s”, which is not a form of swan song."]
    rows[1] = "A swan song .\tx\tswan song\t[(11, 2)]"
    _, found = preview_table(caller, rows, "Turned")
    assert found["missing"].endswith("line 2: The span (11, 2) ends before it begins.")
    rows[1] = "A swan song .\tx\tswan song\t[(2, 110)]"
    _, found = preview_table(caller, rows, "Long")
    assert found["missing"].endswith("line 2: The span (2, 110) is not inside the sentence, which has 13 characters.")


def test_files_with_shifted_spans_show_a_preview_and_the_choice():
    caller = Caller(make_project(source_language="en", target_language="it"))
    source = caller.send("uploads/", "s.txt", "🐍🐍🐍🐍 red tape\nA red tape .\n")["id"]
    spans = caller.send("uploads/", "s.spans", "red tape\t[(9, 17)]\nred tape\t[(2, 10)]\n")["id"]
    preview = caller.post("test-sets/", name="F", source=source, spans=spans, request_id=str(uuid4()))
    found = work(preview, preview_test_set)
    assert found["span_units"] == "utf-16" and "has 13 characters" in found["checks"][0]
    project = Job.objects.get(pk=preview["id"]).project
    address = reverse("evaluation:test_set_preview", args=[project.slug, preview["id"]])
    page = caller.client.get(address).content.decode()
    assert "All spans fit if" in page and '<option value="utf-16" selected>' in page
    assert caller.client.post(address, {"span_units": "utf-16"}).status_code == 302
    run(Job.objects.get(kind="test_set_import"), import_test_set)
    assert [each.source_spans for each in Expression.objects.order_by("segment__number")] == [[[5, 13]], [[2, 10]]]
