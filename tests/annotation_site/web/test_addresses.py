"""Addresses of objects by their key."""

import pytest
from django.urls import reverse

from annotation_site.web.addresses import address_of


@pytest.mark.parametrize("route", ["api:assignment-submit", "alignment:annotate", "api:assignment-history"])
def test_an_address_is_the_one_that_django_gives(route: str) -> None:
    for key in (1, 9_007_199_254_740_991):
        assert address_of(route, key) == reverse(route, args=[key])
