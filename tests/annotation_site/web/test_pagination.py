"""Lists that are filtered by a state in their address."""

from typing import Any

import pytest
from django.test import RequestFactory

from annotation_site.web.pagination import filtered_page

LABELS = {"open": "Open", "closed": "Closed", "lost": "Lost"}
ROWS = {"": ["a", "b", "c"], "open": ["a", "b"], "closed": ["c"]}
COUNTS = {state: len(rows) for state, rows in ROWS.items()}


def page_of(address: str) -> dict[str, Any]:
    return filtered_page(RequestFactory().get(address), LABELS, COUNTS, lambda state: ROWS[state])


@pytest.mark.parametrize(
    ("address", "chosen"),
    [("/", ""), ("/?state=closed", "closed"), ("/?state=unheard-of", ""), ("/?state=open&page=99", "open")],
)
def test_the_state_in_the_address_chooses_the_rows(address: str, chosen: str) -> None:
    found = page_of(address)
    assert (found["chosen"], list(found["page"])) == (chosen, ROWS[chosen])


def test_a_state_is_offered_with_its_number_if_there_is_one() -> None:
    assert page_of("/")["filters"] == [("", "All", 3), ("open", "Open", 2), ("closed", "Closed", 1)]
