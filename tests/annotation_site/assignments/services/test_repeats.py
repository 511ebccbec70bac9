"""Steps sent again at any moment, in every kind: the outcome is that of sending each once."""

import random
from typing import Any
from uuid import uuid4

import pytest

from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services import changes, submissions
from annotation_site.operations.models import Operation
from tests.annotation_site.assignments.desks import CASES, Body, Desk, counts
from tests.factories import make_member

pytestmark = pytest.mark.django_db
# Of the state, what sending again might change; ids differ from project to project.
KEPT = ("version", "state", "can_edit", "links", "unaligned", "judgement", "answers")


@pytest.fixture(params=sorted(CASES))
def desks(request: pytest.FixtureRequest) -> tuple[Desk, Desk]:
    """Return two annotators of a kind, in projects of their own, who do the same."""
    case = CASES[request.param]
    once, again = (case.make() for _ in range(2))
    return Desk(case, once, make_member(once)), Desk(case, again, make_member(again))


def kept(desk: Desk) -> dict[str, Any]:
    state = desk.now()
    kinds = list(Operation.objects.filter(assignment=desk.row).order_by("pk").values_list("kind", "version"))
    assert desk.row.submissions.count() == sum(kind == "submit" for kind, _ in kinds)
    return {**{name: state.get(name) for name in KEPT}, "operations": kinds, "counts": counts(desk)}


@pytest.mark.parametrize("seed", range(4))
def test_a_history_with_steps_sent_again_is_that_without(desks: tuple[Desk, Desk], seed: int) -> None:
    chance, (once, again) = random.Random(seed), desks
    sent: list[tuple[str, Body, Body]] = []
    for _ in range(14):
        step, body = _choose(chance, once)
        status, _ = _send(once, step, body)
        request = {"operation_id": str(uuid4()), "version": again.row.version, **body}
        answer = _send(again, step, request)
        assert answer[0] == status
        if status == 200:
            sent.append((step, request, answer[1]))
        if sent and chance.random() < 0.6:
            step, request, first = chance.choice(sent)
            if chance.random() < 0.5:  # by a client that has learnt the version since
                request = {**request, "version": again.row.version}
            status, repeated = _send(again, step, request)
            assert status == 200
            assert repeated["version"] == first["version"] or step in ("submit", "reopen")
    assert kept(again) == kept(once)


def _send(desk: Desk, step: str, body: Body) -> tuple[int, Body]:
    request = {"operation_id": str(uuid4()), "version": desk.row.version, **body}
    answer = desk.client.post(desk.state["urls"][step], request, content_type="application/json")
    return answer.status_code, answer.json()


def _choose(chance: random.Random, desk: Desk) -> tuple[str, Body]:
    if desk.row.state == Assignment.State.SUBMITTED:
        return "reopen", {}
    if chance.random() < 0.25:
        return "submit", desk.case.submission
    return "operations", chance.choice(desk.case.saves)


def test_an_id_that_another_assignment_used_is_refused_and_nothing_is_stored(desk: Desk) -> None:
    first, second = desk.case.saves
    body = {"operation_id": str(uuid4()), **first}
    desk.post("operations", **body)
    desk.post("submit", **desk.case.submission)
    desk.state = desk.client.post(desk.next_address).json()
    before = kept(desk)
    for step, content in (("operations", second), ("submit", desk.case.submission)):
        refused = desk.post(step, 400, operation_id=body["operation_id"], **content)
        assert "already used" in refused["detail"]
    assert kept(desk) == before


def test_a_step_that_comes_once_is_not_looked_for(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Any] = []
    for module in (changes, submissions):
        monkeypatch.setattr(module, "find_repeat", lambda **asked: looked.append(asked))
    desk.post("operations", **desk.case.saves[0])
    desk.post("submit", **desk.case.submission)
    assert not looked
    desk.post("submit", 409, **desk.case.submission)
    assert len(looked) == 1
