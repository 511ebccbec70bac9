"""Pages of all other projects as the people see them who may."""

import pytest

from tests.browser.pages.conftest import Tour
from tests.browser.pages.walking import expect_in_order
from tests.browser.world.building import OF_OTHERS

pytestmark = [pytest.mark.browser, pytest.mark.django_db]
BUILT = OF_OTHERS


@pytest.mark.parametrize("part", OF_OTHERS)
def test_every_page_is_in_order(tour: Tour, part: str) -> None:
    expect_in_order(tour, part)
