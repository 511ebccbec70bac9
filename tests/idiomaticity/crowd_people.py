"""Many annotators who rate at once through the real API, some of whom lose an answer and ask again."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from annotation_site.projects.models import Membership, Project
from tests.idiomaticity.making import make_rating_project
from tests.scripts.clients import Person, sign_in

AT_ONCE = 64
# Every so many hand-ins the answer counts as lost and the same request is sent again.
LOSES_EVERY = 7
WORDS = ("one", "two", "six")


@dataclass
class Tally:
    """The answers to the clients."""

    statuses: Counter[int] = field(default_factory=Counter)
    acknowledged: set[str] = field(default_factory=set)
    followed_itself: int = 0


def make_study(compounds: int, required: int) -> Project:
    """Make a project of so many compounds with three sentences each."""
    rows = [f"thing{number} tank\tIt is thing{number} tank {word}.\n" for number in range(compounds) for word in WORDS]
    return make_rating_project(text="compound\tsentence\n" + "".join(rows), annotators_per_item=required)


def rate_together(address: str, project: Project, members: Sequence[Membership], quotas: Sequence[int | None]) -> Tally:
    """Everybody rates up to their quota, or until nothing is left for them."""
    tally = Tally()
    sessions = [sign_in(member.user) for member in members]
    asyncio.run(_rate_together(address, project.slug, sessions, quotas, tally))
    return tally


async def _rate_together(
    address: str, slug: str, sessions: Sequence[str], quotas: Sequence[int | None], tally: Tally
) -> None:
    gate = asyncio.Semaphore(AT_ONCE)

    async def rate_one(session: str, quota: int | None) -> None:
        async with gate:
            person = Person(address, session)
            try:
                await _rate(person, slug, quota, tally)
            finally:
                person.close()

    await asyncio.gather(*(rate_one(*each) for each in zip(sessions, quotas, strict=True)))


async def _rate(person: Person, slug: str, quota: int | None, tally: Tally) -> None:
    done, before = 0, None
    while quota is None or done < quota:
        status, state = await person.post_patiently(f"/api/v1/projects/{slug}/next/", {})
        tally.statuses[status] += 1
        if status == 204:
            return
        assert status == 200, state
        tally.followed_itself += state["compound"]["compound"] == before
        before = state["compound"]["compound"]
        body = _judge(state)
        done += 1
        for _ in range(2 if done % LOSES_EVERY == 0 else 1):
            status, answer = await person.post_patiently(f"/api/v1/assignments/{state['assignment']}/submit/", body)
            tally.statuses[status] += 1
            assert status == 200, answer
        tally.acknowledged.add(body["operation_id"])


def _judge(state: dict[str, Any]) -> dict[str, Any]:
    number = state["item"]["number"]
    judgement = {"head": number % 6, "modifier": (number + 1) % 6, "whole": (number + 2) % 6, "paraphrases": ["vessel"]}
    return {"operation_id": str(uuid4()), "version": state["version"], "judgement": judgement}
