"""Secrets that the site must read: stored encrypted and authenticated, under a key from the site's own secret."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from django.utils.crypto import salted_hmac

if TYPE_CHECKING:
    from cryptography.fernet import Fernet


def seal(text: str, *, salt: str) -> str:
    """Return a text as it is stored; each use has a salt of its own."""
    return _find_cipher(salt).encrypt(text.encode()).decode()


def unseal(sealed: str, *, salt: str) -> str | None:
    """Return a sealed text, or None if the site's secret has changed since."""
    from cryptography.fernet import InvalidToken

    try:
        return _find_cipher(salt).decrypt(sealed.encode()).decode()
    except InvalidToken:
        return None


def _find_cipher(salt: str) -> Fernet:
    # 7 MB in every process that has it, and models import this module: loaded where something is sealed.
    from cryptography.fernet import Fernet

    return Fernet(base64.urlsafe_b64encode(salted_hmac(salt, "key", algorithm="sha256").digest()))
