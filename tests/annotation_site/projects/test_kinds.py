"""A kind that leaves something out is refused when it is registered."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from annotation_site.projects.kinds import list_kinds, list_missing, register
from annotation_site.projects.models import Project


def test_registered_kinds_declare_everything() -> None:
    assert {each.kind: list_missing(type(each)) for each in list_kinds()} == {kind: [] for kind in Project.Kind.values}


def test_what_is_left_out_is_named() -> None:
    complete = type(list_kinds()[0])

    class WithoutTitle(complete):  # type: ignore[misc, valid-type]
        pass

    bases = complete.__mro__[1:]
    own = {name: value for name, value in vars(complete).items() if name not in ("title", "figure", "__dict__")}
    lacking = type("Lacking", bases, own)
    with pytest.raises(ImproperlyConfigured, match=r"^Lacking does not declare figure, title\.$"):
        register(lacking())
    assert list_missing(WithoutTitle) == []
