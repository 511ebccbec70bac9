"""A desk of every kind."""

import pytest

from tests.annotation_site.assignments.desks import CASES, Desk
from tests.factories import make_member


@pytest.fixture(params=sorted(CASES))
def desk(request: pytest.FixtureRequest) -> Desk:
    case = CASES[request.param]
    project = case.make()
    return Desk(case, project, make_member(project))
