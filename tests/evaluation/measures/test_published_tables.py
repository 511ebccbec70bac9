"""The table of LitTER's paper and the compound of TESLA's, through the API and on the page, with the real worker."""

from uuid import uuid4

import pytest
from django.test import Client

from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from tests.evaluation.metrics.test_litter import TABLE
from tests.evaluation.test_sets.test_api import Caller
from tests.factories import make_project
from tests.servers import wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("worker")]
COLUMNS = ("source", "reference", "label", "spans")


def finish(job: dict[str, int]) -> Job:
    """Until the worker has done it."""
    wait_until(lambda: Job.objects.get(pk=job["id"]).is_finished, "the job did not finish")
    found = Job.objects.get(pk=job["id"])
    assert found.state == Job.State.SUCCEEDED, found.error
    return found


def bring_in(caller: Caller, rows: list[tuple[str, str, str, str]]) -> int:
    """Import a test set of source, reference, expression and the output of one system."""
    lines = [(*COLUMNS, "one")]
    for source, reference, label, hypothesis in rows:
        start = source.index(label)
        lines.append((source, reference, label, f"[({start}, {start + len(label)})]", hypothesis))
    table = "".join("\t".join(line) + "\n" for line in lines)
    upload = caller.send("uploads/", "table.tsv", table)["id"]
    preview = caller.post("test-sets/", name="Published", table=upload, request_id=str(uuid4()))
    finish(preview)
    columns = {name: name for name in COLUMNS}
    confirmed = caller.post(f"test-sets/previews/{preview['id']}/confirm/", **columns, systems=["one"])
    return int(finish(confirmed).result["test_set"])


def read_page(project: Project, path: str) -> str:
    client = Client()
    client.force_login(project.created_by)
    answer = client.get(f"/evaluation/{project.slug}/{path}")
    assert answer.status_code == 200
    return str(answer.content.decode())


@pytest.mark.parametrize("language", ["fr", "el"])
def test_the_words_that_trigger_are_those_of_the_paper(language: str) -> None:
    rows = [row for row in TABLE if row[2] == language]
    project = make_project(source_language="en", target_language=language)
    caller = Caller(project)
    pk = bring_in(caller, [(f"They say: {span}.", reference, span, out) for span, _, _, reference, out, _ in rows])
    # One dictionary for all of them, as a real one is; “a” would be another table's.
    entries = {f"{token} {word}" for _, lists, *_ in rows for token, words in lists.items() for word in words.split()}
    dictionary = caller.send("uploads/", "dictionary.txt", "\n".join(sorted(entries)) + "\n")["id"]
    finish(caller.post(f"test-sets/{pk}/measures/", measures=["litter"], dictionaries=[dictionary]))
    errors = 0
    for number, (span, _, _, _, _, triggers) in enumerate(rows, start=1):
        (reading,) = caller.get(f"test-sets/{pk}/segments/{number}/")["systems"]
        assert set(reading["literal"][0]["words"]) == set(triggers), span
        page = read_page(project, f"test-sets/{pk}/segments/{number}/")
        assert all(word in page for word in triggers)
        errors += bool(triggers)
    (score,) = caller.get(f"test-sets/{pk}/")["scores"]
    assert score["figures"]["macro"]["value"] == pytest.approx(errors / len(rows))
    assert f"{errors / len(rows):.4f}" in read_page(project, f"test-sets/{pk}/")


def test_a_luxury_store_that_became_a_luxury_trade() -> None:
    """s_ms of the bigram is .75 × .22 = .165, that of parts of speech 1 × .22; the single words have .75 and 1."""
    project = make_project(source_language="it", target_language="en")
    caller = Caller(project)
    pk = bring_in(caller, [("un negozio di lusso", "luxury store", "negozio di lusso", "luxury trade")])
    table = caller.send("uploads/", "compounds.csv", "compound,compositionality\nluxury store,0.22\n")["id"]
    finish(caller.post(f"test-sets/{pk}/measures/", measures=["tesla", "tesla-compounds"], compounds=table))
    rows = caller.get(f"test-sets/{pk}/")["scores"]
    scores = {row["measure"]: next(iter(row["figures"].values()))["value"] for row in rows}
    assert scores["tesla"] == pytest.approx((0.75 + 1 + 0.75 + 1) / 4)
    assert scores["tesla-compounds"] == pytest.approx((0.75 + 1 + 0.165 + 0.22) / 4)
    assert f"{scores['tesla-compounds']:.4f}" in read_page(project, f"test-sets/{pk}/")
