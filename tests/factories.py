"""People, projects and pairs for tests: made through the services, numbered by sequences, nothing random."""

from collections.abc import Sequence
from functools import cache
from itertools import count
from uuid import uuid4

from django.contrib.auth.hashers import make_password
from django.test import Client
from django.urls import reverse

from alignment.pairs.models import SentencePair
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.changes import change_assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.assignments.services.submissions import submit_assignment
from annotation_site.projects.models import Membership, Project, Role
from annotation_site.projects.services.members import add_member
from annotation_site.projects.services.projects import create_project

PASSWORD = "a long pass phrase for tests"
_numbers = count(1)


def make_user(name: str = "", **fields: object) -> User:
    """Make an account that may do nothing yet; its password is PASSWORD."""
    number = next(_numbers)
    email = f"person{number}@example.org"
    return User.objects.create(email=email, password=_hashed_password(), name=name or f"Person {number}", **fields)


@cache
def _hashed_password() -> str:
    # One hash for everybody: tests make hundreds of people.
    return make_password(PASSWORD)


def confirm_password(client: Client) -> None:
    """Enter the password again, as pages ask that a browser left open must not reach."""
    assert client.post(reverse("account_reauthenticate"), {"password": PASSWORD}).status_code == 302


def make_project(manager: User | None = None, *, pairs: int = 0, **settings: object) -> Project:
    """Make an English–Italian project with `pairs` pairs of three words; settings as create_project takes them."""
    manager = manager or make_user(can_create_projects=True)
    if not manager.can_create_projects:
        User.objects.filter(pk=manager.pk).update(can_create_projects=True)
        manager.refresh_from_db()
    values: dict[str, object] = {
        "name": f"Project {next(_numbers)}",
        "source_language": "en",
        "target_language": "it",
        "scope": "full",
        "gold_policy": "wags",
        "annotators_per_item": 2,
        **settings,
    }
    project = create_project(kind="alignment", user=manager, **values)  # type: ignore[arg-type]
    make_pairs(project, [("a black cat", "un gatto nero")] * pairs)
    return project


def make_member(project: Project, role: str = Role.ANNOTATOR, user: User | None = None) -> Membership:
    return add_member(project=project, user=user or make_user(), role=role)


def make_pair(
    project: Project,
    source: str = "a black cat",
    target: str = "un gatto nero",
    *,
    source_target_words: list[int] | None = None,
    target_target_words: list[int] | None = None,
) -> Item:
    """Add one sentence pair at the end of the project."""
    marked = (source_target_words or [], target_target_words or [])
    [item] = make_pairs(project, [(source, target)], marked)
    return item


def make_pairs(
    project: Project, texts: Sequence[tuple[str, str]], marked: tuple[list[int], list[int]] = ([], [])
) -> list[Item]:
    """Add sentence pairs at the end of the project, with the same target words in each, in three statements."""
    if not texts:
        return []
    numbers = range(project.item_count + 1, project.item_count + len(texts) + 1)
    items = Item.objects.bulk_create(
        Item(
            project=project,
            number=number,
            identifier=f"pair-{number}",
            required_count=project.annotators_per_item,
            ring_place=(number * 0.6180339887498949) % 1,
        )
        for number in numbers
    )
    SentencePair.objects.bulk_create(
        SentencePair(
            item=item,
            source_tokens=source.split(" "),
            target_tokens=target.split(" "),
            source_target_words=list(marked[0]),
            target_target_words=list(marked[1]),
        )
        for item, (source, target) in zip(items, texts, strict=True)
    )
    project.item_count = numbers[-1]
    project.save(update_fields=["item_count"])
    return items


def lease(annotator: Membership) -> Assignment:
    """Lease the annotator's next assignment; fail the test when there is none."""
    assignment = lease_next(user=annotator.user, project=annotator.project)
    assert assignment is not None, "nothing left to lease"
    return assignment


def draw(assignment: Assignment, links: str = "0-0S 1-2S 2-1S") -> Assignment:
    """Draw links written as `0-0S 1-2P`, as one action."""
    entries = []
    for word in links.split():
        source, target = word[:-1].split("-")
        entries.append((int(source), int(target), word[-1]))
    change_assignment(
        user=assignment.annotator.user,
        assignment_id=assignment.pk,
        operation_id=uuid4(),
        version=assignment.version,
        kind="set",
        links=entries,
    )
    assignment.refresh_from_db()
    return assignment


def submit(assignment: Assignment) -> Assignment:
    """Submit; words without a link are marked as unaligned."""
    return submit_assignment(
        user=assignment.annotator.user,
        assignment_id=assignment.pk,
        operation_id=uuid4(),
        version=assignment.version,
        mark_rest=True,
    )


def make_reading(annotator: Membership, links: str = "0-0S 1-2S 2-1S") -> Assignment:
    """Lease, draw and submit the annotator's next pair."""
    return submit(draw(lease(annotator), links))
