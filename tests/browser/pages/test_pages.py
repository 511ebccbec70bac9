"""Every page of the site as the people see it who may; and that each has a visit."""

import pytest

from tests.browser.pages.conftest import Tour
from tests.browser.pages.routes import list_pages
from tests.browser.pages.walking import expect_in_order
from tests.browser.world.building import PARTS

pytestmark = [pytest.mark.browser, pytest.mark.django_db]


@pytest.mark.parametrize("part", PARTS)
def test_every_page_is_in_order(tour: Tour, part: str) -> None:
    expect_in_order(tour, part)


def test_every_page_has_a_visit(tour: Tour) -> None:
    unseen = set(list_pages()) - {visit.route for visit in tour.world.visits}
    assert not unseen, f"no visit leads to {sorted(unseen)}; add one to tests/browser/world/"
