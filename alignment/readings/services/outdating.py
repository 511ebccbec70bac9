"""Notifying adjudicators that a pair's readings have changed."""

from django.db.models import F

from alignment.adjudication.models import Adjudication
from annotation_site.assignments.models import Item


def outdate_adjudication(item: Item) -> None:
    # An adjudicator who has the old reading on the screen must look again before deciding.
    adjudication, _ = Adjudication.objects.get_or_create(item=item)
    Adjudication.objects.filter(pk=adjudication.pk).update(version=F("version") + 1)
