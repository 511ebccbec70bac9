"""Settings of a project that marks expressions, in the API."""

from typing import Any

from rest_framework import serializers

from expressions.categories.lists import LONGEST_CATEGORY, MOST_CATEGORIES


class CategoryList(serializers.ListField):
    """Own categories in the order in which annotators see them; used if the set is “own”."""

    child = serializers.CharField(max_length=LONGEST_CATEGORY)

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": MOST_CATEGORIES, **options})
