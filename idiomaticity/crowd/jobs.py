"""Periodic work of crowds."""

from django.db.models import Q
from django.utils import timezone

from annotation_site.jobs.registry import periodic
from idiomaticity.crowd.codes import NETWORK_KEPT_FOR, digest_traits, unseal
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.crowd.queries.places import HAS_ANSWERED
from idiomaticity.crowd.queries.storing import is_past_its_day, sealed_parameters
from idiomaticity.crowd.services.keys import renew_keys

MOST_AT_ONCE = 1_000


@periodic(3600)
def forget_parameters() -> None:
    """Delete the parameters of participants on the day that they were told, or on an earlier one chosen since."""
    sealed_parameters().filter(is_past_its_day()).delete()


@periodic(600)
def forget_networks() -> None:
    """Delete the hashes of the networks that participants came from more than an hour ago, unless they hold a place
    without an answer.
    """
    now = timezone.now()
    past = CrowdWorker.objects.filter(consented_at__lte=now - NETWORK_KEPT_FOR).exclude(network_digest="")
    past.filter(HAS_ANSWERED | ~Q(reserved_until__gt=now)).update(network_digest="")


@periodic(3600)
def note_traits() -> None:
    """Note what near-doubles share for participants of earlier versions, as long as their parameters are kept."""
    noted = CrowdWorker.objects.filter(traits=[], sealed_parameters__isnull=False).exclude(worker_digest="")
    for worker in noted.select_related("call", "sealed_parameters").order_by("pk")[:MOST_AT_ONCE]:
        given = unseal(worker.sealed_parameters.sealed)
        call = worker.call
        traits = digest_traits(call.pk, given.get(call.worker_parameter, ""), given.get(call.session_parameter, ""))
        # Parameters that cannot be read any more have none, and are not looked at again.
        CrowdWorker.objects.filter(pk=worker.pk).update(traits=traits or ["none"])


@periodic(6 * 3600)
def renew_marketplace_keys() -> None:
    """Fetch the keys with which marketplaces sign links, as often as they ask for."""
    renew_keys()
