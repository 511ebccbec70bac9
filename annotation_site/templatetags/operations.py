"""Template tags for operation ids, by which a form sent twice takes effect once."""

from uuid import UUID, uuid4

from django import template

register = template.Library()


@register.simple_tag
def new_operation_id() -> UUID:
    """Return a new operation id; every form of a page needs its own."""
    return uuid4()
