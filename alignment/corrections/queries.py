"""Reads of what a correction of a pair has to regard."""

from alignment.rounds.models import RoundItem
from alignment.training.models import KnownGold
from annotation_site.assignments.models import Item


def find_obstacle(item: Item) -> str:
    """Return the sentence that says why the text of a pair cannot be corrected now, or an empty one."""
    if item.withdrawn_from:
        return "This pair is withdrawn. Bring it back before you correct it."
    if RoundItem.objects.filter(item=item, is_open=True).exists():
        return "This pair is in a reconciliation round. Close the round first."
    if KnownGold.objects.filter(item=item).exists():
        return "This pair is used for training or checks. Remove it from the pairs with known gold first."
    return ""
