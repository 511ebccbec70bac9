"""Pages of the demo as the people see them who may; and that every page of the site has a visit."""

import pytest

from tests.browser.pages.conftest import Tour
from tests.browser.pages.routes import list_pages
from tests.browser.pages.walking import expect_in_order
from tests.browser.world.building import OF_DEMO, PARTS

pytestmark = [pytest.mark.browser, pytest.mark.django_db]
BUILT = PARTS


@pytest.mark.parametrize("part", OF_DEMO)
def test_every_page_is_in_order(tour: Tour, part: str) -> None:
    expect_in_order(tour, part)


def test_every_page_has_a_visit(tour: Tour) -> None:
    unseen = set(list_pages()) - {visit.route for visit in tour.world.visits}
    assert not unseen, f"no visit leads to {sorted(unseen)}; add one to tests/browser/world/"
