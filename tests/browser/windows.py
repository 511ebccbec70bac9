"""A person's browser window, which remembers everything the browser complained about."""

import json
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from axe_playwright_python.base import AXE_FILE_PATH
from django.contrib.auth.models import AnonymousUser
from django.db import connections
from django.test import Client
from django.urls import reverse
from playwright.sync_api import (
    APIResponse,
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Response,
    expect,
    sync_playwright,
)

from annotation_site.accounts.models import User
from annotation_site.embedded.chromium import NAMES

ROOT = Path(__file__).parents[2]
PICTURES = Path(os.environ.get("TEST_LOG_DIR", ROOT / "var" / "test" / "log")) / "browser"
# A later list replaces Playwright's own; these are what it turns off for the sake of pages.
TURNED_OFF_BY_PLAYWRIGHT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
)
# The whole Chromium, for want of its headless shell, draws its own window even without a screen: the list under its
# address bar is a page of scripts, loaded for each new window at the cost of three of ours, and a process is kept ready
# for a page that may follow.
SPARED = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "PreloadTopChromeWebUI",
    "SpareRendererForSitePerProcess",
)
ARGUMENTS = [
    f"--disable-features={','.join((*TURNED_OFF_BY_PLAYWRIGHT, *SPARED))}",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
    *(["--no-sandbox"] if os.geteuid() == 0 else []),
]
SECONDS = 15


@contextmanager
def running_chromium() -> Iterator[Browser]:
    """Start the Chromium of $CHROMIUM or of the PATH."""
    expect.set_options(timeout=SECONDS * 1000)
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()
        # Beside Playwright's event loop the ORM has connections of its own, which nobody could close later.
        connections.close_all()


class Window:
    """One browser profile with one tab, and more where `open_tab` is called."""

    def __init__(
        self, browser: Browser, address: str, *, width: int = 1280, has_scripts: bool = True, has_touch: bool = False
    ) -> None:
        self.address = address
        self.complaints: list[str] = []
        self._expected: list[re.Pattern[str]] = []
        self.context: BrowserContext = browser.new_context(
            base_url=address,
            java_script_enabled=has_scripts,
            has_touch=has_touch,
            viewport={"width": width, "height": 860},
            reduced_motion="reduce",
            locale="en-GB",
        )
        self.context.set_default_timeout(SECONDS * 1000)
        self.context.on("console", self._hear)
        self.context.on("weberror", lambda error: self._complain(f"script error: {error.error}"))
        self.context.on("response", self._see)
        self.page: Page = self.context.new_page()

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
        """Close the tabs, after a picture of each where a folder is given."""
        if picture:
            for number, page in enumerate(self.context.pages):
                picture.parent.mkdir(parents=True, exist_ok=True)
                page.screenshot(path=picture.with_name(f"{picture.name}-{number}.png"), full_page=True)
        self.context.close()

    def _complain(self, text: str) -> None:
        self.complaints.append(text)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            place = urlsplit(message.location["url"]).path
            self._complain(f"console {message.type}: {message.text} ({place})")

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


def measure_overflow(page: Page) -> int:
    """Return by how many pixels the page is wider than the window."""
    width: int = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return width


def find_violations(page: Page, rules: Sequence[str] = (), within: str = "html", but: Sequence[str] = ()) -> list[str]:
    """Return axe's findings in a part of the page, one line per element; by all its rules but a few, or by some."""
    if not page.locator(within).count():
        return []
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_FILE_PATH.read_text("utf-8"))
    # Preloading is for rules about sound and about turning the screen; it reads every style sheet again.
    options = {"resultTypes": ["violations"], "preload": False, "rules": {rule: {"enabled": False} for rule in but}}
    options |= {"runOnly": list(rules)} if rules else {}
    found = page.evaluate(
        """async ([within, options]) => (await axe.run(within, options)).violations.flatMap((rule) =>
          rule.nodes.map((node) => `${rule.id}: ${node.target.join(" ")}: ${node.failureSummary}`))""",
        [within, options],
    )
    return [re.sub(r"\s+", " ", line) for line in found]
