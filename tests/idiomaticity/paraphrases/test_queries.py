"""Counts of paraphrases: pages, table and API give those of the answers themselves."""

import csv
import random
from collections.abc import Sequence
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.exclusions.services import exclude_annotator
from annotation_site.projects.models import Project
from idiomaticity.compounds.models import Occurrence
from idiomaticity.paraphrases.counts import PAPER, Thresholds
from idiomaticity.paraphrases.queries.figures import add_up, find_writings, read_figures
from idiomaticity.paraphrases.queries.queue import list_latest, suggest_decisions
from idiomaticity.paraphrases.queries.tables import count_given, list_repeated, read_all
from idiomaticity.paraphrases.services import Wish, decide_paraphrase
from idiomaticity.ratings.models import Paraphrase
from idiomaticity.scales.paraphrase_texts import normalise
from tests.factories import make_member
from tests.idiomaticity.making import bring_in, make_rating, make_rating_project, submit_rating
from tests.idiomaticity.paraphrases.deciding import decide, read
from tests.idiomaticity.released_paraphrases import read_released_paraphrases
from tests.markup import markup_of
from tests.shared_data import shared

pytestmark = pytest.mark.django_db


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_the_pages_decide_and_undo_without_a_script(project: Project) -> None:
    client = browser(project.created_by)
    page = markup_of(client.get(reverse("idiomaticity:paraphrase_review", args=[project.slug])))
    assert "differs only in accents, articles, spaces or plural" in page
    fields = {"operation_id": str(uuid4()), "form": "aquariums", "compound": 1, "into": "aquarium", "action": "merge"}
    answer = client.post(reverse("idiomaticity:paraphrase_decide", args=[project.slug]), fields, follow=True)
    assert "Merged" in markup_of(answer)
    shown = markup_of(client.get(reverse("idiomaticity:paraphrases_of", args=[project.slug, 1])))
    assert "counts as aquarium" in shown
    assert "with aquariums" in markup_of(client.get(reverse("idiomaticity:compound", args=[project.slug, 1])))
    (latest,) = list_latest(project)
    fields = {"operation_id": str(uuid4()), "decision": latest["decision"], "page": 1}
    assert client.post(reverse("idiomaticity:paraphrase_undo", args=[project.slug]), fields).status_code == 302
    assert read(project)["Aquarium"] == 2


def test_the_table_and_the_api_say_what_counts(project: Project) -> None:
    client = browser(project.created_by)
    decide(project, "aquariums", "merge", into="aquarium")
    table = client.get(reverse("idiomaticity:paraphrases_table", args=[project.slug])).getvalue().decode()
    rows = list(csv.DictReader(table.splitlines()))
    assert [rows[0][name] for name in ("compound", "paraphrase", "level", "frequency", "s1", "variants")] == [
        *("fish tank", "Aquarium", "token", "3", "3", "aquariums"),
    ]
    figures = client.get(reverse("api:paraphrases", args=[project.slug]), {"one_sentence": 3}).json()
    assert (figures["different"], figures["token_level"], figures["per_compound"]) == (3, 1, 3.0)
    listed = client.get(reverse("api:compound-paraphrases", args=[project.slug, 1])).json()
    assert listed[0]["variants"] == ["aquariums"]
    body = {"operation_id": str(uuid4()), "form": "sweet", "action": "reject"}
    address = reverse("api:paraphrase-decisions", args=[project.slug])
    assert client.post(address, body, content_type="application/json").status_code == 204
    assert [row["form"] for row in client.get(address).json()["results"]] == ["aquariums", "sweet"]
    assert client.get(reverse("api:paraphrases", args=[project.slug]), {"one_sentence": 0}).status_code == 400


@pytest.mark.parametrize(
    ("language", "token_level", "by_sentences", "type_level"),
    [("en", 353, {1: 118, 2: 69, 3: 16}, 1184), ("pt", 192, {1: 61, 2: 38, 3: 6}, 743)],
)
def test_answers_that_would_make_the_nctti_release_give_its_counts(
    language: str, token_level: int, by_sentences: dict[int, int], type_level: int
) -> None:
    path = shared(f"data/idiomaticity/nctti/data_{language}.tsv")
    lists = read_released_paraphrases(path.read_bytes(), path.name)
    project = make_rating_project(text="", language=language, annotators_per_item=50)
    rows = (f"{name}\tSentence {place} has {name} .\tx\ty\n" for name in lists for place in (1, 2, 3))
    bring_in(project, "compound\tsentence\thead\tmodifier\n" + "".join(rows))
    items = Occurrence.objects.filter(compound__project=project).values_list("compound__normalised", "number", "item")
    place = {(name, number): item for name, number, item in items}
    answers = [
        # For all three sentences it is at type level, by two people for one sentence at token level.
        (place[normalise(name), number], [*each.type_level, *of_sentence], [*of_sentence])
        for name, each in lists.items()
        for number, of_sentence in enumerate(each.token_level, start=1)
    ]
    _give(project, answers)
    counts = add_up(read_figures(project))
    assert (counts.token_level, counts.token_sentences, counts.type_level) == (token_level, by_sentences, type_level)
    page = markup_of(browser(project.created_by).get(reverse("idiomaticity:paraphrases", args=[project.slug])))
    assert f"<dd>{token_level} <small>" in page
    assert f"by number of sentences: {by_sentences[1]} for 1 sentence" in page


def _give(project: Project, answers: Sequence[tuple[int, Sequence[str], Sequence[str]]]) -> None:
    """Hand paraphrases in, up to three by one annotator; what comes second is given by other people."""
    annotators = [make_member(project) for _ in range(12)]
    work = []
    for item, *rounds in answers:
        pieces = [given[start : start + 3] for given in rounds for start in range(0, len(given), 3)]
        work += [(item, annotator, piece) for annotator, piece in zip(annotators, pieces, strict=False)]
    now = timezone.now()
    assignments = Assignment.objects.bulk_create(
        Assignment(item_id=item, annotator=annotator, state="submitted", lease_expires_at=now, submitted_at=now)
        for item, annotator, _ in work
    )
    Paraphrase.objects.bulk_create(
        Paraphrase(assignment=assignment, position=position, text=text, normalised=normalise(text))
        for assignment, (_, _, texts) in zip(assignments, work, strict=True)
        for position, text in enumerate(texts, start=1)
    )


def count_exactly(project: Project, thresholds: Thresholds, **options: bool) -> list[tuple[object, ...]]:
    """By the answers themselves, one by one."""
    return [
        (table.compound.number, each.form, each.total, each.people, found)
        for table in read_all(project, thresholds, **options)
        for each, found in table.forms
    ]


@pytest.mark.parametrize("level", ["token", "type"])
def test_sums_by_the_database_are_what_answers_give_with_decisions_and_exclusions(level: str) -> None:
    project = make_rating_project(annotators_per_item=4, level=level)
    generator = random.Random(level)
    words = ["barrier", "Barrier", "barriers", "limit", "wall", "sweet"]
    for _ in range(4):
        annotator = make_member(project)
        while (assignment := lease_next(user=annotator.user, project=project)) is not None:
            texts = {normalise(each): each for each in generator.sample(words, 3)}
            submit_rating(assignment, 3, 2, 1, *texts.values())
    exclude_annotator(user=project.created_by, project=project, annotator_id=annotator.pk, reason="Copied.")
    for wish in ((), ("sweet", "reject"), ("barriers", "merge", 1, "barrier"), ("sweet", "keep", 2)):
        if wish:
            decide_paraphrase(user=project.created_by, project=project, operation_id=uuid4(), wish=Wish(*wish))  # type: ignore[arg-type]
        for thresholds in (PAPER, Thresholds(several_sentences=5, one_sentence=1)):
            for with_excluded in (False, True):
                figures = read_figures(project, thresholds, with_excluded=with_excluded)
                summed = [
                    (row.compound.number, each.form, each.total, each.people, each.paraphrase_level)
                    for row in figures
                    for each in row.forms
                ]
                assert summed == count_exactly(project, thresholds, with_excluded=with_excluded)
    (shown, *_) = read_figures(project)
    writings = find_writings(project, {shown.compound.pk: [each.form for each in shown.forms]})
    (table, *_) = read_all(project)
    assert writings == {(shown.compound.pk, each.form): each.text for each, _ in table.forms}


def test_the_page_of_all_reads_no_answer_and_tells_apart_how_much_there_is_to_review(project: Project) -> None:
    client = browser(project.created_by)
    address = reverse("idiomaticity:paraphrases", args=[project.slug])
    with CaptureQueriesContext(connection) as queries:
        page = markup_of(client.get(address))
    part = reverse("idiomaticity:paraphrase_review_part", args=[project.slug])
    assert part in page
    assert "<bdi>Aquarium</bdi>" in page
    assert not [
        each
        for each in queries
        if '"projects_assignment"."annotator_id", "idiomaticity_paraphrase"."text"' in each["sql"]
    ]
    found = len(suggest_decisions(project))
    assert found
    assert f"Review {found} suggestion" in markup_of(client.get(part))


def test_what_the_database_counts_is_what_the_answers_give() -> None:
    """Suggestions rest on counts made by the database, the page of a compound on its answers."""
    project = make_rating_project(annotators_per_item=3)
    for texts in (("barrier", "limit"), ("Barrier",), ("barriers", "limit", "wall")):
        annotator = make_member(project)
        for _ in range(6):
            make_rating(annotator, 3, *texts)
    given = count_given(project)
    tables = read_all(project)
    assert [given[table.compound.pk] for table in tables] == [table.given for table in tables]
    assert [list(given[table.compound.pk]) for table in tables] == [list(table.given) for table in tables]
    answers = {(answer.giver, table.compound.normalised, answer.form) for table in tables for answer in table.answers}
    assert set(list_repeated(project, 1)) == answers
    assert list_repeated(project, 4) == []
