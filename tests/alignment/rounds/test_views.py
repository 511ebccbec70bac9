"""Pages of reconciliation: what annotators and managers see."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from alignment.pairs.models import SentencePair
from alignment.projects.models import AlignmentSettings
from alignment.readings.models import AlignmentLink
from alignment.readings.queries.drawn import read_links
from alignment.rounds.models import RoundReading
from alignment.rounds.services.steps import CLOSED, change_link, keep_reading
from alignment.suggestions.models import Suggestion
from annotation_site.accounts.models import User
from annotation_site.assignments.services.changes import change_assignment
from annotation_site.projects.models import Project, Role
from tests.alignment.corrections.correcting import correct
from tests.alignment.rounds.two import Two, adjudicate
from tests.factories import make_member
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


def browse(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def address(two: Two, name: str = "reconcile") -> str:
    return reverse(f"alignment:{name}", args=[two.mine.pk])


def send(two: Two, name: str, **more: str) -> int:
    two.mine.refresh_from_db()
    fields = {"operation_id": str(uuid4()), "version": two.mine.version, **more}
    return browse(two.a.user).post(address(two, f"reconcile_{name}"), fields).status_code


def test_the_page_of_a_pair_exists_only_while_its_round_is_open(two: Two) -> None:
    client = browse(two.a.user)
    assert client.get(address(two)).status_code == 404
    two.open()
    assert client.get(address(two)).status_code == 200
    two.close()
    closed = client.get(address(two))
    assert closed.status_code == 404
    assert "The round is closed" in markup_of(closed)
    assert "Annotator B" not in markup_of(closed)
    assert client.get(address(two, "reconcile_now")).status_code == 404


@pytest.mark.parametrize(
    ("name", "more"),
    [("change", {"choice": "0-0=P"}), ("change", {"keep": "1-1"}), ("undo", {}), ("say", {"text": "x"})],
)
def test_a_script_that_acts_after_the_round_was_closed_hears_why(two: Two, name: str, more: dict[str, str]) -> None:
    two.open()
    two.close()
    two.mine.refresh_from_db()
    fields = {"operation_id": str(uuid4()), "version": two.mine.version, **more}
    answer = browse(two.a.user).post(address(two, f"reconcile_{name}"), fields, headers={"HX-Request": "true"})
    assert answer.status_code == 404
    assert markup_of(answer).strip() == (
        '<p class="notice notice-error" role="alert">The reconciliation round of this pair is closed. '
        "Your last submitted reading counts.</p>"
    )


def test_names_and_addresses_of_the_other_never_show(two: Two) -> None:
    two.open()
    page = markup_of(browse(two.a.user).get(address(two)))
    assert "Annotator B" in page
    assert two.b.user.name not in page
    assert two.b.user.email not in page


def test_both_readings_stand_around_the_source_sentence(two: Two) -> None:
    two.open()
    page = markup_of(browse(two.a.user).get(address(two)))
    assert 'data-links="0-0S 1-2S 2-1S"' in page
    assert 'data-links="0-0P 1-1S 2-1S"' in page
    assert page.index("Your reading") < page.index("English") < page.index("Reading B")


def test_what_the_other_does_shows_in_the_part_that_the_page_asks_for(two: Two) -> None:
    two.open()
    client = browse(two.b.user)
    now = reverse("alignment:reconcile_now", args=[two.theirs.pk])
    assert "3 links with disagreement" in markup_of(client.get(now))
    assert send(two, "change", choice="0-0=P") == 302
    assert "2 links with disagreement" in markup_of(client.get(now))


def test_a_link_is_taken_kept_undone_and_submitted_by_plain_forms(two: Two) -> None:
    two.open()
    assert send(two, "change", choice="0-0=P") == 302
    assert read_links(two.mine).links[0, 0] == "P"
    assert send(two, "undo") == 302
    assert read_links(two.mine).links[0, 0] == "S"
    assert send(two, "undo") == 400, "older changes are undone in the editor"
    assert send(two, "change", keep="1-1") == 302
    assert send(two, "settle") == 302
    assert RoundReading.objects.get(assignment=two.mine).state == "kept"


@pytest.mark.parametrize(
    "sent", [{"choice": "0-0=open"}, {"choice": "x"}, {"choice": ""}, {"keep": "9-9"}, {"choice": "0-0=clear"}]
)
def test_nonsense_is_refused_with_a_sentence(two: Two, sent: dict[str, str]) -> None:
    two.open()
    before = read_links(two.mine)
    assert send(two, "change", **sent) == 400
    assert read_links(two.mine) == before


def test_the_page_names_what_it_showed_with_each_step(two: Two) -> None:
    two.open()
    page = markup_of(browse(two.a.user).get(address(two)))
    assert 'value="0-0=P@P"' in page and 'value="0-0@P"' in page
    assert send(two, "change", choice="0-0=P@S") == 412
    assert send(two, "change", choice="0-0=P@P") == 302


def test_a_double_click_acts_once(two: Two) -> None:
    two.open()
    client = browse(two.a.user)
    two.mine.refresh_from_db()
    fields = {"operation_id": str(uuid4()), "version": two.mine.version, "choice": "0-0=P"}
    for _ in range(2):
        assert client.post(address(two, "reconcile_change"), fields).status_code == 302
    two.mine.refresh_from_db()
    assert two.mine.version == fields["version"] + 1


def unmark_in_editor(two: Two) -> None:
    change_link(**two.step(two.mine), cell=(1, 2), label=None)
    change_assignment(**two.step(two.mine), kind="set", unaligned=[("source", 1, False)])


def test_words_left_bare_in_the_editor_are_named_and_marked_by_the_button_that_says_so(two: Two) -> None:
    two.open()
    unmark_in_editor(two)
    page = markup_of(browse(two.a.user).get(address(two)))
    assert "Words without a link or a mark" in page
    assert "Mark as no counterpart and submit" in page
    assert send(two, "settle") == 400, "nothing is marked that was not said"
    assert send(two, "settle", mark_rest="on") == 302
    assert read_links(two.mine).unaligned_source == {1}
    assert RoundReading.objects.get(assignment=two.mine).state == "changed"


def test_target_words_left_bare_lead_to_the_editor(two: Two) -> None:
    two.open()
    unmark_in_editor(two)
    AlignmentSettings.objects.filter(project=two.project).update(scope=AlignmentSettings.Scope.TARGET_WORDS)
    SentencePair.objects.filter(item=two.mine.item).update(source_target_words=[1])
    page = markup_of(browse(two.a.user).get(address(two)))
    assert "Target words still to do" in page
    assert f'id="done" href="{address(two, "annotate")}"' in page
    assert 'id="settle"' not in page


def test_the_list_shows_ones_own_state_alone(two: Two) -> None:
    two.open()
    listed = reverse("alignment:reconciliation", args=[two.project.slug])
    client = browse(two.b.user)
    before = markup_of(client.get(listed))
    send(two, "change", choice="0-0=P")
    send(two, "settle")
    strip = lambda page: [line for line in page.splitlines() if "csrf" not in line.lower()]  # noqa: E731
    assert strip(markup_of(client.get(listed))) == strip(before)
    assert "changed" in markup_of(browse(two.a.user).get(listed))


def test_the_editor_opens_in_a_round_and_leads_back(two: Two) -> None:
    two.open()
    client = browse(two.a.user)
    state = client.get(reverse("api:assignment-detail", args=[two.mine.pk])).json()
    assert (state["can_edit"], state["state"]) == (True, "submitted")
    fields = {"operation_id": str(uuid4()), "version": two.mine.version}
    answer = client.post(reverse("alignment:submit", args=[two.mine.pk]), fields)
    assert answer["Location"] == address(two)


def test_a_manager_opens_follows_and_closes_a_round(two: Two) -> None:
    client = browse(two.manager)
    rounds = reverse("alignment:rounds", args=[two.project.slug])
    assert "1 pair, 3 links" in markup_of(client.get(rounds))
    answer = client.post(rounds, {"operation_id": str(uuid4()), "least_share": "0", "note": "Articles"}, follow=True)
    page = markup_of(answer)
    assert (answer.status_code, "Articles" in page, "0.333" in page) == (200, True, True)
    close = reverse("alignment:round_close", args=[two.project.slug, 1])
    sent = {"operation_id": str(uuid4())}
    for _ in range(2):
        assert client.post(close, sent, follow=True).status_code == 200
    assert client.post(close, {"operation_id": str(uuid4())}).status_code == 409


def test_the_queue_leaves_out_pairs_of_an_open_round_and_their_page_says_why(two: Two) -> None:
    client = browse(make_member(two.project, Role.ADJUDICATOR).user)
    queue = reverse("alignment:adjudication", args=[two.project.slug])
    pair = reverse("alignment:adjudicate", args=[two.project.slug, two.mine.item.number])
    two.open()
    assert "reconciliation round 1" in markup_of(client.get(queue))
    assert pair not in markup_of(client.get(queue))
    assert "in a reconciliation round" in markup_of(client.get(pair))
    two.close()
    assert pair in markup_of(client.get(queue))
    adjudicate(two, [(0, 0, "S")])


def test_agreement_says_which_side_of_reconciliation_it_is_on(two: Two) -> None:
    client = browse(two.manager)
    page = reverse("projects:agreement", args=[two.project.slug])
    assert "before reconciliation" in markup_of(client.get(page))
    two.open()
    assert "during reconciliation round 1" in markup_of(client.get(page))
    send(two, "change", choice="0-0=P")
    send(two, "settle")
    two.close()
    said = markup_of(client.get(page))
    assert "after reconciliation round 1" in said
    # 2·1/6 before, 2·2/6 after, over the pair of the round.
    assert "0.333" in said
    assert "0.667" in said


def test_every_page_reads_an_accepted_suggestion_that_was_changed_in_a_round(two: Two) -> None:
    """Its entry in an operation has a fifth field, the origin, on which pages and steps once stumbled."""
    for source, target, label in ((0, 0, "S"), (2, 1, "S")):
        Suggestion.objects.create(item=two.mine.item, source_index=source, target_index=target, label=label)
    AlignmentLink.objects.filter(assignment=two.mine, source_index=0).update(origin=AlignmentLink.Origin.SUGGESTION)
    Project.objects.update(shows_feedback=True)
    number, slug = two.mine.item.number, two.project.slug
    annotator, manager = browse(two.a.user), browse(two.manager)
    two.open()
    assert send(two, "change", choice="0-0=P") == 302
    assert send(two, "undo") == 302
    assert send(two, "change", choice="0-0=none") == 302
    assert send(two, "change", choice="0-0=P") == 302
    change_assignment(**two.step(two.mine), kind="set", links=[(2, 1, None)])
    change_assignment(**two.step(two.mine), kind="set", links=[(2, 1, "S", "suggestion")])
    change_assignment(**two.step(two.mine), kind="set", links=[(2, 1, "P")])
    of_round = ["reconcile", "reconcile_now", "annotate"]
    assert [annotator.get(address(two, name)).status_code for name in of_round] == [200] * 3
    assert browse(two.b.user).get(reverse("alignment:reconcile", args=[two.theirs.pk])).status_code == 200
    assert send(two, "settle") == 302
    two.close()
    assert read_links(two.mine).links[0, 0] == "P"
    # 0-0 is now agreed; the rest is decided as the other has it.
    assert manager.get(reverse("alignment:adjudicate", args=[slug, number])).status_code == 200
    assert manager.get(reverse("api:adjudication-detail", args=[slug, number])).status_code == 200
    adjudicate(two, [(1, 1, "S"), (1, 2, "none"), (2, 1, "S")])
    pages = ["pair", "correct", "adjudicate"]
    assert [manager.get(reverse(f"alignment:{name}", args=[slug, number])).status_code for name in pages] == [200] * 3
    assert annotator.get(reverse("alignment:feedback_item", args=[two.mine.pk])).status_code == 200
    assert annotator.get(reverse("api:assignment-feedback", args=[two.mine.pk])).status_code == 200
    assert annotator.get(reverse("api:assignment-detail", args=[two.mine.pk])).status_code == 200


@pytest.mark.parametrize(
    ("name", "more"), [("settle", {}), ("change", {"keep": "1-1"}), ("say", {"text": "x"}), ("undo", {})]
)
def test_a_page_of_a_round_leads_to_the_pair_that_was_corrected_since(
    two: Two, name: str, more: dict[str, str]
) -> None:
    two.open()
    two.close()
    new = correct(two.project, "a black cat", "un micio nero", number=two.mine.item.number, keep_respelled=True)
    client = browse(two.a.user)
    fields = {"operation_id": str(uuid4()), "version": 0, **more}
    page = client.post(address(two, f"reconcile_{name}"), fields, follow=True)
    continued = two.a.assignments.get(item=new)
    assert page.redirect_chain == [(reverse("alignment:annotate", args=[continued.pk]), 302)]
    [message] = page.context["messages"]
    assert str(message).startswith("The text was corrected meanwhile.")


def test_a_round_that_is_closed_just_after_a_step_is_said_to_be(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    two.open()

    def keep_and_close(**step: Any) -> RoundReading:
        kept = keep_reading(**step)
        two.close()
        return kept

    monkeypatch.setattr("alignment.rounds.views.pair.keep_reading", keep_and_close)
    two.mine.refresh_from_db()
    fields = {"operation_id": str(uuid4()), "version": two.mine.version}
    page = browse(two.a.user).post(address(two, "reconcile_settle"), fields)
    assert "The round is closed" in page.content.decode()
    assert RoundReading.objects.get(assignment=two.mine).state == "kept"


def test_the_api_says_that_a_round_is_closed(two: Two) -> None:
    two.open()
    two.close()
    answer = browse(two.a.user).get(reverse("api:reconciliation", args=[two.mine.pk]))
    assert (answer.status_code, answer.json()["detail"]) == (404, CLOSED)
    answer = browse(make_member(two.project).user).get(reverse("api:reconciliation", args=[two.mine.pk]))
    assert answer.json()["detail"] != CLOSED
