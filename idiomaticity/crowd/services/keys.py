"""The keys with which marketplaces sign their links."""

import logging
from datetime import timedelta
from typing import Any

from django.utils import timezone

from annotation_site.accounts.limits import count_attempt
from annotation_site.outgoing.exceptions import OutgoingError
from annotation_site.web.exceptions import DomainError
from idiomaticity.crowd.marketplaces import MARKETPLACES, SIGNERS
from idiomaticity.crowd.models import CrowdCall, MarketplaceKeys

KEYS_KEPT_FOR = timedelta(hours=12)
# A participant waits for this call, at most once a minute.
KEYS_SECONDS = 5
MOST_KEYS = 50
logger = logging.getLogger(__name__)


def require_keys(marketplace: str) -> None:
    """Refuse a marketplace that signs no links, or whose keys cannot be fetched."""
    if marketplace not in SIGNERS:
        raise DomainError(f"Links can be signed by {', '.join(SIGNERS)} only.")
    if not MarketplaceKeys.objects.filter(pk=marketplace).exists():
        fetch_keys(marketplace)


def fetch_keys(marketplace: str) -> None:
    """Store the public keys that a marketplace publishes, or raise `OutgoingError`."""
    # Of the web server, too, which calls few: HTTPX takes 14 MB.
    from annotation_site.outgoing.exceptions import NoAnswer
    from annotation_site.outgoing.sending import send

    name = MARKETPLACES[marketplace].name
    answer = send("GET", SIGNERS[marketplace].keys, seconds=KEYS_SECONDS)
    published = answer.json() if answer.is_success else None
    listed = published.get("keys") if isinstance(published, dict) else None
    keys = {key["kid"]: key for key in listed or [] if isinstance(key, dict) and isinstance(key.get("kid"), str)}
    if not 0 < len(keys) <= MOST_KEYS:
        raise NoAnswer(f"{answer.host} did not return the keys with which {name} signs links. Try again later.")
    values = {"keys": keys, "fetched_at": timezone.now()}
    MarketplaceKeys.objects.update_or_create(marketplace=marketplace, defaults=values)


def find_key(marketplace: str, key_id: str) -> dict[str, Any] | None:
    """Return the marketplace's key of this name. One that is not known may be new: it is asked for once a minute."""
    stored = MarketplaceKeys.objects.filter(pk=marketplace).values_list("keys", flat=True)
    keys: dict[str, Any] = stored.first() or {}
    if key_id not in keys and count_attempt(f"marketplace-keys:{marketplace}", 1, within=60):
        try:
            fetch_keys(marketplace)
        except OutgoingError as error:
            logger.warning("The keys of %s could not be fetched: %s", marketplace, error.sentence)
        keys = stored.all().first() or {}
    return keys.get(key_id)


def renew_keys() -> None:
    """Fetch the keys of every marketplace that an open crowd relies on and that were fetched too long ago."""
    wanted = set(CrowdCall.objects.filter(is_open=True).exclude(signed_by="").values_list("signed_by", flat=True))
    since = timezone.now() - KEYS_KEPT_FOR
    fresh = set(MarketplaceKeys.objects.filter(fetched_at__gt=since).values_list("marketplace", flat=True))
    for marketplace in sorted(wanted - fresh):
        try:
            fetch_keys(marketplace)
        except OutgoingError as error:
            logger.warning("The keys of %s could not be fetched: %s", marketplace, error.sentence)
