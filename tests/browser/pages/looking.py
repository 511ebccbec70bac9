"""Looks for what is wrong with the page that is open."""

from collections.abc import Iterator
from typing import Literal

from playwright.sync_api import Page, expect

from tests.browser.pages.contrast import COLOUR_RULES, find_bad_colours
from tests.browser.pages.layout import find_layout_faults
from tests.browser.windows import Window, find_violations, measure_overflow

WIDTHS = (820, 1280)
PHONE = 390
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
IS_LIGHT = "() => matchMedia('(prefers-color-scheme: light)').matches"


def look_at(window: Window, looks: set[int], *, on_phones: bool = False) -> Iterator[str]:
    """Yield what is wrong with the page that is open, at both widths, on phones too if wanted, and in both schemes.

    Colours are asked about for text whose look is not among `looks`.
    """
    page = window.page
    settle(page)
    for width in (PHONE, *WIDTHS) if on_phones else WIDTHS:
        page.set_viewport_size({"width": width, "height": 860})
        if overflow := measure_overflow(page):
            yield f"{overflow} px wider than {width}"
        yield from (f"at {width}: {line}" for line in find_layout_faults(page))
    # That in which the page was opened comes first: each change lets the browser work out every style again.
    schemes = SCHEMES if page.evaluate(IS_LIGHT) else SCHEMES[::-1]
    # The schemes differ in colours only.
    yield from (f"{schemes[0]}: {line}" for line in find_violations(page, but=COLOUR_RULES))
    for place, scheme in enumerate(schemes):
        if place:
            page.emulate_media(color_scheme=scheme)
        yield from (f"{scheme}: {line}" for line in find_bad_colours(page, looks))


def settle(page: Page) -> None:
    """Wait until the page has done what its scripts do at the start."""
    # Not by locators, for the first of which Playwright loads its own script into the page: most need no wait.
    names = page.evaluate(
        """() => Object.entries({editor: ["editor"], rating: ["submit", "rating"]})
          .filter(([, ids]) => ids.every((id) => document.getElementById(id))).map(([name]) => name)"""
    )
    for name in names:
        expect(page.locator(f"html[data-{name}=ready]")).to_be_attached()
