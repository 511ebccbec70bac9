"""The hash of a test set, by which a signature names it."""

import pytest

from tests.evaluation.translated import make_test_set
from tests.factories import make_project

pytestmark = pytest.mark.django_db


def test_the_hash_is_that_of_earlier_versions_which_stored_one_name_for_a_content():
    test_set = make_test_set(make_project())
    now = test_set.sha256
    several = ("systems", "references")
    names = {
        role: columns if role in several else columns[0] for role, columns in test_set.job.parameters["columns"].items()
    }
    empty = dict.fromkeys(("reference_spans", "expression_class", "segment"), "")
    test_set.job.parameters["columns"] = {"references": [], **empty, **names}
    assert test_set.sha256 == now


@pytest.mark.parametrize(("where", "name", "value"), [("reading", "sheet", "B"), ("", "span_units", "utf-16")])
def test_files_read_in_another_way_are_another_test_set(where: str, name: str, value: str):
    test_set = make_test_set(make_project())
    now = test_set.sha256
    parameters = test_set.job.parameters
    (parameters[where] if where else parameters)[name] = value
    assert test_set.sha256 != now
