"""Finding one pair for a page that shows what people made of it."""

from typing import NamedTuple

from django.shortcuts import get_object_or_404

from annotation_site.assignments.models import Item
from annotation_site.projects.abilities import can_annotate
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project


class OpenedPair(NamedTuple):
    """A pair of a project; whoever annotates as well may still have to read it, and then sees no work of others."""

    project: Project
    item: Item
    is_blind: bool


def open_pair(request: SignedInRequest, number: int) -> OpenedPair:
    """Return the current version of the pair, or with `?version=1` the one before a correction. Raise 404."""
    project = request.project
    version = request.GET.get("version", "")
    is_asked = version.isascii() and version.isdecimal() and len(version) < 6
    versions = Item.versions.filter(version=int(version)) if is_asked else Item.objects.all()
    related = versions.select_related("sentence_pair", "agreement", "known_gold")
    item = get_object_or_404(related, project=project, number=number)
    return OpenedPair(project, item, is_blind=can_annotate(request.user, project) and _is_open_now(item))


def _is_open_now(item: Item) -> bool:
    """Return whether readings are still to be submitted, of this version or of the one that replaced it."""
    return bool(Item.objects.filter(project=item.project_id, number=item.number, state=Item.State.OPEN).exists())
