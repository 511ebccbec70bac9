"""Noting items whose agreement is to be counted again."""

from collections.abc import Sequence

from alignment.agreement.models import ChangedItem
from annotation_site.assignments.models import Item
from annotation_site.prepared import Insert

_add_notes = Insert(ChangedItem)


def note_changes(items: Sequence[Item], *, is_reading: bool = True) -> None:
    """Note items whose readings, decisions or state have changed, in the transaction of the change; `is_reading` means
    that readings may differ. Whoever reads counts next has them counted first.
    """
    _add_notes.many([ChangedItem(item_id=item.pk, project_id=item.project_id, is_reading=is_reading) for item in items])
