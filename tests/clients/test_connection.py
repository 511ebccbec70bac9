"""Failures on the way: what is sent again, and what never."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import httpx2
import pytest

from interlinea import Client, Refusal, routes
from interlinea.connection import TRIES, Connection, clean_site

BUSY = httpx2.Response(503, text="<html>busy</html>")


class Stand:
    """A stand-in for a site that gives these answers one after another, the last one for ever."""

    def __init__(self, *answers: httpx2.Response | Exception) -> None:
        self.answers, self.asked, self.slept = list(answers), [], []  # type: ignore[var-annotated]
        transport = httpx2.MockTransport(self.answer)
        self.connection = Connection("https://site.example", "t", transport=transport, sleep=self.slept.append)

    def answer(self, request: httpx2.Request) -> httpx2.Response:
        self.asked.append(request)
        given = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(given, Exception):
            raise given
        return httpx2.Response(given.status_code, headers=given.headers, content=given.content)


def refuse(ask: Callable[[], object]) -> Refusal:
    with pytest.raises(Refusal) as error:
        ask()
    return error.value


def test_reading_is_tried_again_with_growing_pauses() -> None:
    stand = Stand(BUSY, httpx2.ConnectError("refused"), httpx2.Response(200, json={"slug": "x"}))
    assert stand.connection.call(routes.PROJECT, slug="x") == {"slug": "x"}
    assert len(stand.asked) == 3
    assert 0.3 < stand.slept[0] < 0.7 < stand.slept[1] < 1.3


def test_a_request_with_an_id_is_repeated_as_it_was() -> None:
    stand = Stand(httpx2.ReadTimeout("slow"), httpx2.Response(202, json={"id": 1}))
    body = {"request_id": "7f9c24e8-3b12-4fef-91d0-8f2f1ab5e1c0", "note": "x"}
    stand.connection.call(routes.RELEASE_CREATE["alignment"], body=body, slug="x")
    first, second = stand.asked
    assert first.read() == second.read()


@pytest.mark.parametrize("failure", [BUSY, httpx2.ReadTimeout("slow")])
def test_what_would_take_effect_twice_is_sent_once(failure: httpx2.Response | Exception) -> None:
    for route in (routes.JOB_RETRY, routes.JOB_CANCEL, routes.IMPORTS["text"].confirm):
        stand = Stand(failure)
        refuse(lambda stand=stand, route=route: stand.connection.call(route, slug="x", id=1))
        assert (len(stand.asked), stand.slept) == (1, [])


def test_a_file_is_sent_once() -> None:
    stand = Stand(BUSY)
    refuse(lambda: stand.connection.send_file(routes.UPLOAD, "a.tsv", BytesIO(b"a"), slug="x"))
    assert len(stand.asked) == 1
    assert b'filename="a.tsv"' in stand.asked[0].read()


def test_it_gives_up_with_a_sentence() -> None:
    stand = Stand(BUSY)
    refusal = refuse(lambda: stand.connection.call(routes.PROJECT, slug="x"))
    assert (refusal.sentence, refusal.status) == ("site.example answered 503 Service Unavailable.", 503)
    assert len(stand.asked) == TRIES
    unreachable = Stand(httpx2.ConnectError("no route"))
    assert str(refuse(lambda: unreachable.connection.call(routes.PROJECT, slug="x"))) == (
        "site.example could not be reached: no route."
    )


def test_a_limit_is_waited_for_only_where_the_site_says_how_long() -> None:
    body = {"code": "throttled", "detail": "Too many requests."}
    limited = httpx2.Response(429, json=body, headers={"Retry-After": "7"})
    stand = Stand(limited, httpx2.Response(200, json={}))
    stand.connection.call(routes.PROJECT, slug="x")
    assert stand.slept == [7.0]
    for headers in ({}, {"Retry-After": "3600"}):
        full = Stand(httpx2.Response(429, json=body, headers=headers))
        assert refuse(lambda full=full: full.connection.call(routes.PROJECT, slug="x")).code == "throttled"
        assert full.slept == []


def test_no_redirect_is_followed_with_the_token() -> None:
    stand = Stand(httpx2.Response(302, headers={"Location": "https://elsewhere.example/"}))
    assert "redirects to https://elsewhere.example/" in str(
        refuse(lambda: stand.connection.call(routes.PROJECT, slug="x"))
    )
    assert {request.url.host for request in stand.asked} == {"site.example"}


def test_what_is_no_json_is_no_interlinea() -> None:
    stand = Stand(httpx2.Response(200, text="<html>welcome</html>"))
    assert "did not answer JSON" in str(refuse(lambda: stand.connection.call(routes.PROJECT, slug="x")))


class Broken(httpx2.SyncByteStream):
    """A body that ends in the middle."""

    def __iter__(self) -> Iterator[bytes]:
        yield b"rater,value\nA,1\n"
        raise httpx2.ReadError("gone")


def serve_release(*archives: bytes | None) -> tuple[Client, list[float]]:
    """Return a client of a stand-in whose downloads have these bodies, None for one that breaks off."""
    row = {"number": 1, "file_name": "../a.zip", "size": 4, "created_at": "x", "sha256": sha256(b"zip!").hexdigest()}
    left, slept = list(archives), list[float]()

    def answer(request: httpx2.Request) -> httpx2.Response:
        if "download" not in request.url.path:
            return httpx2.Response(200, json=row)
        body = left.pop(0) if len(left) > 1 else left[0]
        return httpx2.Response(200, stream=Broken()) if body is None else httpx2.Response(200, content=body)

    return Client("https://site.example", "t", transport=httpx2.MockTransport(answer), sleep=slept.append), slept


def test_a_download_that_breaks_off_begins_again(tmp_path: Path) -> None:
    client, slept = serve_release(None, b"zip!")
    path = client.project("x").download(1, f"{tmp_path}/new/")
    assert (path, path.read_bytes()) == (tmp_path / "new" / "a.zip", b"zip!")
    assert len(slept) == 1


@pytest.mark.parametrize(
    ("body", "sentence"), [(None, "could not be reached: gone"), (b"x", "is not what the site stored")]
)
def test_a_download_that_fails_leaves_nothing(tmp_path: Path, body: bytes | None, sentence: str) -> None:
    (tmp_path / "a.zip").write_bytes(b"of last week")
    assert sentence in str(refuse(lambda: serve_release(body)[0].project("x").download(1, tmp_path)))
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("a.zip", b"of last week")]


def test_a_table_that_breaks_off_does_not_look_complete() -> None:
    transport = httpx2.MockTransport(lambda _: httpx2.Response(200, stream=Broken()))
    rows = iter(Client("https://site.example", "t", transport=transport).project("x").answers())
    assert next(rows) == {"rater": "A", "value": 1}
    assert "ended before everything had arrived" in str(refuse(lambda: next(rows)))


def test_an_older_site_is_named_as_the_reason() -> None:
    stand = Client(
        "https://s.example", "t", transport=httpx2.MockTransport(lambda _: httpx2.Response(200, json={"id": 1}))
    )
    assert "answered a job without kind, title" in str(refuse(lambda: stand.project("x").job(1)))


@pytest.mark.parametrize(
    ("given", "site"),
    [
        ("site.example", "https://site.example"),
        ("https://site.example/api/v1/", "https://site.example"),
        ("http://localhost:8000/", "http://localhost:8000"),
        ("https://site.example/mwe/", "https://site.example/mwe"),
    ],
)
def test_an_address_is_cleaned(given: str, site: str) -> None:
    assert clean_site(given) == site


@pytest.mark.parametrize("given", ["http://site.example", "ftp://site.example", "https://", "https://a:b@site.example"])
def test_an_address_that_would_give_the_token_away_is_refused(given: str) -> None:
    with pytest.raises(Refusal):
        clean_site(given)


@pytest.mark.parametrize("token", ["", "  ", "two words", "ümlaut", "line\nbreak"])
def test_a_token_that_is_none_is_refused(token: str) -> None:
    with pytest.raises(Refusal, match="account page"):
        Connection("https://site.example", token)


def test_a_slug_cannot_leave_its_place_in_the_address() -> None:
    stand = Stand(httpx2.Response(200, json={}))
    stand.connection.call(routes.PROJECT, slug="../x/?y#z")
    assert stand.asked[0].url.raw_path == b"/api/v1/projects/..%2Fx%2F%3Fy%23z/"
