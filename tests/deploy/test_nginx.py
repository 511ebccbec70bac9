"""The proxy's configuration, tried with the real nginx in front of the real web server, where nginx is installed."""

import datetime
import getpass
import http.client
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.deploy.settings import ROOT
from tests.servers import free_port, stop, wait_until

NGINX = shutil.which("nginx")
pytestmark = [
    pytest.mark.skipif(NGINX is None, reason="nginx is not installed"),
    pytest.mark.django_db(transaction=True),
]
SLOW_BYTES = 3_000_000


@pytest.fixture
def plain() -> int:
    """Return the port on which the proxy speaks without TLS."""
    return free_port()


@pytest.fixture
def proxy(site: str, plain: int, tmp_path: Path) -> Iterator[int]:
    """Start nginx with our configuration in front of the site, and give the port on which it speaks TLS."""
    write_certificate(tmp_path)
    secure = free_port()
    text = (ROOT / "deploy" / "nginx" / "nginx.conf").read_text()
    changes = {
        "listen 8080": f"listen 127.0.0.1:{plain}",
        "listen 8443": f"listen 127.0.0.1:{secure}",
        "http://web:8000": site,
        "/tmp/": f"{tmp_path}/",
        "/etc/nginx/tls": str(tmp_path),
        "root /acme": f"root {tmp_path}/acme",
        # Debian's nginx is older than this word.
        "http2 on;": "",
    }
    for ours, theirs in changes.items():
        assert ours in text
        text = text.replace(ours, theirs)
    (tmp_path / "nginx.conf").write_text(text)
    directives = f"daemon off; user {getpass.getuser()};"  # another could not write into the test's folder
    command = [str(NGINX), "-c", str(tmp_path / "nginx.conf"), "-p", str(tmp_path), "-g", directives]
    with (tmp_path / "nginx.log").open("wb") as log:
        process = subprocess.Popen(command, stderr=log)
    try:
        wait_until(lambda: listens(secure), "nginx did not start")
        yield secure
    finally:
        stop(process)


def write_certificate(folder: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now)
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "fullchain.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "privkey.pem").write_bytes(private)


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def ask(proxy: int, folder: Path, path: str, **headers: str) -> tuple[int, http.client.HTTPMessage, bytes]:
    """Return status, headers and body of the answer to a GET."""
    trusted = ssl.create_default_context(cafile=str(folder / "fullchain.pem"))
    with closing(http.client.HTTPSConnection("localhost", proxy, context=trusted, timeout=60)) as connection:
        connection.request("GET", path, headers=headers)
        with connection.getresponse() as response:
            return response.status, response.headers, response.read()


def test_pages_come_through_and_metrics_do_not(proxy: int, tmp_path: Path) -> None:
    status, _, body = ask(proxy, tmp_path, "/accounts/login/")
    assert status == 200
    assert b"<html" in body
    assert ask(proxy, tmp_path, "/metrics")[0] == 404
    # The id is the proxy's: what a visitor sends is not passed on.
    status, headers, _ = ask(proxy, tmp_path, "/health/?process", **{"X-Request-ID": "made-by-a-visitor"})
    assert (status, len(headers["X-Request-ID"])) == (200, 32)


def test_without_tls_there_are_only_the_way_to_it_and_the_answers_of_certbot(
    proxy: int, plain: int, tmp_path: Path
) -> None:
    answers = tmp_path / "acme" / ".well-known" / "acme-challenge"
    answers.mkdir(parents=True)
    (answers / "token").write_text("answer")
    with closing(http.client.HTTPConnection("127.0.0.1", plain, timeout=60)) as connection:
        connection.request("GET", "/projects/?a=b", headers={"Host": "site.example"})
        with connection.getresponse() as response:
            assert (response.status, response.headers["Location"]) == (301, "https://site.example/projects/?a=b")
            response.read()
        connection.request("GET", "/.well-known/acme-challenge/token")
        with connection.getresponse() as response:
            assert response.read() == b"answer"


def test_while_no_web_server_answers_the_proxy_says_so(proxy: int, tmp_path: Path) -> None:
    configuration = tmp_path / "nginx.conf"
    nobody = f"http://127.0.0.1:{free_port()}"
    configuration.write_text(re.sub(r"http://127\.0\.0\.1:\d+", nobody, configuration.read_text()))
    subprocess.run([str(NGINX), "-c", str(configuration), "-p", str(tmp_path), "-s", "reload"], check=True)
    # Processes with the old configuration take connections for a moment yet.
    wait_until(lambda: {ask(proxy, tmp_path, "/health/?process")[0] for _ in range(10)} == {503}, "no reload")
    _, headers, body = ask(proxy, tmp_path, "/health/?process")
    assert headers["Retry-After"] == "5"
    ask(proxy, tmp_path, "/invitations/SECRET/")
    assert "SECRET" not in (tmp_path / "nginx.log").read_text()
    assert b"Everything confirmed as saved is safe" in body


def test_a_slow_upload_takes_no_thread_of_the_web_server(proxy: int, tmp_path: Path) -> None:
    """More half-sent bodies than there are threads, and the site answers."""
    trusted = ssl.create_default_context(cafile=str(tmp_path / "fullchain.pem"))
    head = f"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: {SLOW_BYTES}\r\n\r\n".encode()
    with ExitStack() as slow:
        for _ in range(20):
            line = slow.enter_context(socket.create_connection(("127.0.0.1", proxy)))
            secure = slow.enter_context(trusted.wrap_socket(line, server_hostname="localhost"))
            secure.sendall(head + b"x" * 1000)
        assert ask(proxy, tmp_path, "/health/?process")[0] == 200
