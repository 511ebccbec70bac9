"""R15: people who act on the same pairs at once, in and out of reconciliation rounds, get no fault and lose nothing.

Annotators save, undo, submit, skip, reopen, comment and reconcile; a manager opens and closes rounds and takes pairs
out of them; an adjudicator decides, adopts, links and accepts. Everybody acts at random, each from a seed of their own,
and refusals (400, 404, 409) are part of the game, as is the word to try again in a moment (503) from a machine so busy
that a lock is held for a second; a fault or a deadlock is not.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from alignment.readings.queries.drawn import read_links
from alignment.suggestions.models import Suggestion
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.assignments import skip_assignment
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Membership, Project, Role
from tests.factories import lease, make_member, make_pair, make_project, make_reading
from tests.scripts.clients import Person, make_annotators, sign_in
from tests.scripts.report import Report
from tests.scripts.script import script
from tests.scripts.stage import Stage, find_tracebacks
from tests.scripts.work import make_manager

WORDS = 4
LABELS = ("S", "P", None)
DECISIONS = ("S", "P", "none", "open", None)
SUGGESTED = [(0, 0), (1, 1), (2, 2)]
Request = tuple[str, dict[str, Any]]


def is_told_to_try_again(status: int, answer: Any) -> bool:
    """Return whether the site said in its own words that it could not serve this now."""
    return status == 503 and isinstance(answer, dict) and answer.get("code") == "unavailable"


@dataclass
class Tally:
    """Answers so far, by what was asked."""

    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    acknowledged: set[str] = field(default_factory=set)

    def note(self, name: str, status: int, answer: Any, operation_id: str) -> None:
        self.statuses[name, status] += 1
        if status >= 500 and not is_told_to_try_again(status, answer):
            self.faults.append(f"{name}: {status} {str(answer)[:200]}")
        if status < 300:
            self.acknowledged.add(operation_id)


@dataclass
class Actor:
    """One person with a seed, and the versions that they were told last."""

    person: Person
    chance: random.Random
    versions: dict[str, int] = field(default_factory=dict)

    async def act(self, name: str, path: str, about: str, data: dict[str, Any], tally: Tally) -> None:
        """Send one action with the version known, and remember the one answered."""
        operation_id = str(uuid4())
        sent = {"operation_id": operation_id, "version": self.versions.get(about, 0), **data}
        status, answer = await self.person.post(path, sent)
        tally.note(name, status, answer, operation_id)
        state = answer.get("state", answer) if isinstance(answer, dict) else {}
        version = state.get("version") if isinstance(state, dict) else None
        if isinstance(version, int):
            self.versions[about] = version
        if about == "round" and status == 201:
            self.versions[about] = answer["number"]


@script(small={"people": 3, "pairs": 6, "requests": 400})
def meet_on_pairs(stage: Stage, people: int = 5, pairs: int = 20, requests: int = 10_000) -> Report:
    manager = make_manager()
    project = make_project(manager, annotators_per_item=people)
    annotators = make_annotators(project, people)
    adjudicator = make_member(project, Role.ADJUDICATOR)
    assignments = _prepare(project, annotators, pairs)
    address = stage.need_site()
    tally = Tally()
    asyncio.run(_play_all(address, project, annotators, adjudicator, assignments, requests, tally))
    if tally.faults:  # the server's own words on them, which go with the stage
        print(find_tracebacks(stage.running("web")[0].log.read_text(errors="replace")))
    return _compare(project, tally, requests, people)


def _prepare(project: Project, annotators: list[Membership], pairs: int) -> dict[int, list[int]]:
    """Return everybody's assignments: half of them submitted with differing readings, half begun, with suggestions."""
    words = " ".join(f"word{index}" for index in range(WORDS))
    assignments: dict[int, list[int]] = {annotator.pk: [] for annotator in annotators}
    for number in range(pairs):
        item = make_pair(project, words, words)
        rows = [Suggestion(item=item, source_index=s, target_index=t, label="S") for s, t in SUGGESTED]
        Suggestion.objects.bulk_create(rows)
        for place, annotator in enumerate(annotators):
            differing = "0-0S 1-1S" if place % 2 else "0-1S 1-0P"
            made = make_reading(annotator, differing) if number % 2 else lease(annotator)
            assignments[annotator.pk].append(made.pk)
            if not number % 2:  # leave it begun: the next lease would give the same one
                step = {"operation_id": uuid4(), "version": made.version, "reason": "later"}
                skip_assignment(user=annotator.user, assignment_id=made.pk, **step)
    return assignments


async def _play_all(
    address: str,
    project: Project,
    annotators: list[Membership],
    adjudicator: Membership,
    assignments: dict[int, list[int]],
    requests: int,
    tally: Tally,
) -> None:
    left = iter(range(requests))

    async def go_on(actor: Actor, choose: Callable[[Actor], tuple[str, str, str, dict[str, Any]]]) -> None:
        for _ in left:
            await actor.act(*choose(actor), tally)
        actor.person.close()

    def enter(user: Any, seed: int) -> Actor:
        return Actor(Person(address, sessions[user.pk]), random.Random(seed))

    users = [annotator.user for annotator in annotators] + [adjudicator.user, project.created_by]
    sessions = {user.pk: await asyncio.to_thread(sign_in, user) for user in users}
    players = []
    for seed, annotator in enumerate(annotators):
        own = assignments[annotator.pk]
        # Two tabs of everybody: the locks of one person's own rows are met as well.
        for tab in range(2):
            players.append(go_on(enter(annotator.user, 10 * seed + tab), _annotating(own)))
    names = [annotator.pseudonym for annotator in annotators]
    slug, pairs = project.slug, len(next(iter(assignments.values())))
    players.append(go_on(enter(adjudicator.user, 1001), _adjudicating(slug, pairs, names)))
    players.append(go_on(enter(project.created_by, 1002), _managing(slug, pairs)))
    await asyncio.gather(*players)


def _annotating(own: list[int]) -> Callable[[Actor], tuple[str, str, str, dict[str, Any]]]:
    def choose(actor: Actor) -> tuple[str, str, str, dict[str, Any]]:
        chance, key = actor.chance, actor.chance.choice(own)
        cell = [chance.randrange(WORDS), chance.randrange(WORDS)]
        suggested = [*chance.choice(SUGGESTED), "S", "suggestion"]
        change = {"kind": "set", "links": [[*cell, chance.choice(LABELS)]]}
        actions: list[Request] = [
            ("operations/", change),
            ("operations/", {"kind": "set", "links": [suggested]}),
            ("operations/", {"kind": "set", "dismissed": [[*chance.choice(SUGGESTED), True]]}),
            ("operations/", {"kind": chance.choice(["undo", "redo"])}),
            ("operations/batch/", {"operations": [{"operation_id": str(uuid4()), **change}]}),
            ("submit/", {"mark_rest": True}),
            ("submit/", {"mark_rest": True}),
            ("skip/", {"reason": "cannot be aligned"}),
            ("reopen/", {}),
            ("resume/", {}),
            ("resume/", {}),
            ("comments/", {"text": "Is this an idiom?"}),
            ("reconciliation/keep/", {}),
            ("reconciliation/keep-link/", {"source": cell[0], "target": cell[1]}),
            ("reconciliation/comments/", {"text": "I read it as one unit."}),
            ("feedback/", {"action": chance.choice(["acknowledge_all", "dispute"]), "text": "No."}),
        ]
        route, data = chance.choice(actions)
        if route == "feedback/" and data["action"] == "dispute":
            data = {**data, "place": f"{cell[0]}-{cell[1]}"}
        return route.strip("/"), f"/api/v1/assignments/{key}/{route}", f"assignment {key}", data

    return choose


def _adjudicating(slug: str, pairs: int, names: list[str]) -> Callable[[Actor], tuple[str, str, str, dict[str, Any]]]:
    def choose(actor: Actor) -> tuple[str, str, str, dict[str, Any]]:
        chance, number = actor.chance, actor.chance.randint(1, pairs)
        cell = [chance.randrange(WORDS), chance.randrange(WORDS)]
        actions: list[Request] = [
            (f"{number}/decisions/", {"decisions": [[*cell, chance.choice(DECISIONS)]], "note": "as in 3.2"}),
            (f"{number}/decisions/", {"decisions": [[*cell, chance.choice(DECISIONS)]]}),
            (f"{number}/adopt/", {"pseudonym": chance.choice(names)}),
            (f"{number}/own-links/", {"links": [[*cell, chance.choice(LABELS)]]}),
            ("acceptances/", {}),
        ]
        route, data = chance.choice(actions)
        name = f"adjudication/{route.split('/')[-2]}"
        return name, f"/api/v1/projects/{slug}/adjudication/{route}", f"pair {number}", data

    return choose


def _managing(slug: str, pairs: int) -> Callable[[Actor], tuple[str, str, str, dict[str, Any]]]:
    def choose(actor: Actor) -> tuple[str, str, str, dict[str, Any]]:
        chance = actor.chance
        latest = actor.versions.get("round", 1)
        route, data = chance.choice(
            [
                ("", {}),
                (f"{latest}/close/", {}),
                (f"{latest}/close/", {}),
                (f"{latest}/pairs/{chance.randint(1, pairs)}/remove/", {}),
                (f"{latest}/pairs/{chance.randint(1, pairs)}/remove/", {}),
            ]
        )
        name = f"rounds/{route.split('/')[-2] if route else 'open'}"
        return name, f"/api/v1/projects/{slug}/rounds/{route}", "round", data

    return choose


def _compare(project: Project, tally: Tally, requests: int, people: int) -> Report:
    report = Report(f"R15  {people} annotators in two tabs each, adjudicator and manager on the same pairs")
    report.equal("requests answered", sum(tally.statuses.values()), requests)
    report.equal("faults (500 and above)", len(tally.faults), 0)
    report.note("told to try again (503)", sum(count for (_, status), count in tally.statuses.items() if status == 503))
    for fault in tally.faults[:5]:
        report.note("fault", fault)
    done = Counter(name for (name, status), count in tally.statuses.items() for _ in range(count) if status < 300)
    report.at_least("kinds of action that were done at least once", len(done), 6 if requests < 1_000 else 16)
    stored = {str(key) for key in Operation.objects.values_list("operation_id", flat=True)}
    lost = {key for key in tally.acknowledged if key not in stored}
    report.note("actions acknowledged", len(tally.acknowledged))
    report.note("acknowledged without an operation of that id (batches, repeats)", len(lost))
    report.equal("items whose counts are not their rows", _count_wrong_items(project), 0)
    report.equal("submitted readings that are not their last submission", _count_unkept(project), 0)
    report.note("done", ", ".join(f"{name} {count}" for name, count in sorted(done.items())))
    return report


def _count_wrong_items(project: Project) -> int:
    wrong = 0
    for item in Item.objects.filter(project=project):
        rows = list(item.assignments.filter(purpose=Assignment.Purpose.WORK).values_list("state", flat=True))
        holding = sum(state in (Assignment.State.IN_PROGRESS, Assignment.State.SUBMITTED) for state in rows)
        submitted = sum(state == Assignment.State.SUBMITTED for state in rows)
        wrong += (item.assigned_count, item.submitted_count) != (holding, submitted)
    return wrong


def _count_unkept(project: Project) -> int:
    """Outside of open rounds a submitted reading is the one that was kept."""
    rows = Assignment.objects.filter(item__project=project, state=Assignment.State.SUBMITTED)
    rows = rows.exclude(item__round_items__is_open=True)
    return sum(read_links(row).to_json() != row.submissions.order_by("number").last().reading for row in rows)


if __name__ == "__main__":
    meet_on_pairs.main()
