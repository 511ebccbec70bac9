"""The adjudicator's pages: worst first, no names, nothing lost, and without a script too."""

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from alignment.adjudication.models import LinkDecision
from alignment.adjudication.services.decisions import decide_links
from alignment.agreement.queries.changes import count_changes
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Comment, Item
from annotation_site.projects.models import Membership, Project, Role
from tests.factories import draw, lease, make_member, make_project, make_reading, make_user, submit
from tests.markup import markup_of

pytestmark = pytest.mark.django_db

FIRST, SECOND = "0-0S 1-2S 2-1S", "0-0P 1-2S 2-1S"


def make_annotators(project: Project, count: int = 2) -> list[Membership]:
    people = [make_user(f"Nomen Nescio {number}") for number in range(count)]
    return [make_member(project, Role.ANNOTATOR, person) for person in people]


def disputed_project(pairs: int = 1) -> tuple[Project, User]:
    """Every pair disputed in one cell, the last one in all of them."""
    project = make_project(pairs=pairs)
    for number, annotator in enumerate(make_annotators(project)):
        for _ in range(pairs):
            assignment = lease(annotator)
            is_worst = assignment.item.number == pairs
            reading = ("0-1S" if is_worst else SECOND) if number else FIRST
            submit(draw(assignment, reading))
    return project, make_member(project, Role.ADJUDICATOR).user


def sign_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page_of(project: Project, number: int = 1, route: str = "adjudicate") -> str:
    return reverse(f"alignment:{route}", args=[project.slug, number])


def press(client: Client, project: Project, choice: str, *, version: int = 0, route: str = "decide", **more: str):
    data = {"operation_id": str(uuid4()), "version": str(version), "choice": choice, **more}
    return client.post(page_of(project, route=route), data)


def decisions(project: Project) -> dict[str, str]:
    rows = LinkDecision.objects.filter(item__project=project)
    return {f"{row.source_index}-{row.target_index}": f"{row.decision} {row.note}".strip() for row in rows}


def test_the_queue_shows_the_worst_pair_first() -> None:
    project, judge = disputed_project(3)
    html = markup_of(sign_in(judge).get(reverse("alignment:adjudication", args=[project.slug])))
    assert re.findall(r'<h2 class="visually-hidden">Pair (\d)</h2>', html) == ["3", "1", "2"]
    assert f'href="{page_of(project, 3)}">Start with the most disputed pair' in html


@pytest.mark.parametrize("shown", ["to-decide", "decided", "agreed", "nonsense"])
def test_an_empty_queue_says_so_in_words(shown: str) -> None:
    project = make_project()
    judge = make_member(project, Role.ADJUDICATOR).user
    html = markup_of(sign_in(judge).get(reverse("alignment:adjudication", args=[project.slug]), {"show": shown}))
    assert 'class="empty"' in html


def test_a_longer_queue_takes_no_more_queries() -> None:
    counts = []
    for pairs in (2, 9):
        project, judge = disputed_project(pairs)
        client = sign_in(judge)
        address = reverse("alignment:adjudication", args=[project.slug])
        client.get(address)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get(address).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 20


def test_a_pair_with_more_cards_takes_no_more_queries() -> None:
    counts = []
    for pairs, number in ((1, 1), (2, 1)):
        project, judge = disputed_project(pairs)
        client = sign_in(judge)
        count_changes(project.pk)
        with CaptureQueriesContext(connection) as queries:
            client.get(page_of(project, number))
        counts.append(len(queries))
    assert abs(counts[0] - counts[1]) <= 2  # a next pair is looked for only where there is one


def test_pages_tell_pseudonyms_and_nobodys_name_or_address() -> None:
    project, judge = disputed_project()
    item = Item.objects.get(project=project)
    assignment = item.assignments.order_by("pk").last()
    assert assignment is not None
    Comment.objects.create(item=item, assignment=assignment, author=assignment.annotator.user, text="too free to link")
    client = sign_in(judge)
    queue = markup_of(client.get(reverse("alignment:adjudication", args=[project.slug])))
    pair = markup_of(client.get(page_of(project)))
    for user in User.objects.filter(memberships__project=project, memberships__role=Role.ANNOTATOR):
        for html in (queue, pair):
            assert user.name not in html
            assert user.email not in html
    assert "Annotator A" in pair
    assert re.search(r"Annotator</span>B</span>(?:(?!class=\"who).)*<q[^>]*>too free to link", pair, re.S)
    assert "too free to link" in pair


def test_annotators_are_refused_and_strangers_find_nothing() -> None:
    project, _ = disputed_project()
    annotator = project.memberships.filter(role=Role.ANNOTATOR).first()
    assert annotator is not None
    queue = reverse("alignment:adjudication", args=[project.slug])
    for address in (queue, page_of(project)):
        assert sign_in(annotator.user).get(address).status_code == 403
        assert sign_in(make_user()).get(address).status_code == 404
        assert Client().get(address).status_code == 302
    assert press(sign_in(annotator.user), project, "0-0|0-0=S").status_code == 403
    assert press(sign_in(make_user()), project, "0-0|0-0=S").status_code == 404
    assert decisions(project) == {}


def test_a_plain_form_decides_and_comes_back_to_the_pair() -> None:
    project, judge = disputed_project()
    answer = press(sign_in(judge), project, "0-0|0-0=S", **{"note:0-0": "clear", "note:2-1": "of another card"})
    assert answer.status_code == 302
    assert answer.url == page_of(project) + "#here"
    assert decisions(project) == {"0-0": "S clear"}


def test_a_decision_that_leaves_words_without_a_link_says_so() -> None:
    project, judge = disputed_project()
    client = sign_in(judge)
    press(client, project, "0-0|0-0=none,0-1=none,2-1=none")
    assert "Left without counterpart:" in markup_of(client.get(page_of(project)))
    press(client, project, "0-0|0-0=S,0-1=S,2-1=S", version=1)
    assert "Left without counterpart:" not in markup_of(client.get(page_of(project)))


def test_the_last_decision_of_a_pair_leads_to_the_next() -> None:
    project, judge = disputed_project(2)
    client = sign_in(judge)
    assert press(client, project, "0-0|0-0=S").url == page_of(project, 2)
    assert press(client, project, "0-0|0-0=P", version=1).url == page_of(project) + "#here"


def test_when_nothing_is_left_the_queue_follows() -> None:
    project = make_project(pairs=1)
    for annotator, links in zip(make_annotators(project), (FIRST, SECOND), strict=True):
        make_reading(annotator, links)
    judge = make_member(project, Role.ADJUDICATOR).user
    assert press(sign_in(judge), project, "0-0|0-0=open").url == reverse("alignment:adjudication", args=[project.slug])


def test_a_script_gets_the_pair_alone() -> None:
    project, judge = disputed_project()
    data = {"operation_id": str(uuid4()), "version": "0", "choice": "0-0|0-0=S"}
    answer = sign_in(judge).post(page_of(project, route="decide"), data, headers={"HX-Request": "true"})
    html = markup_of(answer)
    assert answer.status_code == 200
    assert html.startswith('<div id="pair"')
    assert "Sure, as A" in html


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_stale_decision_is_refused_shows_the_others_and_keeps_what_was_typed(headers: dict[str, str]) -> None:
    project, judge = disputed_project()
    item = Item.objects.get(project=project)
    other = make_member(project, Role.ADJUDICATOR).user
    decide_links(
        user=other, item_id=item.pk, operation_id=uuid4(), version=0, decisions=[(0, 0, "P")], note="as the other says"
    )
    data = {"operation_id": str(uuid4()), "version": "0", "choice": "0-0|0-0=S", "note:0-0": "typed by me"}
    answer = sign_in(judge).post(page_of(project, route="decide"), data, headers=headers)
    html = markup_of(answer)
    assert answer.status_code == 409
    assert "changed since" in html
    assert "as the other says" in html
    assert 'value="typed by me"' in html
    assert decisions(project) == {"0-0": "P as the other says"}


def test_a_double_click_decides_once() -> None:
    project, judge = disputed_project()
    client = sign_in(judge)
    data = {"operation_id": str(uuid4()), "version": "0", "choice": "0-0|0-0=S"}
    answers = [client.post(page_of(project, route="decide"), data).status_code for _ in range(2)]
    assert answers == [302, 302]
    assert Item.objects.get(project=project).adjudication.version == 1


def test_another_button_on_a_page_gone_back_to_is_not_taken_for_a_repeat() -> None:
    project, judge = disputed_project()
    client = sign_in(judge)
    sent = {"operation_id": str(uuid4()), "version": "0"}
    client.post(page_of(project, route="decide"), {**sent, "choice": "0-0|0-0=S"})
    answer = client.post(page_of(project, route="decide"), {**sent, "choice": "0-0|0-0=P"})
    assert answer.status_code == 409
    assert decisions(project) == {"0-0": "S"}


def test_a_reading_is_adopted_and_undone_by_plain_forms() -> None:
    project, judge = disputed_project()
    client = sign_in(judge)
    press(client, project, "", route="adopt", pseudonym="B", **{"note:all-B": "closer"})
    assert decisions(project) == {"0-0": "none closer", "0-1": "S closer", "1-2": "none closer", "2-1": "none closer"}
    press(client, project, "", version=1, route="undo_decision")
    assert decisions(project) == {}


@pytest.mark.parametrize("choice", ["", "0-0|", "0-0|0-0=X", "0-0|1-2=S extra", "0-0|99-99=S"])
def test_a_broken_choice_is_refused_with_the_page(choice: str) -> None:
    project, judge = disputed_project()
    answer = press(sign_in(judge), project, choice)
    assert answer.status_code == 400
    assert 'id="trouble"' in markup_of(answer)
    assert decisions(project) == {}


def test_actions_are_posts() -> None:
    project, judge = disputed_project()
    for route in ("decide", "adopt", "undo_decision"):
        assert sign_in(judge).get(page_of(project, route=route)).status_code == 405


def test_readings_stay_hidden_while_the_pair_is_being_annotated() -> None:
    project = make_project(pairs=1)
    make_reading(make_annotators(project)[0])
    judge = make_member(project, Role.ADJUDICATOR).user
    html = markup_of(sign_in(judge).get(page_of(project)))
    assert "still being annotated" in html
    assert "Annotator A" not in html


def test_pages_carry_no_inline_script_or_style() -> None:
    project, judge = disputed_project()
    client = sign_in(judge)
    for address in (reverse("alignment:adjudication", args=[project.slug]), page_of(project)):
        html = markup_of(client.get(address))
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", html)


@pytest.mark.parametrize("note", ["a\x00b", "a" * 301])
def test_a_note_that_cannot_be_stored_is_refused_with_the_page(note: str) -> None:
    project, judge = disputed_project()
    answer = press(sign_in(judge), project, "0-0|0-0=S", **{"note:0-0": note})
    assert answer.status_code == 400
    assert 'id="trouble"' in markup_of(answer)
    assert decisions(project) == {}


def test_readings_taken_back_while_the_page_is_read_leave_nothing_to_decide() -> None:
    """As when the text is corrected between two queries of the page: decisions are there, readings no longer."""
    project, adjudicator = disputed_project(pairs=2)
    item = Item.objects.get(project=project, number=1)
    assert press(sign_in(adjudicator), project, "0-0|0-0=S").status_code == 302
    item.assignments.update(state=Assignment.State.IN_PROGRESS)
    answer = sign_in(adjudicator).get(page_of(project))
    assert answer.status_code == 200
    assert "This pair is still being annotated" in markup_of(answer)
