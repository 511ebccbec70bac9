"""The site in use, made once for all its pages, with a window for everybody."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from pytest_django import DjangoDbBlocker

from tests.browser.chromium import Chromium
from tests.browser.windows import Window
from tests.browser.world import World, build_world
from tests.running.emptying import empty_tables


@dataclass
class Tour:
    """A world, the window of each person, and the looks of text that were asked about."""

    world: World
    windows: dict[str, Window]
    looks: set[int] = field(default_factory=set)


@pytest.fixture(scope="module")
def tour(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    files_folder: object,
    chromium: Chromium,
    site: str,
) -> Iterator[Tour]:
    """Make the site in use; its rows are deleted after the module's last test."""
    with django_db_blocker.unblock(), ExitStack() as stack:
        stack.callback(empty_tables)
        world = build_world()
        windows = {name: stack.enter_context(closing(Window(chromium, site))) for name in ["", *world.people]}
        for window in windows.values():
            # Every page is looked at: with it comes what is brought into others when they are asked about.
            window.page.add_init_script(path=AXE_FILE_PATH)
        for name, person in world.people.items():
            windows[name].enter_as(person)
        yield Tour(world, windows)
