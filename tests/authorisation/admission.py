"""Answers that are right, derived from what each view declares: whom it admits."""

from annotation_site.machines.authentication import MACHINES
from annotation_site.projects.abilities import Ability
from annotation_site.projects.access import ANYBODY, CREATORS, OPERATORS, OWNER, SIGNED_IN, Group, list_admissions
from annotation_site.projects.models import Role
from annotation_site.web.addresses import walk_routes
from tests.authorisation.row import OK, Row, Rule
from tests.authorisation.rows import TABLE

ROUTES = dict(walk_routes())
MEMBERS = {
    "annotator": Role.ANNOTATOR,
    "other": Role.ANNOTATOR,
    "adjudicator": Role.ADJUDICATOR,
    "manager": Role.MANAGER,
}
EVERYBODY = ("outsider", *MEMBERS)
_GROUPS: dict[Group, Rule] = {
    ANYBODY: {**dict.fromkeys(EVERYBODY, OK), "anonymous": OK},
    SIGNED_IN: dict.fromkeys(EVERYBODY, OK),
    # The outsider and the manager of the world manage a project each.
    CREATORS: {**dict.fromkeys(MEMBERS, 403), "outsider": OK, "manager": OK},
    OPERATORS: dict.fromkeys(EVERYBODY, 403),
    # Everything in the world is the first annotator's own.
    OWNER: {**dict.fromkeys(EVERYBODY, 404), "annotator": OK},
    MACHINES: dict.fromkeys((*EVERYBODY, "anonymous"), 401),
}


def read_admission(name: str, method: str) -> Ability | Group:
    """Return whom the view of a route admits to a request of this method."""
    admissions = list_admissions(ROUTES[name])
    admission = admissions.get(method) or admissions.get("")
    assert admission is not None, f"{name} does not say whom it admits"
    return admission.of(method)


def find_rule(name: str, method: str) -> Rule:
    """Return the right answers to each person: as declared, less what the object of the row refuses them."""
    row, admitted = TABLE[name], read_admission(name, method)
    declared = _answer(admitted, row)
    assert all(declared[viewer] == OK for viewer in row.narrowed), f"{name}: a row may narrow what a view declares"
    return {**declared, **row.narrowed}


def is_of_project(name: str) -> bool:
    """Return whether a route leads to a project or to something in one, for members, its owner or operators."""
    row, private = TABLE[name], (OWNER, OPERATORS)
    admitted = [read_admission(name, method) for method in row.methods]
    return row.has_object and all(isinstance(each, Ability) or each in private for each in admitted)


def _answer(admitted: Ability | Group, row: Row) -> Rule:
    if isinstance(admitted, Ability):
        answers: Rule = {name: OK if role in admitted.roles else 403 for name, role in MEMBERS.items()}
        return {**answers, "outsider": 404}
    if admitted is OPERATORS and row.has_object:
        return dict.fromkeys(EVERYBODY, 404)
    return _GROUPS[admitted]
