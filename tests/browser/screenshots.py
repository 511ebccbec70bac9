"""`python -m tests.browser.screenshots OUT [NAME…]`: a picture of every page, light and dark, wide and narrow.

Needs the servers that the tests need (`make servers`), and works on a database of its own, which it drops again.
"""

import os
import sys
import tempfile
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import django
from playwright.sync_api import Page

from tests.stand_ins.outside_hosts import LISTED_HOST

WIDTHS = (1280, 820, 390)
SCHEMES = ("light", "dark")


def main(arguments: Sequence[str]) -> int:
    """Take the pictures; with names, only of those pages."""
    if not arguments:
        sys.stderr.write(f"{__doc__}\n")
        return 2
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation_site.settings")
    os.environ["INTERLINEA_ENVIRONMENT"] = "test"
    os.environ["INTERLINEA_OUTGOING_HOSTS"] = LISTED_HOST
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright keeps an event loop in this thread
    folder, names = Path(arguments[0]), set(arguments[1:])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        os.environ["INTERLINEA_DATA"] = data
        django.setup()
        take_pictures(folder, names)
    return 0


def take_pictures(folder: Path, names: set[str]) -> None:
    """Build the site in use and walk through it."""
    # Imported here, because these need Django to be set up.
    from celery import current_app
    from django.test.utils import setup_test_environment

    from tests.browser.chromium import running_chromium
    from tests.browser.corners import walk_errors, walk_second_factor
    from tests.browser.pages.looking import settle
    from tests.browser.windows import Window
    from tests.browser.world import build_world
    from tests.factories import PASSWORD
    from tests.running.databases import create_database, drop_database
    from tests.servers import running_site, running_worker

    setup_test_environment()
    create_database(name := f"interlinea_pictures_{os.getpid()}")
    try:
        world = build_world()
        # A worker would have raced for the jobs that the world does itself, and would now do those that wait in it.
        current_app.control.purge()
        with running_worker(), running_site() as address, running_chromium() as chromium:
            windows = {name: Window(chromium, address) for name in ["", *world.people]}
            for name, person in world.people.items():
                windows[name].sign_in(person.email, PASSWORD)
            for visit in world.visits:
                page = windows[visit.person].page
                windows[visit.person].visit(visit.url, PASSWORD)
                if names and visit.name not in names:
                    continue
                settle(page)
                if visit.name == "annotate":
                    page.locator(".word.has-sure").nth(1).focus()
                take_picture(page, folder / visit.name)
                if visit.name == "annotate":
                    page.keyboard.press("m")
                    take_picture(page, folder / "annotate-matrix")
                    page.keyboard.press("m")
                if visit.name == "long-annotate-1":
                    page.keyboard.press("l")
                    take_picture(page, folder / "annotate-all-lines")
                    page.keyboard.press("l")
            windows["door"] = Window(chromium, address)
            rest = [
                walk_errors(windows[""]),
                walk_second_factor(windows["manager"], windows["door"], world.people["manager"]),
            ]
            for name, window in chain(*rest):
                if not names or name in names:
                    take_picture(window.page, folder / name)
            for window in windows.values():
                window.close()
    finally:
        drop_database(name)


def take_picture(page: Page, path: Path) -> None:
    """One page at both widths in both schemes."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 860})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            # What sticks to the foot of the window would stand in the middle of a picture of all.
            is_whole = page.locator(".dock").count() == 0
            page.screenshot(path=path.with_name(f"{path.name}-{width}-{scheme}.png"), full_page=is_whole)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
