"""Links that a marketplace has signed: a JSON Web Token beside the ids, which nobody else can make."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from idiomaticity.crowd.identifiers import normalise_identifier

if TYPE_CHECKING:
    from idiomaticity.crowd.marketplaces import Signature

ALGORITHM = "RS256"
LONGEST_TOKEN = 4_000
# Clocks of two servers differ by seconds.
LEEWAY_SECONDS = 30


class NotSigned(Exception):
    """A link without a signature that holds."""


def find_key_id(token: str) -> str:
    """Return the name of the key that a token says it was signed with."""
    import jwt  # 5 MB in every process that has it: loaded where a link is verified

    if not token or len(token) > LONGEST_TOKEN:
        raise NotSigned
    try:
        header = jwt.get_unverified_header(token)
    except jwt.PyJWTError as error:
        raise NotSigned from error
    key_id = header.get("kid")
    if header.get("alg") != ALGORITHM or not isinstance(key_id, str):
        raise NotSigned
    return key_id


def verify_link(
    token: str, key: Mapping[str, Any], signature: Signature, *, address: str, given: Mapping[str, str]
) -> None:
    """Raise `NotSigned` unless a token of this key holds the ids that a link has beside it.

    The token must be of this marketplace, for this address, and not expired. `given` are the parameters of participant
    and session, and further ones, which need not be signed.
    """
    import jwt

    try:
        claims = jwt.decode(
            token,
            jwt.PyJWK(dict(key), algorithm=ALGORITHM),
            algorithms=[ALGORITHM],
            issuer=signature.issuer,
            leeway=LEEWAY_SECONDS,
            options={"require": ["exp", "iss", "aud"], "verify_aud": False},
        )
    except jwt.PyJWTError as error:
        raise NotSigned from error
    signed = claims.get(signature.claim)
    if not is_for(claims["aud"], address) or not isinstance(signed, dict):
        raise NotSigned
    for index, (parameter, value) in enumerate(given.items()):
        is_needed = index < len(signature.names)
        own = signed.get(parameter, signed.get(signature.names[index]) if is_needed else None)
        if (own is not None or is_needed) and not _is_same(own, value):
            raise NotSigned


def is_for(audience: object, address: str) -> bool:
    """Return whether a token was made for this address: its host, and its path where the token names one.

    Prolific's documentation calls the audience the domain of the tool; tokens have the whole address, too.
    """
    here = urlsplit(address)
    for text in audience if isinstance(audience, list) else [audience]:
        if not isinstance(text, str):
            continue
        with contextlib.suppress(ValueError):
            there = urlsplit(text if "://" in text else f"//{text}")
            if there.hostname == here.hostname and there.path.strip("/") in ("", here.path.strip("/")):
                return True
    return False


def _is_same(signed: object, given: str) -> bool:
    identifier = normalise_identifier(given)
    return isinstance(signed, str) and identifier is not None and normalise_identifier(signed) == identifier
