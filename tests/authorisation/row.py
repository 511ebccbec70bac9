"""One row of the table of routes: access, address, and expected answers."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tests.authorisation.sides import Side

Rule = dict[str, int | str]
Arguments = Callable[[Side], tuple[Any, ...]]
OK = "ok"


def rule(annotator: int | str, other: int | str, adjudicator: int | str, manager: int | str) -> Rule:
    """Return the expected answers for members; a stranger gets 404."""
    return {"outsider": 404, "annotator": annotator, "other": other, "adjudicator": adjudicator, "manager": manager}


MEMBER = rule(OK, OK, OK, OK)
MANAGER = rule(403, 403, 403, OK)
REVIEWER = rule(403, 403, OK, OK)
ANNOTATOR = rule(OK, OK, 403, 403)
# Jobs of others exist for managers only.
JOB = rule(403, 403, 404, OK)
OWNER = rule(OK, 404, 404, 404)
# The annotator whom the manager asked for classes.
EXPERT = rule(OK, 403, 403, 403)
SIGNED_IN: Rule = {**MEMBER, "outsider": OK}
MAY_START: Rule = {"outsider": OK, "annotator": 403, "other": 403, "adjudicator": 403, "manager": OK}
# For operators.
REFUSED: Rule = dict.fromkeys(SIGNED_IN, 403)
HIDDEN: Rule = dict.fromkeys(SIGNED_IN, 404)
# For programs that are no person.
NOBODY: Rule = dict.fromkeys(SIGNED_IN, 401)
PUBLIC: Rule = {**SIGNED_IN, "anonymous": OK}


@dataclass(frozen=True)
class Row:
    """One route: access, address, and the expected answer for each method."""

    rule: Rule
    arguments: Arguments = lambda side: ()
    get: int | None = None
    post: int | None = None
    patch: int | None = None
    delete: int | None = None
    data: Callable[[Side], dict[str, Any]] = lambda side: {}
    # Where reading and changing are for different people.
    change_rule: Rule | None = None
    is_fragment: bool = False

    @cached_property
    def methods(self) -> dict[str, int]:
        """Expected answers by method the route supports; others are refused before any check."""
        given = {"get": self.get, "post": self.post, "patch": self.patch, "delete": self.delete}
        return {method: status for method, status in given.items() if status is not None}

    def rule_for(self, method: str) -> Rule:
        return self.change_rule if self.change_rule and method != "get" else self.rule
