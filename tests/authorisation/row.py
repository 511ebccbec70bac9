"""One row of the table of routes: the address, what is sent there, and the answer to those whom the view admits."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tests.authorisation.sides import Side

Rule = dict[str, int | str]
Arguments = Callable[[Side], tuple[Any, ...]]
OK = "ok"


# Jobs of others exist for managers only.
OWN_JOBS: Rule = {"adjudicator": 404}
# Annotators see how well they work themselves, and what they asked.
ONES_OWN: Rule = {"other": 404}
# The annotator whom the manager asked for classes.
EXPERT: Rule = {"other": 403}


@dataclass(frozen=True)
class Row:
    """One route: address, body, and the answer for each method to those whom its view admits.

    Whom it admits, the view says (`tests/authorisation/admission.py`). A row only narrows that, for people whom the
    object of this row is kept from.
    """

    arguments: Arguments = lambda side: ()
    get: int | None = None
    post: int | None = None
    patch: int | None = None
    delete: int | None = None
    data: Callable[[Side], dict[str, Any]] = lambda side: {}
    narrowed: Rule = field(default_factory=dict)
    is_fragment: bool = False

    @cached_property
    def methods(self) -> dict[str, int]:
        """Expected answers by method the route supports; others are refused before any check."""
        given = {"get": self.get, "post": self.post, "patch": self.patch, "delete": self.delete}
        return {method: status for method, status in given.items() if status is not None}

    @property
    def has_object(self) -> bool:
        """Return whether the address names something."""
        return self.arguments is not type(self).arguments
