"""Requests to a site: refusals as one sentence, and repetition only where it is harmless."""

import hashlib
import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from typing import Any, BinaryIO, NoReturn, TypeVar

import httpx2

from interlinea.errors import Refusal
from interlinea.routes import Route

Result = TypeVar("Result")

API = "/api/v1/"
LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")
# The site is being restarted, or its proxy could not reach it.
PASSING = (502, 503, 504)
TOO_MANY = 429
TRIES, FIRST_PAUSE, LONGEST_PAUSE = 5, 0.5, 30.0
PAGE_SIZE = 500


class _Passing(Exception):
    """A failure that may be over in a moment; `pause` is what the site asks for."""

    def __init__(self, refusal: Refusal, pause: float = 0.0) -> None:
        super().__init__(refusal.sentence)
        self.refusal, self.pause = refusal, pause


class Connection:
    """A site and the token of a person."""

    def __init__(
        self,
        site: str,
        token: str,
        *,
        transport: httpx2.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.site = clean_site(site)
        self.sleep = sleep
        self._client = httpx2.Client(
            base_url=self.site + API,
            headers={"Authorization": f"Bearer {clean_token(token)}", "Accept": "application/json"},
            timeout=httpx2.Timeout(60.0, connect=10.0),
            transport=transport,
        )

    def close(self) -> None:
        """End its connections."""
        self._client.close()

    def call(
        self,
        route: Route,
        *,
        body: Mapping[str, Any] | None = None,
        query: Mapping[str, Any] | None = None,
        **places: Any,
    ) -> Any:
        """Return the JSON that a route answers, or None for an empty answer."""
        route.check(body or {})
        content: dict[str, Any] = {} if body is None else {"json": dict(body)}

        def send() -> Any:
            response = self._send(route, places, query, **content)
            return _read_json(response) if response.content else None

        return self._repeat(send) if route.is_repeatable else _once(send)

    def list_all(self, route: Route, *, query: Mapping[str, Any] | None = None, **places: Any) -> Iterator[Any]:
        """Yield the rows of every page."""
        page: int | None = 1
        while page:
            answer = self.call(route, query={**(query or {}), "page": page, "page_size": PAGE_SIZE}, **places)
            yield from answer["results"]
            page = page + 1 if answer["next"] else None

    def send_file(self, route: Route, name: str, file: BinaryIO, **places: Any) -> Any:
        """Send a file while it is read, and return what the site answers. It is never sent twice."""
        return _once(lambda: _read_json(self._send(route, places, files={"file": (name, file)})))

    def download(self, route: Route, file: BinaryIO, **places: Any) -> str:
        """Write an answer into a file, and return its SHA-256. A download that breaks off begins again."""

        def receive() -> str:
            file.seek(0)
            file.truncate()
            digest = hashlib.sha256()
            with closing(self._send(route, places, stream=True)) as response:
                for chunk in response.iter_bytes():
                    digest.update(chunk)
                    file.write(chunk)
            return digest.hexdigest()

        return self._repeat(receive)

    def stream(self, route: Route, **places: Any) -> Iterator[bytes]:
        """Yield an answer piece by piece; one that breaks off raises Refusal, because its beginning is in use."""
        with closing(self._repeat(lambda: self._send(route, places, stream=True))) as response:
            try:
                yield from response.iter_bytes()
            except httpx2.RequestError as error:
                raise Refusal(f"The connection to {self.site} ended before everything had arrived.") from error

    def _send(
        self,
        route: Route,
        places: Mapping[str, Any],
        query: Mapping[str, Any] | None = None,
        *,
        stream: bool = False,
        **content: Any,
    ) -> httpx2.Response:
        """Return an answer that is no refusal; its body is read unless it is to be streamed."""
        parameters = {name: each for name, each in (query or {}).items() if each is not None}
        request = self._client.build_request(route.method, route.address(places), params=parameters, **content)
        response = self._client.send(request, stream=stream)
        if not response.is_success:
            with closing(response):
                response.read()
            raise_refusal(response)
        return response

    def _repeat(self, send: Callable[[], Result]) -> Result:
        """Send until it succeeds or fails for good; between tries the pause doubles, with some chance in it."""
        for attempt in range(TRIES):
            try:
                return send()
            except (_Passing, httpx2.RequestError) as error:
                pause = error.pause if isinstance(error, _Passing) else 0.0
                if attempt == TRIES - 1 or pause > LONGEST_PAUSE:
                    raise as_refusal(error) from error
                self.sleep(max(pause, FIRST_PAUSE * 2**attempt * random.uniform(0.75, 1.25)))  # noqa: S311 - no secret
        raise AssertionError("the last try returns or raises")


def _once(send: Callable[[], Result]) -> Result:
    try:
        return send()
    except (_Passing, httpx2.RequestError) as error:
        raise as_refusal(error) from error


def as_refusal(error: Exception) -> Refusal:
    """Return a failure of the connection as a sentence."""
    if isinstance(error, _Passing):
        return error.refusal
    request = error.request if isinstance(error, httpx2.RequestError) else None
    host = request.url.host if request else "the site"
    return Refusal(f"{host} could not be reached: {error or type(error).__name__}.")


def raise_refusal(response: httpx2.Response) -> NoReturn:
    """Raise what the site refuses with, in its own sentence where it has one."""
    status = response.status_code
    if response.is_redirect:
        target = response.headers.get("Location", "another address")
        raise Refusal(f"{response.url} redirects to {target}. Sign in with the site's own address.", status=status)
    try:
        body = response.json()
    except ValueError:
        body = None
    told = body if isinstance(body, dict) and isinstance(body.get("detail"), str) else {}
    sentence = told.get("detail") or f"{response.url.host} answered {status} {response.reason_phrase}."
    refusal = Refusal(sentence, code=str(told.get("code", "")), status=status)
    pause = response.headers.get("Retry-After", "")
    if status in PASSING or (status == TOO_MANY and pause.isdecimal()):
        raise _Passing(refusal, float(pause) if pause.isdecimal() else 0.0)
    raise refusal


def clean_site(site: str) -> str:
    """Return the address without its end; raise Refusal for one to which no token should be sent."""
    try:
        address = httpx2.URL(site if "://" in site else f"https://{site}")
    except httpx2.InvalidURL as error:
        raise Refusal(f"“{site}” is not an address.") from error
    if address.scheme not in ("http", "https") or not address.host or address.userinfo or address.query:
        raise Refusal(f"“{site}” is not the address of a site, such as https://interlinea.example.org.")
    if address.scheme == "http" and address.host not in LOCAL_HOSTS:
        raise Refusal(f"{site} is not encrypted, and anyone on the way could read your token. Use https://.")
    return str(address).rstrip("/").removesuffix(API.rstrip("/"))


def clean_token(token: str) -> str:
    """Return the token without space around it; raise Refusal for one that cannot stand in a header."""
    clean = token.strip()
    if not clean or not clean.isascii() or not clean.isprintable() or " " in clean:
        raise Refusal("This is not a token. Create one on your account page of the site.")
    return clean


def _read_json(response: httpx2.Response) -> Any:
    try:
        return response.json()
    except ValueError as error:
        raise Refusal(f"{response.url} did not answer JSON. Is it the address of an Interlinea site?") from error
