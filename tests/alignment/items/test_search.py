"""Finding pairs by words of their text, through the index of words."""

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from alignment.pairs import jobs
from alignment.pairs.models import SentencePair
from annotation_site.accounts.models import User
from tests.factories import lease, make_member, make_pairs, make_project
from tests.running.module_rows import made_for_module

pytestmark = pytest.mark.django_db
TEXTS = (
    ("the ferry crosses at dawn", "il traghetto parte all’ alba"),
    ("nobody saw the ferry", "nessuno l' ha visto"),
    ("渡 船 在 清 晨 出 发", "il traghetto"),
    ("渡船 出发 了", "it 's gone \\ (done)"),
)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def make_searched() -> tuple[str, Client]:
    """Return the page of a project's pairs, beside another project with the same, and its manager."""
    project, elsewhere = make_project(source_language="zh"), make_project()
    make_pairs(project, TEXTS)
    make_pairs(elsewhere, TEXTS)
    return reverse("alignment:pairs", args=[project.slug]), signed_in(project.created_by)


searched = made_for_module(make_searched)


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        ("ferry", [1, 2]),
        ("FER", [1, 2]),
        ("ferry traghetto", [1]),
        ("dawn the", [1]),
        ("traghetto", [1, 3]),
        ("渡船", [3, 4]),
        ("清晨 出发", [3]),
        ("alba.", [1]),
        ("l'ha", [2]),
        ("'s \\", [4]),
        ("(done)", [4]),
        ("erry", []),
        ("' | & !", []),
    ],
)
@pytest.mark.parametrize("waiting", [[], [1, 4], [1, 2, 3, 4]], ids=["indexed", "partly", "imported just now"])
def test_pairs_are_found_by_beginnings_of_words_on_either_side(
    searched: tuple[str, Client], typed: str, numbers: list[int], waiting: list[int]
) -> None:
    SentencePair.objects.filter(item__number__in=waiting).update(is_indexed=False)
    address, manager = searched
    page = manager.get(address, {"search": typed})
    assert [row["item"].number for row in page.context["rows"]] == numbers


def test_words_of_an_import_are_indexed_afterwards_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    project = make_project()
    make_pairs(project, TEXTS[:1] * 7)
    waiting = SentencePair.objects.filter(item__project=project, is_indexed=False)
    SentencePair.objects.filter(item__project=project).update(is_indexed=False)
    rung: list[str] = []
    monkeypatch.setattr(jobs, "wake_periodic_work", rung.append)
    monkeypatch.setattr(jobs, "AT_ONCE", 2)
    monkeypatch.setattr(jobs, "MOST", 4)
    jobs.index_words()
    assert (waiting.count(), rung) == (3, ["index_words"])
    jobs.index_words()
    assert (waiting.count(), rung) == (0, ["index_words"])


def test_annotators_find_their_own_pairs_only() -> None:
    project = make_project()
    make_pairs(project, TEXTS[:2])
    annotator = make_member(project)
    own = lease(annotator)
    address, client = reverse("alignment:assignments", args=[project.slug]), signed_in(annotator.user)

    def found(**query: str) -> list[int]:
        return [row["assignment"].pk for row in client.get(address, query).context["rows"]]

    own_word, other_word = ("dawn", "nobody") if own.item.number == 1 else ("nobody", "dawn")
    assert found(search=own_word) == [own.pk]
    assert found(search=own_word, state="submitted") == []
    assert found(search=other_word) == []
    assert len(found(search="\x00 ")) == 1


def test_the_search_uses_the_indexes_of_both_sides() -> None:
    make_pairs(make_project(), TEXTS[:1])
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        plan = SentencePair.objects.with_text("ferry dawn").explain()
    assert "pairs_by_source_word" in plan
    assert "pairs_by_target_word" in plan
    assert "pairs_to_index" in plan
    assert "Seq Scan" not in plan
