"""A person's browser window, which remembers everything the browser complained about."""

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.base import AXE_FILE_PATH
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse
from playwright.sync_api import (
    APIResponse,
    BrowserContext,
    ConsoleMessage,
    Page,
    Response,
    Route,
    WebError,
    expect,
)

from annotation_site.accounts.models import User
from tests.browser.chromium import Chromium, WindowKind

ROOT = Path(__file__).parents[2]
SAVED = re.compile(r"^Saved .*, nothing waiting$")
PICTURES = Path(os.environ.get("TEST_LOG_DIR", ROOT / "var" / "test" / "log")) / "browser"


class Window:
    """One browser profile with one tab, and more where `open_tab` is called."""

    def __init__(self, chromium: Chromium, address: str, **kind: Any) -> None:
        self.address = address
        self.complaints: list[str] = []
        self._expected: list[re.Pattern[str]] = []
        self._chromium, self._kind = chromium, WindowKind(address, **kind)
        self._hears = {"console": self._hear, "weberror": self._fail, "response": self._see}
        self.context: BrowserContext = chromium.take_profile(self._kind)
        for event, hear in self._hears.items():
            self.context.on(event, hear)  # type: ignore[call-overload]
        self.page: Page = self.context.new_page()
        # Only a tab reaches what the pages of a profile have stored.
        session = self.context.new_cdp_session(self.page)
        session.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "local_storage"})
        session.detach()

    @property
    def path(self) -> str:
        """Path of the page that is open."""
        return urlsplit(self.page.url).path

    def open_tab(self) -> Page:
        """Open another tab of the same person in the same browser."""
        return self.context.new_page()

    def enter_as(self, person: User | AnonymousUser) -> "Window":
        """Carry the cookie of a session that was opened without the sign-in page."""
        if isinstance(person, User):
            client = Client()
            client.force_login(person)
            value = client.cookies["sessionid"].value
            self.context.add_cookies([{"name": "sessionid", "value": value, "url": self.address}])
        return self

    def sign_in(self, email: str, password: str) -> None:
        """Sign in through the form, as people do."""
        self.page.goto("/accounts/login/")
        self.page.get_by_label("Email").fill(email)
        self.page.get_by_label("Password").fill(password)
        self.page.get_by_role("button", name="Sign in").click()
        expect_at(self.page, re.compile(r"^(?!.*/login/)"))

    def visit(self, url: str, password: str) -> None:
        """Go to a page, and confirm with the password where allauth asks for it again."""
        self.page.goto(url)
        if self.path == reverse("account_reauthenticate") != url:
            self.page.get_by_label("Password").fill(password)
            self.page.get_by_role("button", name="Continue").click()
            expect_at(self.page, re.compile(r"^(?!.*/reauthenticate/)"))

    def request_json(self, method: str, url: str, body: object = None) -> APIResponse:
        """Call the API with this window's session."""
        token = self.page.locator('meta[name="csrf-token"]').get_attribute("content") or ""
        headers = {"X-CSRFToken": token, "Content-Type": "application/json", "Accept": "application/json"}
        data = None if body is None else json.dumps(body)
        return self.context.request.fetch(url, method=method, headers=headers, data=data)

    def expect_complaint(self, *patterns: str) -> None:
        """Name complaints that belong to what the test does, such as a request that it aborts."""
        self._expected += [re.compile(pattern) for pattern in patterns]

    def unexpected(self) -> list[str]:
        """Return the browser's errors that the test did not expect."""
        return [line for line in self.complaints if not any(pattern.search(line) for pattern in self._expected)]

    def close(self, picture: Path | None = None) -> None:
        """Give the profile back, after a picture of each tab where a folder is given."""
        if picture:
            for number, page in enumerate(self.context.pages):
                picture.parent.mkdir(parents=True, exist_ok=True)
                page.screenshot(path=picture.with_name(f"{picture.name}-{number}.png"), full_page=True)
        self._chromium.return_profile(self._kind, self.context)
        # After the tabs are closed: with the answer comes what was said until then.
        for event, hear in self._hears.items():
            self.context.remove_listener(event, hear)

    def _complain(self, text: str) -> None:
        self.complaints.append(text)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            place = urlsplit(message.location["url"]).path
            self._complain(f"console {message.type}: {message.text} ({place})")

    def _fail(self, error: WebError) -> None:
        self._complain(f"script error: {error.error}")

    def _see(self, response: Response) -> None:
        if response.status >= 500:
            self._complain(f"status {response.status}: {response.url}")


def expect_at(page: Page, address: str | re.Pattern[str]) -> None:
    """Wait until the page of an address is there, loaded, by however many navigations.

    `wait_for_url` fails where a second one, such as a double click's, ends the first: net::ERR_ABORTED.
    """
    expect(page).to_have_url(address)
    page.wait_for_load_state()


def expect_away(page: Page, address: str | re.Pattern[str]) -> None:
    """Wait until the page is another one than that of the address, loaded."""
    expect(page).not_to_have_url(address)
    page.wait_for_load_state()


def expect_saved(page: Page) -> None:
    """Wait for the receipt that everything has reached the server."""
    receipt = page.locator("#receipt")
    # The text alone may still be that of the change before.
    expect(receipt).to_have_attribute("data-phase", "idle")
    expect(receipt).to_have_text(SAVED)


def fetch_answer(route: Route) -> APIResponse:
    """Let the server take a request of the page; whether the page hears its answer is for the caller."""
    # The server may close a connection that was idle just when it is used again, which a browser tries anew by itself.
    return route.fetch(max_retries=2)


def measure_overflow(page: Page) -> int:
    """Return by how many pixels the page is wider than the window."""
    width: int = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return width


# Null where axe must be brought in first. Not by a locator: Playwright's own script is loaded for the first in a page.
RUN_AXE = """async ([within, options]) => {
  if (!document.querySelector(within)) return [];
  if (!("axe" in window)) return null;
  return (await axe.run(within, options)).violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.target.join(" ")}: ${node.failureSummary}`));
}"""


def find_violations(page: Page, rules: Sequence[str] = (), within: str = "html", but: Sequence[str] = ()) -> list[str]:
    """Return axe's findings in a part of the page, one line per element; by all its rules but a few, or by some."""
    # Preloading is for rules about sound and about turning the screen; it reads every style sheet again.
    options = {"resultTypes": ["violations"], "preload": False, "rules": {rule: {"enabled": False} for rule in but}}
    options |= {"runOnly": list(rules)} if rules else {}
    found = page.evaluate(RUN_AXE, [within, options])
    if found is None:
        page.evaluate(AXE_FILE_PATH.read_text("utf-8"))
        found = page.evaluate(RUN_AXE, [within, options])
    return [re.sub(r"\s+", " ", line) for line in found]
