"""Secrets of a crowd: the link's key, completion codes, hashes and sealed parameters of workers, and return links."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from urllib.parse import quote

from django.core.exceptions import ValidationError
from django.core.signing import BadSignature, Signer
from django.core.validators import URLValidator
from django.utils.crypto import salted_hmac

from annotation_site.accounts import sealing
from idiomaticity.crowd.identifiers import earlier_spellings, find_skeleton, normalise_identifier

LONGEST_CONSENT = 20_000
LONGEST_PARAMETER = 40
LONGEST_VALUE = 200
LONGEST_ADDRESS = 500
MOST_PARAMETERS = 10
MOST_PAID = 10_000
CURRENCY = re.compile(r"[A-Z]{3}")
MOST_EACH = 5_000
MOST_PEOPLE = 10_000
MOST_ATTEMPTS = 3
# After that long without a new item, what was reserved for a worker is given to others.
RESERVED_FOR = timedelta(hours=2)
# So long somebody who has not answered anything yet holds a place, and what their first item reserves.
HELD_FOR = timedelta(minutes=15)
# So long the hash of a participant's network is kept, by which a burst is recognised.
NETWORK_KEPT_FOR = timedelta(hours=1)
# Without letters and digits that are taken for one another.
ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
_PLACEHOLDER = re.compile(r"\{([A-Za-z][A-Za-z0-9_-]*)\}")
PARAMETER = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
_validate_address = URLValidator(schemes=["https", "http"])
SEALED = "idiomaticity.crowd.parameters"
_RETURN = Signer(salt="idiomaticity.crowd.queries.return")


def new_link_key() -> str:
    """Return a random key of 128 bits for the crowd's link."""
    return secrets.token_urlsafe(16)


def new_completion_code() -> str:
    """Return a code such as K7QM-XW3P-9TDR: 58 bits, easy to type."""
    letters = "".join(secrets.choice(ALPHABET) for _ in range(12))
    return "-".join(letters[start : start + 4] for start in range(0, 12, 4))


def digest_worker(project_id: int, worker: str, *, of: str = "worker") -> str | None:
    """Return a keyed hash of a marketplace's id, different in every project, or None for an impossible id."""
    identifier = normalise_identifier(worker)
    return None if identifier is None else _digest(project_id, identifier, of)


def digest_spellings(project_id: int, worker: str, *, of: str = "worker") -> list[str]:
    """Return the hashes under which an id may be stored: the present one first, then those of earlier versions."""
    identifier = normalise_identifier(worker)
    if identifier is None:
        return []
    spellings = dict.fromkeys([identifier, *earlier_spellings(worker)])
    return [_digest(project_id, spelling, of) for spelling in spellings]


def digest_network(project_id: int, network: str) -> str:
    """Return a keyed hash of the network that somebody comes from, different in every project."""
    return _digest(project_id, network, "network")


def digest_traits(project_id: int, worker: str, session: str) -> list[str]:
    """Return what two near-doubles share: hashes of their ids without signs, zeros, and letters like digits."""
    given = {"worker": normalise_identifier(worker), "session": normalise_identifier(session)}
    skeletons = {name: find_skeleton(identifier) for name, identifier in given.items() if identifier}
    return [
        f"{name}:{_digest(project_id, skeleton, f'{name}-skeleton')}"
        for name, skeleton in skeletons.items()
        if skeleton
    ]


def _digest(project_id: int, text: str, of: str) -> str:
    return salted_hmac(f"idiomaticity.crowd.{of}:{project_id}", text, algorithm="sha256").hexdigest()


def seal(parameters: Mapping[str, str]) -> str:
    """Return parameters as they are stored: encrypted and authenticated, under a key from the site's secret."""
    return sealing.seal(json.dumps(dict(parameters)), salt=SEALED)


def unseal(sealed: str) -> dict[str, str]:
    """Return sealed parameters; none if the site's secret has changed since."""
    parameters: dict[str, str] = json.loads(sealing.unseal(sealed, salt=SEALED) or "{}")
    return parameters


def find_placeholders(address: str) -> list[str]:
    """Return the names in braces of an address."""
    return _PLACEHOLDER.findall(address)


def fill_address(address: str, values: Mapping[str, str]) -> str:
    """Return the address with its placeholders filled, each as one component; unknown ones are left empty."""
    return _PLACEHOLDER.sub(lambda placeholder: quote(values.get(placeholder[1], ""), safe=""), address)


def find_fault(names: Sequence[str], addresses: Iterable[str], *, is_kept: bool) -> str | None:
    """Return a sentence that says why these names of parameters, of the worker, the session and others, or these return
    addresses cannot be used, or None; addresses have parameters in them only if these are kept until a day.
    """
    named = [name for name in names if name]
    if not all(PARAMETER.fullmatch(name) for name in named):
        return "A URL parameter must begin with a letter and have only letters, digits, - and _."
    if len(set(named)) < len(named) or len(named) > MOST_PARAMETERS or "code" in named:
        return f"Name each URL parameter once, {MOST_PARAMETERS} at most, and none of them “code”."
    if any(names[2:]) and not is_kept:
        return "Choose the day on which the further parameters are deleted."
    if names[1] and not names[0]:
        return "The parameter of the session needs that of the worker ID."
    for address in filter(None, addresses):
        try:
            _validate_address(fill_address(address, dict.fromkeys([*named, "code"], "x")))
        except ValidationError:
            return f"“{address[:60]}” is not a web address."
        known = ["code", *(named if is_kept else [])]
        if unknown := [name for name in find_placeholders(address) if name not in known]:
            return f"{{{unknown[0]}}} is not known. Use {{code}}, or a parameter that is kept until a day."
    return None


def sign_return(worker_id: int) -> str:
    """Return the signed part of a worker's own return link."""
    return _RETURN.sign(str(worker_id))


def read_return(signed: str) -> int | None:
    """Return the key in a signed return link, or None if this site did not sign it."""
    try:
        return int(_RETURN.unsign(signed))
    except (BadSignature, ValueError):
        return None
