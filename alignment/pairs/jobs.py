"""Periodic work on sentence pairs."""

from django.db import transaction

from alignment.pairs.models import SentencePair
from annotation_site.jobs.registry import periodic
from annotation_site.jobs.tasks import wake_periodic_work

AT_ONCE = 2_000
MOST = 20_000


@periodic(60)
def index_words() -> None:
    """Put imported pairs into the indexes of words. Other work gets its turn after `MOST` of them."""
    for _ in range(0, MOST, AT_ONCE):
        with transaction.atomic():
            waiting = SentencePair.objects.filter(is_indexed=False).select_for_update(
                no_key=True, skip_locked=True, of=("self",)
            )
            pairs = list(waiting.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
            SentencePair.objects.filter(pk__in=pairs).update(is_indexed=True)
        if len(pairs) < AT_ONCE:
            return
    wake_periodic_work("index_words")
