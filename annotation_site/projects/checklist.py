"""The steps of a manager's way through a project, listed on its overview."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Step(NamedTuple):
    """A step with its title, progress in a sentence, whether it is done, and the address of its page if it has one.

    An optional one never comes next: projects can go without it.
    """

    label: str
    sentence: str
    is_done: bool
    route: str = ""
    action: str = ""
    is_optional: bool = False


@dataclass(frozen=True, slots=True)
class Task:
    """A step with its place: `state` is done, underway, next, later or optional."""

    label: str
    sentence: str
    state: str
    route: str
    action: str


def place_steps(steps: Sequence[Step]) -> list[Task]:
    """Return tasks; the first step that is neither done nor optional is next."""
    waiting = (index for index, step in enumerate(steps) if not step.is_done and not step.is_optional)
    following = next(waiting, len(steps))
    return [
        Task(step.label, step.sentence, _find_state(step, is_next=index == following), step.route, step.action)
        for index, step in enumerate(steps)
    ]


def find_next(tasks: Sequence[Task]) -> Task | None:
    """Return the task that a manager can begin now, None while others work."""
    return next((task for task in tasks if task.state == "next" and task.action), None)


def count_in_words(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def write_guidelines(version: int | None, *, has_begun: bool) -> Step:
    """Return the first step of every kind. Once people work, a project has shown that it goes without guidelines."""
    if version is not None:
        return Step("Write guidelines", f"Version {version}.", is_done=True, route="projects:guidelines", action="Show")
    sentence = "Rules for annotators, shown beside their work. You can add new versions later."
    return Step(
        "Write guidelines",
        sentence,
        is_done=False,
        route="projects:guideline_new",
        action="Write guidelines",
        is_optional=has_begun,
    )


def invite_annotators(annotators: int, required: int, noun: str) -> Step:
    """Return the step that is done when there are enough people for each item."""
    is_done = annotators >= required
    sentence = f"{count_in_words(annotators, 'annotator')} in the project; {required} per {noun} required."
    if not annotators:
        sentence = f"Each {noun} needs {count_in_words(required, 'annotator')}; none has joined yet."
    return Step("Invite annotators", sentence, is_done, "projects:members", "Invite more" if is_done else "Invite")


def _find_state(step: Step, *, is_next: bool) -> str:
    if step.is_done:
        return "done"
    if step.is_optional:
        return "optional"
    return "next" if is_next else "later"
