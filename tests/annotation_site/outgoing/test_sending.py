import io
import logging
import ssl
import time
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from annotation_site.outgoing import addresses, transport
from annotation_site.outgoing.exceptions import AddressRefused, NoAnswer
from annotation_site.outgoing.sending import send
from tests.stand_ins.outside_hosts import OutsideHost, outside_host, reply


def test_a_request_brings_its_answer(outside: OutsideHost):
    outside.answer = lambda handler: reply(handler, 201, b'{"doi": "10.5072/1"}', Location="/somewhere")
    answer = send("POST", outside.address("/api?a=1"), headers={"Authorization": "Bearer key"}, json={"title": "Gold"})
    assert (answer.status, answer.is_success, answer.json()) == (201, True, {"doi": "10.5072/1"})
    [request] = outside.requests
    assert (request.method, request.path, request.body) == ("POST", "/api?a=1", b'{"title":"Gold"}')
    assert (request.headers["authorization"], request.headers["content-type"]) == ("Bearer key", "application/json")
    assert request.headers["user-agent"].startswith("Interlinea/")
    outside.answer = lambda handler: reply(handler, 403, b"no")
    refused = send("GET", outside.address())
    assert (refused.status, refused.is_success) == (403, False)
    with pytest.raises(NoAnswer, match="something other than JSON"):
        refused.json()
    outside.answer = lambda handler: reply(handler, 200, b"[" * 100_000)
    with pytest.raises(NoAnswer, match="something other than JSON"):
        send("GET", outside.address()).json()


def test_logs_name_the_host_and_no_more_of_an_address(outside: OutsideHost, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.INFO)
    send("POST", outside.address("/hooks/key-in-path?token=key-in-query"), json={})
    assert "POST localhost answered 200" in caplog.text
    assert "key-in" not in caplog.text


def test_a_file_is_streamed_whole_or_as_part_of_a_form(outside: OutsideHost, tmp_path: Path):
    content = bytes(range(256)) * 2_000
    (tmp_path / "gold.zip").write_bytes(content)
    with (tmp_path / "gold.zip").open("rb") as file:
        assert send("PUT", outside.address("/gold.zip"), content=file).is_success
    files = {"file": ("gold.zip", io.BytesIO(content), "application/zip")}
    assert send("POST", outside.address("/add"), data={"jsonData": "{}"}, files=files).is_success
    put, form = outside.requests
    assert (put.method, put.headers["content-length"], put.body) == ("PUT", str(len(content)), content)
    assert form.headers["content-type"].startswith("multipart/form-data")
    assert content in form.body
    assert b'name="jsonData"' in form.body


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(status: int, outside: OutsideHost):
    outside.answer = lambda handler: reply(handler, status, Location="/elsewhere")
    with pytest.raises(AddressRefused, match=rf"answered with a redirect \({status}\); redirects are not followed"):
        send("POST", outside.address("/hook"), json={})
    assert [request.path for request in outside.requests] == ["/hook"]


def test_a_listed_name_that_leads_inside_is_not_called(
    outside: OutsideHost, settings: Any, monkeypatch: pytest.MonkeyPatch
):
    port = outside.place.split(":")[1]
    settings.OUTGOING_HOSTS = [f"hooks.example.org:{port}"]
    monkeypatch.setattr(addresses, "resolve", lambda host, port: ["127.0.0.1"])
    with pytest.raises(AddressRefused, match=r"hooks\.example\.org leads to an address that is not public"):
        send("POST", f"http://hooks.example.org:{port}/", json={})
    assert not outside.requests


def test_a_name_is_resolved_once_and_the_checked_address_called(
    outside: OutsideHost, settings: Any, monkeypatch: pytest.MonkeyPatch
):
    """A name service that gives a public address first and an inner one next (rebinding) gets no second question."""
    port = outside.place.split(":")[1]
    settings.OUTGOING_HOSTS = [f"hooks.example.org:{port}", f"127.0.0.1:{port}"]
    asked: list[str] = []

    def resolve(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["10.0.0.1"]

    monkeypatch.setattr(addresses, "resolve", resolve)
    assert send("POST", f"http://hooks.example.org:{port}/", json={}).is_success
    assert asked == ["hooks.example.org"]
    assert outside.requests[0].headers["host"] == f"hooks.example.org:{port}"
    with pytest.raises(AddressRefused):
        send("POST", f"http://hooks.example.org:{port}/", json={})
    assert len(outside.requests) == 1


def test_proxies_of_the_environment_are_not_asked(outside: OutsideHost, monkeypatch: pytest.MonkeyPatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert send("GET", outside.address()).is_success


def test_a_host_that_never_answers_is_left_after_the_time_of_the_call(outside: OutsideHost):
    outside.answer = lambda handler: time.sleep(30)
    started = time.monotonic()
    with pytest.raises(NoAnswer, match=r"localhost did not answer in time. A call may take 0\.5 seconds"):
        send("GET", outside.address(), seconds=0.5)
    assert time.monotonic() - started < 20


def test_a_host_that_sends_a_byte_now_and_then_is_left_as_well(outside: OutsideHost):
    def drip(handler: BaseHTTPRequestHandler) -> None:
        reply(handler, 200, Content_Length="1000")
        for _ in range(300):
            handler.wfile.write(b"x")
            time.sleep(0.1)

    outside.answer = drip
    started = time.monotonic()
    with pytest.raises(NoAnswer, match="did not answer in time"):
        send("GET", outside.address(), seconds=0.5)
    assert time.monotonic() - started < 20


def test_an_answer_that_is_too_large_or_compressed_is_not_read(outside: OutsideHost):
    outside.answer = lambda handler: reply(handler, 200, b"x" * 3_000)
    assert len(send("GET", outside.address(), largest=3_000).body) == 3_000
    with pytest.raises(NoAnswer, match="The answer of localhost is larger than 2,999 bytes"):
        send("GET", outside.address(), largest=2_999)
    outside.answer = lambda handler: reply(handler, 200, b"x", Content_Encoding="gzip")
    with pytest.raises(NoAnswer, match="compressed answer"):
        send("GET", outside.address())


def test_a_closed_port_and_a_broken_line_are_told_apart(outside: OutsideHost, settings: Any):
    outside.answer = lambda handler: reply(handler, 200, b"", Content_Length="10")
    with pytest.raises(NoAnswer, match="The connection to localhost broke off"):
        send("GET", outside.address())
    settings.OUTGOING_HOSTS = ["localhost:1"]
    with pytest.raises(NoAnswer, match="localhost could not be reached"):
        send("GET", "http://localhost:1/")


def test_a_certificate_counts_for_the_name_that_was_called(
    settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    certificate = write_certificate(tmp_path, "hooks.example.org")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    trusting = ssl.create_default_context(cafile=certificate)
    monkeypatch.setattr(addresses, "resolve", lambda host, port: ["127.0.0.1"])
    with outside_host(tls=context) as host:
        port = host.place.split(":")[1]
        settings.OUTGOING_HOSTS = [f"hooks.example.org:{port}", f"other.example.org:{port}", f"127.0.0.1:{port}"]
        with pytest.raises(NoAnswer, match=r"hooks\.example\.org has no valid certificate"):
            send("GET", f"https://hooks.example.org:{port}/")
        monkeypatch.setattr(transport, "trusted_certificates", lambda: trusting)
        assert send("GET", f"https://hooks.example.org:{port}/").is_success
        for other in ("other.example.org", "127.0.0.1"):
            with pytest.raises(NoAnswer, match="has no valid certificate"):
                send("GET", f"https://{other}:{port}/")


def write_certificate(folder: Path, name: str) -> Path:
    """Write a key and a certificate of it for a name, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    names = x509.SubjectAlternativeName([x509.DNSName(name), x509.IPAddress(ip_address("192.0.2.1"))])
    certificate = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(names, critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path = folder / "certificate.pem"
    path.write_bytes(private + certificate.public_bytes(serialization.Encoding.PEM))
    return path
