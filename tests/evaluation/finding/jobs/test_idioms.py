"""The idioms that the authors of the paper annotated, found through the API by a real worker."""

import ast
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotation_site.jobs.models import Job
from evaluation.finding.models import Finding
from tests.factories import make_project
from tests.servers import wait_until
from tests.shared_data import shared

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.usefixtures("worker")
def test_annotated_idioms_are_found_by_the_job_with_their_exact_spans() -> None:
    folder = shared("data/evaluation/idioms-enfr")
    rows = [line.split("\t") for line in (folder / "sents.spans.en").read_text().splitlines()]
    labels = sorted({label for label, _ in rows})
    project = make_project(target_language="fr")
    client = Client()
    client.force_login(project.created_by)
    root = f"/api/v1/projects/{project.slug}/"

    def upload(name: str, content: bytes) -> int:
        answer = client.post(f"{root}uploads/", {"file": SimpleUploadedFile(name, content)})
        return int(answer.json()["id"])

    asked = {
        "request_id": str(uuid4()),
        "name": "Idioms",
        "format": "moses",
        "phrases": upload("labels", "\n".join(labels).encode()),
        "uploads": [upload(name, (folder / name).read_bytes()) for name in ("sents.en", "sents.fr")],
    }
    answer = client.post(f"{root}findings/", asked, content_type="application/json")
    pk = answer.json()["id"]
    wait_until(lambda: Job.objects.get(pk=pk).is_finished, "the search did not finish", seconds=120)
    result = client.get(f"{root}jobs/{pk}/").json()["result"]
    finding = Finding.objects.get(pk=result["finding"])
    texts = (folder / "sents.en").read_text().split("\n")
    found: dict[int, set[tuple[int, int]]] = {}
    for hit in finding.hits.select_related("sentence"):
        line = hit.sentence.line
        # An import drops the spaces around a sentence.
        moved = len(texts[line - 1]) - len(texts[line - 1].lstrip(" "))
        found.setdefault(line, set()).add((hit.spans[0][0] + moved, hit.spans[-1][1] + moved))
    annotated = hits = both = 0
    for line, (_, written) in enumerate(rows, start=1):
        spans = set(ast.literal_eval(written))
        # Theirs holds an expression with and without its optional words; ours the longest.
        gold = {a for a in spans if not any(a != b and b[0] <= a[0] and a[1] <= b[1] for b in spans)}
        here = found.get(line, set())
        annotated, hits, both = annotated + len(gold), hits + len(here), both + len(gold & here)
    print(
        f"{len(labels)} labels, {annotated} spans: recall {both / annotated:.4f}, precision {both / hits:.4f}; "
        f"{result['sentences']} sentences, {result['left_out']} left out"
    )
    assert result["sentences"] == len(rows)
    assert both / annotated > 0.995
    assert both / hits > 0.995
