"""Hits are reviewed on their page, one by one and by phrase."""

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from annotation_site.jobs.models import Job
from evaluation.finding.models import Finding, FoundPhrase
from tests.evaluation.finding.reviewing import address, decide, fields, finish
from tests.evaluation.findings import SOURCE, TARGET, make_finding
from tests.markup import markup_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.usefixtures("worker")
def test_expressions_are_found_and_reviewed_by_plain_forms(project, client):
    asked = fields()
    answer = client.post(reverse("evaluation:finding_new", args=[project.slug]), asked)
    job = finish(Job.objects.get(kind="finding"))
    assert answer["Location"] == reverse("projects:job", args=[project.slug, job.pk])
    assert "Review hits" in markup_of(client.get(answer["Location"]))
    finding = Finding.objects.get(job=job)
    page = markup_of(client.get(reverse("evaluation:finding_of_job", args=[project.slug, job.pk]), follow=True))
    assert "2 of 3 phrases found in 5 sentences of English with their Italian" in page
    page = markup_of(client.get(address(finding)))
    assert "He <mark>broke the ice</mark> ." in page
    assert "Ha rotto il ghiaccio ." in page
    hit = finding.hits.earliest("pk")
    answer = decide(client, hit, "accepted", query="verdict=open&page=1&next=//evil.example")
    assert answer["Location"] == address(finding, query=f"?verdict=open&page=1#hit-{hit.pk}")
    assert "precision so far</dt><dd>100.0 %" in markup_of(client.get(address(finding)))
    client.post(address(finding, "hits_undo"), {"decision": finding.decisions.get().pk})
    assert finding.hits.get(pk=hit.pk).verdict == "open"


def test_the_script_gets_the_hit_and_the_sums(project, client):
    finding = make_finding(project)
    answer = decide(client, finding.hits.earliest("pk"), "rejected", htmx=True)
    text = markup_of(answer)
    assert answer.status_code == 200
    assert 'data-verdict="rejected"' in text
    assert 'id="sums" hx-swap-oob="true"' in text
    assert "<html" not in text


def test_the_tabs_count_what_the_script_has_decided(project, client):
    """They stand above the hits and lead to the same lists as before, for one phrase, too."""
    finding = make_finding(project)
    phrase = FoundPhrase.objects.get(finding=finding, place=1)
    hit = finding.hits.filter(phrase=phrase).earliest("pk")
    query = f"verdict=open&phrase={phrase.pk}&page=2"
    text = markup_of(decide(client, hit, "accepted", htmx=True, query=query))
    assert 'id="tabs" hx-swap-oob="true"' in text
    tabs = re.findall(r'href="\?([^"]*)"( aria-current="true")?>([\w ]+)<span class="count">(\d+)</span>', text)
    count = phrase.hit_count
    assert [(label, int(number)) for _, _, label, number in tabs] == [
        ("To review", count - 1), ("Accepted", 1), ("Rejected", 0), ("All", count)
    ]  # fmt: skip
    assert [bool(current) for _, current, *_ in tabs] == [True, False, False, False]
    page = markup_of(client.get(f"{address(finding)}?{query}"))
    for link, *_ in tabs:
        assert f"phrase={phrase.pk}" in link and "page=" not in link
        assert f'href="?{link}"' in page


def test_a_stale_click_is_told_and_changes_nothing(project, client):
    finding = make_finding(project)
    hit = finding.hits.earliest("pk")
    decide(client, hit, "accepted")
    text = markup_of(decide(client, hit, "rejected", htmx=True))
    assert "Someone else has reviewed this hit since. Nothing was changed." in text
    assert 'data-verdict="accepted"' in text
    page = client.post(
        address(finding, "hit_decide"),
        {"operation_id": str(uuid4()), "hit": hit.pk, "seen": 0, "verdict": "rejected"},
        follow=True,
    )
    assert "Someone else has reviewed this hit since" in markup_of(page)
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
    assert "2 hits of “break the ice” accepted." in markup_of(answer)
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


def test_phrases_with_far_more_hits_than_others_are_named(project, client):
    finding = make_finding(project)
    page = reverse("evaluation:finding", args=[project.slug, finding.pk])
    assert "Look at these first" not in markup_of(client.get(page))
    rows = [FoundPhrase(finding=finding, place=1000 + n, phrase=f"p{n}", hit_count=1) for n in range(30)]
    FoundPhrase.objects.bulk_create([*rows, FoundPhrase(finding=finding, place=2000, phrase="my bad", hit_count=90)])
    assert "“my bad” (90). Look at these first" in markup_of(client.get(page))
