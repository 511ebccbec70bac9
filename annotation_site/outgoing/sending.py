"""Sending a request to a listed host, and its answer."""

import json as json_format
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO, Any

import httpx2
from django.conf import settings

from annotation_site.outgoing.addresses import check_address
from annotation_site.outgoing.exceptions import AddressRefused, NoAnswer
from annotation_site.outgoing.transport import CheckedTransport

CONNECT_SECONDS, STEP_SECONDS, CALL_SECONDS = 5, 20, 30
LARGEST_ANSWER = 1 << 20
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Answer:
    """The answer of a host: everything but a redirect, with a body that is bounded."""

    host: str
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300

    def json(self) -> Any:
        """Return the body as JSON."""
        try:
            return json_format.loads(self.body)
        except (ValueError, RecursionError) as error:
            raise NoAnswer(f"{self.host} answered with something other than JSON.") from error


def send(
    method: str,
    address: str,
    *,
    headers: Mapping[str, str] | None = None,
    content: bytes | IO[bytes] | None = None,
    json: Any = None,
    data: Mapping[str, Any] | None = None,
    files: Mapping[str, Any] | None = None,
    seconds: float = CALL_SECONDS,
    silent_seconds: float = STEP_SECONDS,
    largest: int = LARGEST_ANSWER,
    origin: str = "",
) -> Answer:
    """Return the answer to one request, or raise `AddressRefused` or `NoAnswer`.

    `origin` is for calls that the operator's own settings cause: `check_address` tells what it opens.
    """
    url = check_address(address, origin)
    # Answers are read as they come: a compressed one could grow without end while it is unpacked.
    own = {"Accept-Encoding": "identity", "User-Agent": f"Interlinea/{settings.VERSION}", **(headers or {})}
    body = {"content": content, "json": json, "data": data, "files": files}
    with httpx2.Client(
        transport=CheckedTransport(seconds, origin),
        timeout=httpx2.Timeout(silent_seconds, connect=CONNECT_SECONDS),
        trust_env=False,
        follow_redirects=False,
    ) as client:
        try:
            with client.stream(method, url, headers=own, **body) as response:
                answer = Answer(
                    url.host, response.status_code, response.headers, _read_limited(response, url.host, largest)
                )
        except httpx2.HTTPError as error:
            raise NoAnswer(_explain_failure(error, url.host, seconds)) from error
    logger.info("%s %s answered %s", method, url.host, answer.status)
    return answer


def _read_limited(response: httpx2.Response, host: str, largest: int) -> bytes:
    """Return the body of an answer that can be used."""
    if response.has_redirect_location:
        raise AddressRefused(f"{host} answered with a redirect ({response.status_code}); redirects are not followed.")
    if response.headers.get("content-encoding", "identity") != "identity":
        raise NoAnswer(f"{host} sent a compressed answer, which was not asked for.")
    body = bytearray()
    for chunk in response.iter_raw():
        body += chunk
        if len(body) > largest:
            raise NoAnswer(f"The answer of {host} is larger than {largest:,} bytes.")
    return bytes(body)


def _explain_failure(error: httpx2.HTTPError, host: str, seconds: float) -> str:
    """Return a sentence for an error of the connection."""
    if isinstance(error, httpx2.TimeoutException):
        return f"{host} did not answer in time. A call may take {seconds:g} seconds."
    if isinstance(error, httpx2.ConnectError):
        return f"{host} could not be reached."
    return f"The connection to {host} broke off."
