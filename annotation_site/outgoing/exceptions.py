"""Errors of calls to the outside, each with a sentence for the person who caused the call."""

from annotation_site.web.exceptions import DomainError


class OutgoingError(DomainError):
    """A call that brought no answer."""


class AddressRefused(OutgoingError):
    """An address that the operator does not let the server call."""

    code = "address_refused"


class NoAnswer(OutgoingError):
    """A host that could not be reached or gave an answer that cannot be used."""

    status = 502
    code = "no_answer"
