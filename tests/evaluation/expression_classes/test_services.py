"""Classes of expressions from a compositionality project: which are found, what is kept, and taking it back."""

from copy import deepcopy
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.projects.models import Project, Role
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired, StaleVersion
from evaluation.boards.queries.breakdowns import read_groups
from evaluation.expression_classes.services import clear_classes, take_classes, undo_classes
from evaluation.marked_expressions.models import ExpressionClassChange
from evaluation.marked_expressions.services import change_marked_expressions, undo_marked_expressions
from evaluation.measures.jobs import measure_translations
from evaluation.metrics.words import lemmatiser
from evaluation.test_sets.models import Expression, TestSet
from evaluation.test_sets.queries import read_marked_expressions
from expressions.categories.compositionality import ClassedExpression, ClassFinder
from idiomaticity.compounds.models import Compound
from tests.evaluation.judging.test_api import Caller
from tests.evaluation.measures.services.test_measures import ask
from tests.evaluation.translated import make_test_set, run
from tests.factories import make_member, make_project
from tests.idiomaticity.making import make_rating_project
from tests.markup import markup_of
from tests.running.module_rows import made_for_module

pytestmark = pytest.mark.django_db
TABLE = (
    "source\treference\texpression\tlabel\tclass\tsystem one\n"
    "She broke glass ceilings.\tHa rotto soffitti.\tsoffitti\tglass ceilings\t\tHa rotto.\n"
    "Olive oil is dear.\tL'olio è caro.\tolio\toil of olives\tPC\tL'olio.\n"
    "It is a cash cow.\tÈ una miniera d'oro.\tminiera d'oro\tcash cow\t\tÈ una mucca.\n"
    "A red herring.\tUn diversivo.\tdiversivo\tred herring\t\tUn'aringa.\n"
)
COMPOUNDS = (
    "compound\tsentence\tclass\ttype_score\n"
    "glass ceiling\tA glass ceiling keeps the light in.\tNC\t4.9\n"
    "olive oil\tOlive oil is dear.\tC\t4.8\n"
    "cash cow\tThe printer is a cash cow.\t\t2.5\n"
)


def make_both() -> tuple[TestSet, Project]:
    """Make a test set, and a compositionality project of the same manager."""
    columns = {"source": "source", "reference": "reference", "expression": "expression", "label": "label"}
    found = make_test_set(make_project(), TABLE, {**columns, "expression_class": "class"}, ["system one"])
    Expression.objects.filter(label="oil of olives").update(source_spans=[[0, 9]])
    return found, make_rating_project(found.project.created_by, COMPOUNDS, name="Compounds of a study")


made = made_for_module(make_both)


@pytest.fixture
def test_set(made: tuple[TestSet, Project]) -> TestSet:
    return deepcopy(made[0])


@pytest.fixture
def source(made: tuple[TestSet, Project]) -> Project:
    return deepcopy(made[1])


def take(test_set: TestSet, source: Project, version: int = 0, **options):
    values = {"user": test_set.project.created_by, "operation_id": uuid4(), **options}
    return take_classes(test_set=test_set, project=source, version=version, **values)


def undo(test_set: TestSet, version: int):
    user = test_set.project.created_by
    return undo_classes(user=user, test_set=test_set, version=version, operation_id=uuid4())


def clear(test_set: TestSet, version: int):
    user = test_set.project.created_by
    return clear_classes(user=user, test_set=test_set, version=version, operation_id=uuid4())


def stored() -> dict[str, str]:
    return dict(Expression.objects.values_list("label", "expression_class"))


BEFORE = {"glass ceilings": "", "oil of olives": "partly", "cash cow": "", "red herring": ""}


def test_classes_are_found_by_lemmas_and_those_that_are_there_stay(test_set, source):
    change = take(test_set, source)
    assert stored() == {**BEFORE, "glass ceilings": "idiomatic"}
    assert change.changes == [(1, 0, "glass ceilings", "", "idiomatic")]
    assert (change.origin["name"], change.operation.actor) == ("Compounds of a study", test_set.project.created_by)


def test_words_in_the_source_are_looked_for_too_and_others_replaced_where_asked(test_set, source):
    take(test_set, source, replaces=True)
    assert stored() == {**BEFORE, "glass ceilings": "idiomatic", "oil of olives": "compositional"}


def test_bounds_on_the_mean_count_where_no_class_does(test_set, source):
    change = take(test_set, source, bounds=(1.67, 3.33))
    assert stored() == {**BEFORE, "glass ceilings": "idiomatic", "cash cow": "partly"}
    assert change.origin["bounds"] == (1.67, 3.33)


@pytest.mark.parametrize(
    ("mean", "expected"), [(1.66, "idiomatic"), (1.67, "partly"), (3.33, "partly"), (3.34, "compositional"), (None, "")]
)
def test_a_mean_on_a_bound_is_partly(mean, expected):
    assert ClassedExpression("a b", "", mean).find_class((1.67, 3.33)) == expected
    assert ClassedExpression("a b", "idiomatic", mean).find_class((1.67, 3.33)) == "idiomatic"
    assert ClassedExpression("a b", "", mean).find_class(None) == ""


def test_the_same_lemmas_with_two_classes_are_found_as_they_are_written_only():
    finder = ClassFinder([("saw mill", "partly"), ("saw mills", "idiomatic")], lemmatiser("en"))
    assert finder.find("Saw Mills") == "idiomatic" and finder.find("saw mill") == "partly"
    one = ClassFinder([("glass ceiling", "idiomatic")], lemmatiser("en"))
    assert one.find("glass-ceilings") == "idiomatic" and one.find("", "glass") == ""


def test_taking_back_gives_what_was_there_and_another_hash(test_set, source):
    take(test_set, source, replaces=True, bounds=(1.67, 3.33))
    test_set.refresh_from_db()
    taken = test_set.sha256
    undone = undo(test_set, 1)
    assert stored() == BEFORE and len(undone.changes) == 3
    test_set.refresh_from_db()
    assert test_set.sha256 != taken and test_set.expressions_sha256
    with pytest.raises(NotEditable, match="no change of classes"):
        undo(test_set, 2)


def test_what_was_marked_otherwise_since_then_stays(test_set, source):
    take(test_set, source, replaces=True)
    segment = test_set.segments.get(number=1)
    assert segment.expressions_version == 1  # who has its expressions open is told
    user = test_set.project.created_by
    expressions = [{"label": "glass ceilings", "expression_class": "compositional"}]
    change_marked_expressions(
        user=user, test_set=test_set, number=1, version=1, expressions=expressions, operation_id=uuid4()
    )
    undo(test_set, 1)
    assert stored() == {**BEFORE, "glass ceilings": "compositional"}


def test_undoing_a_mark_of_before_keeps_the_class_that_all_were_given_since(test_set, source):
    segment = test_set.segments.get(number=1)
    expressions = {"user": test_set.project.created_by, "test_set": test_set, "number": 1}
    (expression,) = read_marked_expressions(segment)
    added = {**expression, "label": "two ceilings", "reference_text": "soffitti"}
    change_marked_expressions(
        **expressions, version=0, expressions=[{**expression, "category": "x"}, added], operation_id=uuid4()
    )
    take(test_set, source)
    segment.refresh_from_db()
    undo_marked_expressions(**expressions, version=segment.expressions_version, operation_id=uuid4())
    (after,) = read_marked_expressions(segment)
    assert (after["label"], after["category"], after["expression_class"]) == ("glass ceilings", "", "idiomatic")


def test_clearing_is_a_change_like_any_other(test_set, source):
    clear(test_set, 0)
    assert set(stored().values()) == {""}
    with pytest.raises(DomainError, match="No classes would change"):
        clear(test_set, 1)
    undo(test_set, 1)
    assert stored() == BEFORE


def test_the_same_step_sent_twice_is_done_once_and_an_old_page_is_refused(test_set, source):
    step = uuid4()
    assert take(test_set, source, operation_id=step) is not None
    assert take(test_set, source, operation_id=step) is None
    assert ExpressionClassChange.objects.count() == 1
    with pytest.raises(StaleVersion):
        take(test_set, source, replaces=True)


def test_a_step_of_another_test_set_is_no_repeat(test_set, source):
    step = uuid4()
    take(test_set, source, operation_id=step)
    columns = {"source": "source", "reference": "reference", "expression": "expression", "label": "label"}
    other = make_test_set(test_set.project, TABLE, columns, ["system one"], name="Another")
    with pytest.raises(DomainError, match="already used for a different action"):
        take(other, source, operation_id=step)


def test_the_same_words_are_looked_up_once(test_set, source, monkeypatch):
    """A test set may hold an expression a thousand times."""
    segment = test_set.segments.get(number=1)
    Expression.objects.bulk_create(
        Expression(segment=segment, position=place, label="cash cows") for place in range(1, 40)
    )
    looked_up: list[tuple[str, ...]] = []
    find = ClassFinder.find
    monkeypatch.setattr(ClassFinder, "find", lambda self, *names: looked_up.append(names) or find(self, *names))
    take(test_set, source, bounds=(1.67, 3.33))
    assert looked_up.count(("cash cows", "")) == 1
    assert Expression.objects.filter(label="cash cows", expression_class="partly").count() == 39


def test_what_cannot_be_taken_is_said(test_set, source):
    with pytest.raises(DomainError, match="two means from 0 to 5, the lower one first"):
        take(test_set, source, bounds=(3.0, 2.0))
    with pytest.raises(DomainError, match="There is no such compositionality project with results that you can see"):
        take(test_set, make_rating_project())
    other = make_rating_project(test_set.project.created_by, COMPOUNDS, language="pt")
    with pytest.raises(DomainError, match="is not in the language of the source sentences"):
        take(test_set, other)
    Compound.objects.filter(project=source).update(compound_class="")
    with pytest.raises(DomainError, match="has a class yet"):
        take(test_set, source)
    with pytest.raises(RoleRequired):
        adjudicator = make_member(test_set.project, Role.ADJUDICATOR).user
        take(test_set, make_rating_project(adjudicator, COMPOUNDS), user=adjudicator)
    assert stored() == BEFORE and not ExpressionClassChange.objects.exists()


def test_measures_are_broken_down_by_the_new_classes(test_set, source):
    run(ask(test_set, "mwe-score"), measure_translations)
    take(test_set, source, replaces=True, bounds=(1.67, 3.33))
    test_set.refresh_from_db()
    run(ask(test_set, "mwe-score"), measure_translations)
    part = next(each for each in read_groups(test_set, "mwe-score")[1] if "lass" in each.title)
    rows = {row.name: row.n for row in part.rows}
    assert rows["idiomatic"] == rows["partly"] == rows["compositional"] == 1


def test_the_page_takes_clears_and_undoes(test_set, source):
    client = Client()
    client.force_login(test_set.project.created_by)
    address = reverse("evaluation:expression_classes", args=[test_set.project.slug, test_set.pk])
    make_rating_project(test_set.project.created_by, COMPOUNDS, name="In Portuguese", language="pt-BR")
    page = markup_of(client.get(address))
    assert "Compounds of a study" in page and "Import classes" in page and "In Portuguese" not in page
    step = {"version": 0, "operation_id": str(uuid4())}
    refused = client.post(address, {**step, "source": source.pk, "uses_means": "on", "low": "", "high": "9"})
    assert refused.status_code == 400 and "Give a mean from 0 to 5." in markup_of(refused)
    taken = {**step, "source": source.pk, "uses_means": "on", "low": "1.67", "high": "3.33"}
    answer = client.post(address, taken, follow=True)
    assert "2 expressions have a new class." in markup_of(answer)
    assert "idiomatic below 1.67 and compositional above 3.33" in markup_of(answer)
    old = client.post(f"{address}clear/", {"version": 0, "operation_id": str(uuid4())})
    assert old.status_code == 409 and "have been changed since" in markup_of(old)
    client.post(f"{address}clear/", {"version": 1, "operation_id": str(uuid4())})
    assert set(stored().values()) == {""}
    for version in (2, 3):
        client.post(f"{address}undo/", {"version": version, "operation_id": str(uuid4())})
    assert stored() == BEFORE
    groups = reverse("evaluation:occurrences", args=[test_set.project.slug, test_set.pk])
    assert address in markup_of(client.get(groups))


def test_the_api_takes_clears_and_undoes(test_set, source):
    caller = Caller(test_set.project.created_by, test_set.project)
    address = f"test-sets/{test_set.pk}/classes/"
    assert caller.send("get", address, 200)["version"] == 0
    step = {"operation_id": str(uuid4()), "version": 0}
    caller.send("post", address, 404, **step, project="nothing")
    state = caller.send("post", address, 200, **step, project=source.slug, bounds=[1.67, 3.33])
    assert {each["name"]: each["expressions"] for each in state["classes"]} == {"idiomatic": 1, "partly": 2, "": 1}
    assert (state["version"], state["changes"][0]["expressions"]) == (1, 2)
    state = caller.send("post", f"{address}undo/", 200, operation_id=str(uuid4()), version=1)
    assert state["changes"][0]["is_undo"] and stored() == BEFORE
    caller.send("post", f"{address}clear/", 200, operation_id=str(uuid4()), version=2)
    assert set(stored().values()) == {""}
