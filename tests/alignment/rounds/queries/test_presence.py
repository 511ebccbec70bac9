"""Annotators see who is on a pair that they read, too, for as long as its page is open there."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from alignment.rounds.models import Presence, ReconciliationRound
from alignment.rounds.queries.presence import GONE_AFTER, RENEWED_AFTER
from alignment.rounds.services.rounds import open_round
from alignment.rounds.services.steps import change_link
from annotation_site.assignments.models import Assignment
from annotation_site.projects.services.members import remove_member
from tests.alignment.rounds.two import MINE, THEIRS, Two
from tests.factories import make_member, make_pair, make_reading
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


def ask(assignment: Assignment, tag: str = "") -> Any:
    client = Client()
    client.force_login(assignment.annotator.user)
    headers = {"If-None-Match": tag} if tag else {}
    return client.get(reverse("alignment:reconcile_together", args=[assignment.pk]), headers=headers)


def others_seen_by(assignment: Assignment) -> list[str]:
    """Return what the page says of each other annotator, and the address of their pair where it leads there."""
    listed = re.findall(r"<li\s+data-other=.*?</li>", ask(assignment).content.decode(), re.DOTALL)
    return [" ".join(re.sub(r'<a\s+href="([^"]*)"\s*>|<[^>]*>', r" \1 ", each).split()) for each in listed]


def let_pass(time: timedelta) -> None:
    for presence in Presence.objects.all():
        Presence.objects.filter(pk=presence.pk).update(seen_at=presence.seen_at - time)


def test_two_on_a_pair_see_each_other_by_pseudonym_alone(two: Two) -> None:
    two.open()
    assert others_seen_by(two.mine) == ["Annotator B to review"]
    assert others_seen_by(two.theirs) == ["Annotator A to review is here now"]
    page = ask(two.mine).content.decode()
    assert "Annotator B" in page
    assert two.b.user.name not in page
    assert two.b.user.email not in page


def test_somebody_on_another_pair_is_shown_there_with_the_address_of_ones_own_reading(two: Two) -> None:
    make_pair(two.project, "a black cat", "un gatto nero")
    own, others = make_reading(two.a, MINE), make_reading(two.b, THEIRS)
    two.open()
    ask(others)
    address = reverse("alignment:reconcile", args=[own.pk])
    assert others_seen_by(two.mine) == [f"Annotator B to review {address} on pair {own.item.number}"]
    ask(two.theirs)
    assert others_seen_by(two.mine) == ["Annotator B to review is here now"]


def test_somebody_who_did_not_read_this_pair_is_shown_on_one_that_both_read(two: Two) -> None:
    make_pair(two.project, "a black cat", "un gatto nero")
    own, third = make_reading(two.a, MINE), make_member(two.project)
    others = make_reading(third, THEIRS)
    two.open()
    ask(others)
    address = reverse("alignment:reconcile", args=[own.pk])
    assert others_seen_by(two.mine) == ["Annotator B to review", f"Annotator C {address} on pair {own.item.number}"]


def test_nobody_is_shown_on_a_pair_that_one_did_not_read(two: Two) -> None:
    make_pair(two.project, "a black cat", "un gatto nero")
    third = make_member(two.project)
    make_reading(two.b, THEIRS)
    foreign = make_reading(third, MINE)
    two.open()
    ask(foreign)
    assert others_seen_by(two.mine) == ["Annotator B to review"]
    assert "Annotator C" not in ask(two.mine).content.decode()


def test_a_page_that_was_closed_is_gone_after_some_seconds(two: Two) -> None:
    two.open()
    ask(two.theirs)
    let_pass(GONE_AFTER - timedelta(seconds=1))
    assert others_seen_by(two.mine) == ["Annotator B to review is here now"]
    let_pass(timedelta(seconds=1))
    assert others_seen_by(two.mine) == ["Annotator B to review"]


def test_asking_is_one_statement_and_a_second_one_every_few_seconds(two: Two) -> None:
    two.open()
    tag = ask(two.mine)["ETag"]
    client = Client()
    client.force_login(two.a.user)
    address = reverse("alignment:reconcile_together", args=[two.mine.pk])

    def count_statements() -> tuple[int, int]:
        with CaptureQueriesContext(connection) as statements:
            answer = client.get(address, headers={"If-None-Match": tag})
        # Beside the one for the session and its person.
        return answer.status_code, len(statements) - 1

    assert count_statements() == (304, 1)
    let_pass(RENEWED_AFTER)
    assert count_statements() == (304, 2)
    assert count_statements() == (304, 1)


def test_the_tag_changes_with_each_step_and_with_who_is_there(two: Two) -> None:
    two.open()
    tags = [ask(two.mine)["ETag"]]
    ask(two.theirs)
    tags.append(ask(two.mine, tags[-1])["ETag"])
    change_link(**two.step(two.theirs), cell=(0, 0), label="S")
    answer = ask(two.mine, tags[-1])
    tags.append(answer["ETag"])
    assert 'data-version="1"' in markup_of(answer)
    assert len(set(tags)) == 3
    assert ask(two.mine, tags[-1]).status_code == 304


def test_after_a_round_nobody_is_anywhere_and_nothing_is_answered(two: Two) -> None:
    held: ReconciliationRound = two.open()
    ask(two.mine)
    ask(two.theirs)
    assert held.presences.count() == 2
    two.close()
    assert Presence.objects.count() == 0
    assert ask(two.mine).status_code == 404


def test_a_member_who_left_is_answered_nothing(two: Two) -> None:
    two.open()
    remove_member(user=two.manager, membership=two.b)
    assert ask(two.theirs).status_code == 404
    assert Presence.objects.count() == 0


def test_the_query_reads_no_table_as_a_whole(two: Two) -> None:
    open_round(user=two.manager, project=two.project, operation_id=uuid4())
    ask(two.mine)
    with connection.cursor() as cursor:
        # What empties the tables between tests names this one, too, and takes no parameters.
        cursor.execute(
            "SELECT name FROM pg_prepared_statements"
            " WHERE statement LIKE '%alignment_presence%' AND cardinality(parameter_types) = 4"
        )
        names = [name for (name,) in cursor.fetchall()]
        assert names
        cursor.execute("SET LOCAL enable_seqscan = off")
        # a plan kept from earlier tests was made while tables could be read as a whole
        cursor.execute("SET LOCAL plan_cache_mode = force_custom_plan")
        now = timezone.now()
        cursor.execute(
            f"EXPLAIN EXECUTE {names[0]}(%s, %s, %s, %s)", [two.a.user.pk, two.mine.pk, now - GONE_AFTER, now]
        )
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "Seq Scan" not in plan, plan
