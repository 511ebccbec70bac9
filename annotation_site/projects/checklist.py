"""The steps of a manager's way through a project, listed on its overview."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Step(NamedTuple):
    """A step with its title, progress in a sentence, whether it is done, and the address of its page if it has one."""

    label: str
    sentence: str
    is_done: bool
    route: str = ""
    action: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """A step with its place: `state` is done, underway, next or later."""

    label: str
    sentence: str
    state: str
    route: str
    action: str


def place_steps(steps: Sequence[Step]) -> list[Task]:
    """Return tasks; the first step that is not done is next."""
    following = next((place for place, step in enumerate(steps) if not step.is_done), len(steps))
    return [
        Task(
            step.label,
            step.sentence,
            "done" if step.is_done else "next" if place == following else "later",
            step.route,
            step.action,
        )
        for place, step in enumerate(steps)
    ]
