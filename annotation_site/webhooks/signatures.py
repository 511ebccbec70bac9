"""Signatures of webhooks, as the specification Standard Webhooks defines them (standardwebhooks.com).

A receiver computes HMAC-SHA256 over the ID, the time of the call and the body, and compares.
"""

import base64
import hashlib
import hmac
import secrets

from annotation_site.accounts import sealing

PREFIX, KEY_BYTES = "whsec_", 32
SEALED = "annotation_site.webhooks.secret"


def new_secret() -> str:
    """Return a new secret in the form in which a receiver keeps it."""
    return PREFIX + base64.b64encode(secrets.token_bytes(KEY_BYTES)).decode()


def sign(secret: str, message_id: str, timestamp: int, body: str) -> str:
    """Return the value of the header `webhook-signature`."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    digest = hmac.new(key, f"{message_id}.{timestamp}.{body}".encode(), hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"


def seal_secret(secret: str) -> str:
    """Return a secret as it is stored."""
    return sealing.seal(secret, salt=SEALED)


def unseal_secret(sealed: str) -> str | None:
    """Return a stored secret, or None if the site's key has changed since."""
    return sealing.unseal(sealed, salt=SEALED)
