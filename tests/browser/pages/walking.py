"""A walk through the pages of one part of the site."""

from django.urls import is_valid_path, resolve

from tests.browser.pages.conftest import Tour
from tests.browser.pages.looking import look_at
from tests.factories import PASSWORD

# Those who annotate, rate or judge do it on phones, too.
AT_DESKS = {"manager", "adjudicator", "operator"}


def expect_in_order(tour: Tour, part: str) -> None:
    """Require of every page: no finding of axe, nothing wider than the window, no error in the browser."""
    found: list[str] = []
    for visit in tour.world.parts[part]:
        window = tour.windows[visit.person]
        known = len(window.complaints)
        window.visit(visit.url, PASSWORD)
        place = f"{visit.name} ({visit.url})"
        seen = resolve(window.path).view_name if is_valid_path(window.path) else ""
        if seen != visit.route:
            found.append(f"{place}: leads to {window.path}")
        found += [f"{place}: {line}" for line in look_at(window, tour.looks, on_phones=visit.person not in AT_DESKS)]
        window.expect_complaint(rf"status of 40[034] .*\({visit.url}\)", r"503.*/health/")
        found += [f"{place}: {line}" for line in window.unexpected()[known:]]
    assert not found, "\n".join([f"{len(found)} findings:", *found])
