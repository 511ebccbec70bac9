"""The token of a repository between the form and the job that uses it.

It stands in no table and in no log. The broker keeps it for an hour at most, sealed by a key derived from SECRET_KEY,
and the job that takes it deletes it in the same command: whoever comes second, such as another attempt, finds none.
"""

import base64

import redis
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.utils.crypto import salted_hmac

from annotation_site.web.exceptions import DomainError

SECONDS_KEPT = 3600
ANSWER_SECONDS = 5


def keep_token(job: int, token: str) -> None:
    """Keep the token for a job, or raise a sentence if that is not possible now."""
    sealed = _find_cipher().encrypt(token.encode())
    try:
        with _connect() as broker:
            broker.set(_name(job), sealed, ex=SECONDS_KEPT)
    except redis.RedisError as error:
        raise DomainError(
            "The broker of this site does not respond. Nothing was deposited. Try again later."
        ) from error


def take_token(job: int) -> str:
    """Return the token of a job and delete it. Raise a sentence if there is none any more."""
    try:
        with _connect() as broker:
            sealed = broker.getdel(_name(job))
        return _find_cipher().decrypt(sealed or b"").decode()
    except (redis.RedisError, InvalidToken) as error:
        raise DomainError(
            "The token is kept for one attempt only. Open the page of the release, choose Deposit and enter it again."
        ) from error


def _name(job: int) -> str:
    return f"interlinea:deposit-token:{job}"


def _connect() -> redis.Redis:
    return redis.Redis.from_url(
        settings.CELERY_BROKER_URL, socket_connect_timeout=ANSWER_SECONDS, socket_timeout=ANSWER_SECONDS
    )


def _find_cipher() -> Fernet:
    key = salted_hmac("annotation_site.deposits.tokens", "key", algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(key))
