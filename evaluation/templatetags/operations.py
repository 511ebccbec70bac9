"""Ids by which a form sent twice is done once."""

from uuid import UUID, uuid4

from django import template

register = template.Library()


@register.simple_tag
def new_operation_id() -> UUID:
    """Return a new operation id; every form of a page needs its own."""
    return uuid4()
