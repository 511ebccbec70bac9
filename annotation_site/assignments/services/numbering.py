"""New items of a project, and their number."""

from django.db import transaction

from annotation_site.assignments.models import Item
from annotation_site.assignments.quotas import place_on_ring
from annotation_site.projects.models import Project
from annotation_site.quotas.queries import require_room


def make_item(project: Project, number: int, identifier: str, *, readings: int = 0) -> Item:
    """Return a new item, not stored: open or, with the number of readings that it comes with, annotated. Whoever
    stores it calls `count_new_items` at the end.
    """
    return Item(
        project=project,
        number=number,
        identifier=identifier,
        state=Item.State.ANNOTATED if readings else Item.State.OPEN,
        required_count=readings or project.annotators_per_item,
        assigned_count=readings,
        submitted_count=readings,
        ring_place=place_on_ring(project.seed, number),
    )


@transaction.atomic
def count_new_items(project: Project, added: int, *, after: int) -> None:
    """Add new items, whose numbers are above `after`, to those of their project.

    Called by the job that made them when all are stored: only from here to the end of its transaction is the project's
    row locked. What a manager changed since the job read `project` then holds for the new items, too.
    """
    now = Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    now.require_active()
    require_room("items", added, project=now)
    if now.annotators_per_item != project.annotators_per_item:
        new = Item.objects.filter(project=project, number__gt=after, state=Item.State.OPEN)
        new.update(required_count=now.annotators_per_item)
    now.item_count += added
    now.save(update_fields=["item_count"])
    project.item_count = now.item_count
