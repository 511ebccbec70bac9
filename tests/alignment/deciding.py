"""A disputed pair, and somebody who decides."""

from uuid import uuid4

from alignment.adjudication.services.decisions import decide_links
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Role
from tests.factories import make_member, make_project, make_reading

A = "0-0S 1-2S 2-1S"
B = "0-0P 1-2S"  # differs on 0-0 (label) and on 2-1 (link)


def disputed_item(first: str = A, second: str = B) -> tuple[Item, User]:
    project = make_project(pairs=1)
    annotators = [make_member(project), make_member(project)]
    for annotator, links in zip(annotators, (first, second), strict=True):
        make_reading(annotator, links)
    return Item.objects.get(project=project), make_member(project, Role.ADJUDICATOR).user


def decide(item: Item, user: User, *entries: tuple[int, int, str | None], version: int, **more: object) -> Operation:
    values = {"operation_id": uuid4(), **more}
    return decide_links(user=user, item_id=item.pk, version=version, decisions=entries, **values)  # type: ignore[arg-type]
