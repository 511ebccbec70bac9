"""A provider of OpenID Connect on this machine."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import quote

import requests

from tests.servers import free_port, stop, wait_until

SECONDS = 10


@dataclass
class SignInProvider:
    """A provider whose people a test names."""

    issuer: str

    def add_person(self, number: str, **claims: object) -> None:
        """Add somebody who signs in there under a number, and what the provider says of them."""
        answer = requests.put(f"{self.issuer}/users/{quote(number)}", json=claims, timeout=SECONDS)
        answer.raise_for_status()

    def enter(self, address: str, number: str) -> str:
        """Sign in on the provider's page as a browser does, and return where it leads."""
        answer = requests.post(address, data={"sub": number}, allow_redirects=False, timeout=SECONDS)
        return answer.headers["Location"]


@contextmanager
def running_provider() -> Iterator[SignInProvider]:
    """Start a provider on a free port, as a process of its own: it uses libraries in ways that they warn of."""
    port = free_port()
    command = [sys.executable, "-m", "oidc_provider_mock", "--host", "localhost", "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    issuer = f"http://localhost:{port}"
    try:
        wait_until(lambda: _answers(issuer), "the sign-in provider did not start")
        yield SignInProvider(issuer)
    finally:
        stop(process)


def _answers(issuer: str) -> bool:
    try:
        return requests.get(f"{issuer}/.well-known/openid-configuration", timeout=SECONDS).ok
    except requests.ConnectionError:
        return False
