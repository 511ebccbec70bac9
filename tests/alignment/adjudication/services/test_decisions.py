"""Deciding: nothing lost, nothing twice, nothing over another's head."""

import json
import zipfile
from pathlib import Path
from uuid import uuid4

import pytest
from django.http import Http404

from alignment.adjudication.models import LinkDecision
from alignment.adjudication.services.decisions import adopt_reading, set_own_links, undo_decision
from alignment.agreement.models import ItemAgreement
from alignment.agreement.queries.changes import up_to_date
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.assignments.services.submissions import reopen_assignment
from annotation_site.feedback.models import FeedbackReply
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Role
from annotation_site.releases.verification import verify_release
from annotation_site.web.exceptions import DomainError, NotEditable, StaleVersion
from tests.alignment.deciding import A, decide, disputed_item
from tests.alignment.feedback.cases import Case
from tests.alignment.releasing import make_release_of, save_release
from tests.factories import make_member, make_project, make_reading, submit

pytestmark = pytest.mark.django_db


def stored(item: Item) -> dict[tuple[int, int], tuple[str, str]]:
    rows = LinkDecision.objects.filter(item=item).values_list("source_index", "target_index", "decision", "note")
    return {(source, target): (decision, note) for source, target, decision, note in rows}


def state_of(item: Item) -> tuple[str, int]:
    return Item.objects.get(pk=item.pk).state, up_to_date(ItemAgreement, item.project).get(pk=item.pk).undecided_count


def test_a_decision_is_kept_with_its_note_and_the_pair_waits_for_the_rest() -> None:
    item, judge = disputed_item()
    decide(item, judge, (0, 0, "S"), version=0, note=" clear ")
    assert stored(item) == {(0, 0): ("S", "clear")}
    assert state_of(item) == (Item.State.ANNOTATED, 1)


def test_the_last_decision_makes_the_pair_adjudicated_and_open_counts_as_one() -> None:
    item, judge = disputed_item()
    decide(item, judge, (0, 0, "open"), (2, 1, "none"), version=0)
    assert state_of(item) == (Item.State.ADJUDICATED, 0)


def test_a_reading_is_adopted_whole() -> None:
    item, judge = disputed_item()
    adopt_reading(user=judge, item_id=item.pk, operation_id=uuid4(), version=0, pseudonym="B", note="closer")
    assert stored(item) == {(0, 0): ("P", "closer"), (2, 1): ("none", "closer")}
    assert state_of(item) == (Item.State.ADJUDICATED, 0)


def test_an_unknown_reading_is_not_adopted() -> None:
    item, judge = disputed_item()
    with pytest.raises(DomainError, match="no reading"):
        adopt_reading(user=judge, item_id=item.pk, operation_id=uuid4(), version=0, pseudonym="Q")
    assert stored(item) == {}


def test_a_changed_decision_leaves_its_history() -> None:
    item, judge = disputed_item()
    decide(item, judge, (0, 0, "S"), version=0)
    decide(item, judge, (0, 0, "P"), version=1)
    assert stored(item) == {(0, 0): ("P", "")}
    payloads = Operation.objects.filter(item=item, kind="decide").order_by("pk").values_list("payload", flat=True)
    assert [payload["decisions"] for payload in payloads] == [[[0, 0, None, "S"]], [[0, 0, "S", "P"]]]


def test_taking_a_decision_back_reopens_the_pair() -> None:
    item, judge = disputed_item()
    decide(item, judge, (0, 0, "S"), (2, 1, "S"), version=0)
    decide(item, judge, (2, 1, None), version=1)
    assert stored(item) == {(0, 0): ("S", "")}
    assert state_of(item) == (Item.State.ANNOTATED, 1)


def test_taking_back_an_adopted_reading_restores_what_stood_before_with_its_note() -> None:
    item, judge = disputed_item()
    decide(item, judge, (0, 0, "S"), version=0, note="mine")
    adopt_reading(user=judge, item_id=item.pk, operation_id=uuid4(), version=1, pseudonym="B")
    undo_decision(user=judge, item_id=item.pk, operation_id=uuid4(), version=2)
    assert stored(item) == {(0, 0): ("S", "mine")}
    assert state_of(item) == (Item.State.ANNOTATED, 1)


def test_taking_back_goes_on_backwards_and_ends() -> None:
    item, judge = disputed_item()
    decide(item, judge, (0, 0, "S"), version=0)
    decide(item, judge, (0, 0, "P"), version=1)
    undo_decision(user=judge, item_id=item.pk, operation_id=uuid4(), version=2)
    assert stored(item) == {(0, 0): ("S", "")}
    undo_decision(user=judge, item_id=item.pk, operation_id=uuid4(), version=3)
    assert stored(item) == {}
    with pytest.raises(DomainError, match="There is no decision to undo"):
        undo_decision(user=judge, item_id=item.pk, operation_id=uuid4(), version=4)


@pytest.mark.parametrize("action", ["decide", "adopt", "undo"])
def test_a_stale_version_is_refused_and_overwrites_nothing(action: str) -> None:
    item, judge = disputed_item()
    other = make_member(item.project, Role.ADJUDICATOR).user
    decide(item, other, (0, 0, "S"), version=0, note="first")
    calls = {
        "decide": lambda: decide(item, judge, (0, 0, "P"), version=0),
        "adopt": lambda: adopt_reading(user=judge, item_id=item.pk, operation_id=uuid4(), version=0, pseudonym="B"),
        "undo": lambda: undo_decision(user=judge, item_id=item.pk, operation_id=uuid4(), version=0),
    }
    with pytest.raises(StaleVersion):
        calls[action]()
    assert stored(item) == {(0, 0): ("S", "first")}


@pytest.mark.parametrize("action", ["decide", "undo"])
def test_a_repeated_operation_is_applied_once(action: str) -> None:
    item, judge = disputed_item()
    decide(item, judge, (0, 0, "S"), version=0)
    again = uuid4()
    if action == "decide":
        operations = [decide(item, judge, (0, 0, "P"), version=1, operation_id=again) for _ in range(2)]
    else:
        operations = [undo_decision(user=judge, item_id=item.pk, operation_id=again, version=1) for _ in range(2)]
    assert operations[0] == operations[1]
    assert Operation.objects.filter(item=item, kind="decide").count() == 2


def test_saying_what_all_readings_say_is_refused_and_the_whole_action_with_it() -> None:
    item, judge = disputed_item()
    for entry in [(1, 2, "S"), (0, 1, "none"), (1, 2, "open")]:
        with pytest.raises(DomainError, match="nothing to decide"):
            decide(item, judge, (0, 0, "S"), entry, version=0)
    with pytest.raises(DomainError, match="no cell 3-0"):
        decide(item, judge, (0, 0, "S"), (3, 0, "S"), version=0)
    assert stored(item) == {}


def test_an_agreed_link_is_struck_out_and_a_link_nobody_drew_is_decided() -> None:
    item, judge = disputed_item()
    decide(item, judge, (1, 2, "none"), (0, 2, "P"), version=0)
    assert stored(item) == {(1, 2): ("none", ""), (0, 2): ("P", "")}
    assert state_of(item) == (Item.State.ANNOTATED, 2)


def set_by_hand(item: Item, user: User, links: dict[tuple[int, int], str | None], version: int = 0) -> Operation:
    known = {"user": user, "item_id": item.pk, "operation_id": uuid4(), "version": version, "note": "by hand"}
    return set_own_links(**known, cells=links)  # type: ignore[arg-type]


def test_own_links_store_only_what_the_readings_do_not_say() -> None:
    item, judge = disputed_item()
    area = dict.fromkeys([(source, target) for source in (0, 1) for target in (0, 1, 2)])
    set_by_hand(item, judge, {**area, (0, 0): "S", (0, 1): "P", (1, 2): "S"})
    assert stored(item) == {(0, 0): ("S", "by hand"), (0, 1): ("P", "by hand")}
    assert state_of(item) == (Item.State.ANNOTATED, 1)


def test_own_links_set_again_without_a_link_take_it_away() -> None:
    item, judge = disputed_item()
    set_by_hand(item, judge, {(0, 0): "S", (0, 1): "P", (1, 2): None})
    set_by_hand(item, judge, {(0, 0): None, (0, 1): None, (1, 2): "S"}, version=1)
    assert stored(item) == {(0, 0): ("none", "by hand")}
    undo_decision(user=judge, item_id=item.pk, operation_id=uuid4(), version=2)
    assert stored(item) == {(0, 0): ("S", "by hand"), (0, 1): ("P", "by hand"), (1, 2): ("none", "by hand")}


def test_linking_what_all_readings_say_is_refused() -> None:
    item, judge = disputed_item()
    with pytest.raises(DomainError, match="nothing to decide"):
        set_by_hand(item, judge, {(1, 2): "S", (1, 1): None})


def test_adopting_a_reading_takes_away_own_links() -> None:
    item, judge = disputed_item()
    set_by_hand(item, judge, {(0, 1): "P", (1, 2): None})
    adopt_reading(user=judge, item_id=item.pk, operation_id=uuid4(), version=1, pseudonym="A")
    assert stored(item) == {(0, 0): ("S", ""), (2, 1): ("S", "")}


def test_a_pair_without_dispute_is_adjudicated_while_it_has_own_links() -> None:
    item, judge = disputed_item(A, A)
    set_by_hand(item, judge, {(0, 1): "P"})
    assert state_of(item) == (Item.State.ADJUDICATED, 0)
    undo_decision(user=judge, item_id=item.pk, operation_id=uuid4(), version=1)
    assert state_of(item) == (Item.State.ANNOTATED, 0)


@pytest.mark.django_db(transaction=True)
def test_own_links_enter_gold_provenance_files_and_verification(tmp_path: Path) -> None:
    item, judge = disputed_item()
    set_by_hand(item, judge, {(0, 0): "S", (0, 1): "P", (1, 2): None, (2, 1): None})
    path = save_release(make_release_of(item.project), tmp_path)
    with zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if not name.endswith(".parquet")]
        texts = {Path(name).name: archive.read(name).decode() for name in names}
    gold = json.loads(texts["gold.jsonl"])
    assert (gold["sure"], gold["possible"]) == ("0-0", "0-1")
    assert texts["gold.talp"].strip() == "1-1 1p2"
    [line] = texts["provenance.jsonl"].splitlines()
    rows = {row["link"]: (row["label"], row["by"]) for row in json.loads(line)["links"]}
    assert rows == {
        "0-0": ("S", "decided"),
        "0-1": ("P", "decided"),
        "1-2": (None, "decided"),
        "2-1": (None, "decided"),
    }
    assert verify_release(path)["differences"] == []


def test_a_pair_without_all_its_readings_is_not_decided() -> None:
    project = make_project(pairs=1)
    make_reading(make_member(project))
    judge = make_member(project, Role.ADJUDICATOR).user
    with pytest.raises(NotEditable):
        decide(Item.objects.get(project=project), judge, (0, 0, "S"), version=0)


def test_annotators_and_strangers_find_no_pair_to_decide() -> None:
    item, _ = disputed_item()
    stranger = make_member(make_project(), Role.ADJUDICATOR).user
    annotator = item.project.memberships.filter(role=Role.ANNOTATOR).first()
    assert annotator is not None
    for user in (annotator.user, stranger):
        with pytest.raises(Http404):
            decide(item, user, (0, 0, "S"), version=0)


def test_a_reading_that_was_reopened_makes_the_adjudicators_page_stale() -> None:
    item, judge = disputed_item()
    assignment = item.assignments.order_by("pk").first()
    assert assignment is not None
    again = reopen_assignment(
        user=assignment.annotator.user, assignment_id=assignment.pk, operation_id=uuid4(), version=assignment.version
    )
    submit(again)
    with pytest.raises(StaleVersion):
        adopt_reading(user=judge, item_id=item.pk, operation_id=uuid4(), version=0, pseudonym="A")


def test_a_dispute_of_a_link_that_all_readings_have_is_answered_by_upholding_them() -> None:
    case = Case()
    case.decide_all()
    case.decide((2, 1, "none"))
    case.dispute((2, 1))
    case.decide((2, 1, "S"), note="You are right.")
    assert not case.project.items.get().link_decisions.filter(source_index=2).exists()
    [reply] = FeedbackReply.objects.filter(place="2-1")
    assert (reply.state, reply.answer) == ("answered", "You are right.")
    with pytest.raises(DomainError, match="nothing to decide"):
        case.decide((2, 1, "S"))
