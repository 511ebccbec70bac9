"""The Chromium of all browser tests, and its profiles."""

import os
import shutil
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from unittest import mock

from django.db import connections
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from annotation_site.embedded.chromium import NAMES

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
# For what takes a moment, on a machine with much other work.
SECONDS = 45


@dataclass(frozen=True)
class WindowKind:
    """Site, size and abilities of windows that may follow each other in one profile."""

    address: str
    width: int = 1280
    has_scripts: bool = True
    has_touch: bool = False


class Chromium:
    """A browser whose profiles are emptied and used again: what they hold of our scripts and style sheets is not
    fetched anew for every window.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._free: dict[WindowKind, list[BrowserContext]] = defaultdict(list)

    def take_profile(self, kind: WindowKind) -> BrowserContext:
        """Return a profile that no window uses; what pages store in a browser is the window's to delete."""
        if self._free[kind]:
            return self._free[kind].pop()
        context = self.browser.new_context(
            base_url=kind.address,
            java_script_enabled=kind.has_scripts,
            has_touch=kind.has_touch,
            viewport={"width": kind.width, "height": 860},
            reduced_motion="reduce",
            locale="en-GB",
        )
        context.set_default_timeout(SECONDS * 1000)
        return context

    def return_profile(self, kind: WindowKind, context: BrowserContext) -> None:
        """Close its tabs, and sign it out."""
        for page in context.pages:
            page.close()
        context.set_offline(False)
        context.clear_cookies()
        self._free[kind].append(context)


@contextmanager
def running_chromium() -> Iterator[Chromium]:
    """Start the Chromium of $CHROMIUM or of the PATH."""
    expect.set_options(timeout=SECONDS * 1000)
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    # Playwright keeps an event loop in this thread; the ORM is used beside it, never inside it.
    with mock.patch.dict(os.environ, DJANGO_ALLOW_ASYNC_UNSAFE="true"), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        try:
            yield Chromium(browser)
        finally:
            browser.close()
            # Beside Playwright's event loop the ORM has connections of its own, which nobody could close later.
            connections.close_all()
