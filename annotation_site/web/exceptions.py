"""Domain errors; api/errors.py answers them as JSON, middleware.py as a page."""

from typing import Any


class DomainError(Exception):
    """A request that cannot be met; the message is one sentence for the person who made it."""

    status = 400
    code = "invalid"

    def __init__(self, sentence: str, **details: Any) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.details = details


class RoleRequired(DomainError):
    """The person is a member of the project but their role does not allow this."""

    status = 403
    code = "role_required"


class StaleVersion(DomainError):
    """Somebody, or another tab, saved first; `state` holds what is stored now."""

    status = 409
    code = "stale_version"


class NotEditable(DomainError):
    """The object is in a state that allows no change."""

    status = 409
    code = "not_editable"


class ChangedMeanwhile(DomainError):
    """A step that rests on something changed since the person saw it, such as another's reading; they decide anew."""

    status = 412
    code = "changed_meanwhile"


class Untouched(DomainError):
    """Something that annotators are asked is still open, such as words without a link or a mark."""

    status = 400
    code = "untouched"


class LimitReached(DomainError):
    """A quota is used up; try later."""

    status = 429
    code = "limit_reached"
