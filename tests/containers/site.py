"""A person at the site over TLS, as a browser: a connection that stays open, cookies, and the token of forms."""

import http.client
import json
import re
import secrets
import ssl
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

SECONDS = 30
# The proxy closes a connection on which nothing came for longer.
IDLE_SECONDS = 20


@dataclass
class Answer:
    """A status and a body, JSON where it is."""

    status: int
    body: Any

    @property
    def reason(self) -> str:
        """Return the sentence with which the site, or its proxy, says why not; empty where it says nothing."""
        if isinstance(self.body, dict):
            return str(self.body.get("detail", ""))
        return " ".join(re.sub(r"<[^>]+>", " ", str(self.body)).split())[:200]


@dataclass
class Visitor:
    """One browser; the certificate is the only one that it trusts."""

    port: int
    certificate: Path
    cookies: dict[str, str] = field(default_factory=dict)
    _connection: http.client.HTTPSConnection | None = None
    _used_at: float = 0.0

    def __post_init__(self) -> None:
        self.cookies.setdefault("csrftoken", secrets.token_hex(16))
        self._trusted = ssl.create_default_context(cafile=str(self.certificate))

    @property
    def origin(self) -> str:
        return f"https://localhost:{self.port}"

    def sign_in(self, email: str, password: str) -> None:
        """Fill in the form of the sign-in page."""
        self.get("/accounts/login/")
        answer = self.send_form("/accounts/login/", {"login": email, "password": password})
        if answer.status != 302 or "sessionid" not in self.cookies:
            raise AssertionError(f"{email} could not sign in: {answer.status}: {answer.reason}")

    def get(self, path: str) -> Answer:
        return self._ask("GET", path)

    def post(self, path: str, data: dict[str, Any]) -> Answer:
        """Send JSON to the API."""
        return self._ask("POST", path, json.dumps(data).encode(), "application/json")

    def send_form(self, path: str, fields: dict[str, str]) -> Answer:
        return self._ask("POST", path, urlencode(fields).encode(), "application/x-www-form-urlencoded")

    def send_file(self, path: str, name: str, content: bytes) -> Answer:
        mark = secrets.token_hex(16)
        head = f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        body = head.encode() + content + f"\r\n--{mark}--\r\n".encode()
        return self._ask("POST", path, body, f"multipart/form-data; boundary={mark}")

    def require(self, answer: Answer, *statuses: int) -> Any:
        """Return the body of an answer with one of these statuses. Raise AssertionError with what it says instead."""
        if answer.status not in statuses:
            raise AssertionError(f"{answer.status} where {statuses} was expected: {answer.body}")
        return answer.body

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _ask(self, method: str, path: str, body: bytes | None = None, kind: str = "") -> Answer:
        headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "X-CSRFToken": self.cookies["csrftoken"],
            "Origin": self.origin,
            "Accept": "application/json, text/html",
        }
        if body is not None:
            headers["Content-Type"] = kind
        if time.monotonic() - self._used_at > IDLE_SECONDS:
            self.close()
        self._used_at = time.monotonic()
        if self._connection is None:
            options = {"context": self._trusted, "timeout": SECONDS}
            self._connection = http.client.HTTPSConnection("localhost", self.port, **options)
        try:
            self._connection.request(method, path, body=body, headers=headers)
            response = self._connection.getresponse()
            content = response.read()
        except (OSError, http.client.HTTPException):
            self.close()
            raise
        for line in response.headers.get_all("Set-Cookie", []):
            name, value = line.split(";", 1)[0].split("=", 1)
            self.cookies[name] = value
        if response.headers.get("Connection") == "close":
            self.close()
        is_json = "json" in response.headers.get("Content-Type", "")
        is_text = response.headers.get("Content-Type", "").startswith("text/")
        return Answer(response.status, json.loads(content) if is_json else content.decode() if is_text else content)
