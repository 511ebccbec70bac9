"""The presence of a machine judge changes no number about people, and its own numbers stand beside them."""

import csv
import io
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.machines.models import Machine
from annotation_site.machines.services import declare_machine
from annotation_site.projects.models import Project
from evaluation.judging.models import JudgementTask, JudgingRound
from tests.annotation_site.machines.making import DAY
from tests.evaluation.judgements import bring_study, make_correlation, measure_all
from tests.evaluation.machine_judges.making import make_judge, make_judged_round, read_rows
from tests.evaluation.releases.making import make_evaluation_release
from tests.factories import make_member
from tests.markup import Markup
from tests.running.kept_rows import made_once

METHODS = ("score", "preference", "mqm")
# Made anew for every answer, as in tests/authorisation/asking.py; then what names machines on purpose.
ONCE_ONLY = re.compile(
    r'(?<=name="csrf-token" content=")\w+|(?<=name="csrfmiddlewaretoken" value=")\w+|(?<="X-CSRFToken": ")\w+|'
    r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|nonce-\w+"
)


def make_rounds() -> Project:
    """Make a project with a judged round of each method."""
    project = make_judged_round(METHODS[0], repeat_share=30, hides_reference=True).project
    for method in METHODS[1:]:
        make_judged_round(method, project, repeat_share=30)
    return project


@pytest.fixture
def rounds(db: None) -> list[JudgingRound]:
    return list(made_once(make_rounds).judging_rounds.order_by("number"))


def sign_in(user: Any) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


def list_pages(rounds: list[JudgingRound]) -> list[str]:
    """Return addresses of pages and of the API that count or compare people's judgements."""
    slug, test_set = rounds[0].project.slug, rounds[0].test_set
    by_round = [
        *("evaluation:judging_annotator_quality", "evaluation:judging_annotator_quality_table"),
        *("evaluation:judgement_table", "api:judgement-table", "api:judging-annotator-quality"),
    ]
    tables = ("systems", "alpha", "pairs", "annotators", "errors", "overlaps")
    correlation = test_set.correlations.get()
    return [
        *(reverse(name, args=[slug, each.number]) for each in rounds for name in by_round),
        *(
            reverse("evaluation:judgement_results", args=[slug, each.number, table, "csv"])
            for each in rounds
            for table in tables
        ),
        reverse("evaluation:overview", args=[slug]),
        reverse("evaluation:judging_rounds", args=[slug]),
        reverse("api:judging-rounds", args=[slug]),
        reverse("api:project-detail", args=[slug]),
        reverse("evaluation:adjudication", args=[slug]),
        reverse("api:judgement-queue", args=[slug]),
        reverse("evaluation:test_set", args=[slug, test_set.pk]),
        reverse("evaluation:correlations", args=[slug, test_set.pk]),
        reverse("evaluation:correlation", args=[slug, test_set.pk, correlation.pk]),
        reverse("projects:releases", args=[slug]),
    ]


def look(browser: Client, address: str) -> str:
    answer = browser.get(address)
    assert answer.status_code == 200, address
    return ONCE_ONLY.sub("", answer.getvalue().decode("utf-8-sig"))


def read_reports(browser: Client, rounds: list[JudgingRound]) -> list[Any]:
    addresses = [reverse("api:judging-round", args=[each.project.slug, each.number]) for each in rounds]
    return [{**browser.get(address).json(), "machines": None} for address in addresses]


@pytest.mark.django_db
def test_no_page_counts_a_machine_as_a_person(rounds: list[JudgingRound]):
    project = rounds[0].project
    measure_all(rounds[0].test_set, "mwe-score", "bleu")
    bring_study(rounds[0].test_set, "segment,annotator,system,score\n1,A,system one,2\n2,A,system two,3\n")
    make_correlation(rounds[0].test_set, rounds[0])
    annotator = project.memberships.active().annotators().order_by("pk")[0]
    manager, worker = sign_in(project.created_by), sign_in(annotator.user)
    work = reverse("evaluation:assignments", args=[project.slug])
    addresses = list_pages(rounds)
    before = [look(manager, address) for address in addresses], look(worker, work), read_reports(manager, rounds)
    counted = project.items.values_list("pk", "submitted_count", "state")
    items = list(counted.order_by("pk"))
    for opened in rounds:
        make_judge(opened, spread=0.9)
    after = [look(manager, address) for address in addresses], look(worker, work), read_reports(manager, rounds)
    for address, one, other in zip(addresses, before[0], after[0], strict=True):
        assert one == other, address
    assert before[1:] == after[1:]
    assert list(counted.order_by("pk")) == items
    assert len(rounds[0].project.memberships.all()) == 4


@pytest.mark.django_db(transaction=True)
def test_no_number_of_a_release_counts_a_machine_which_it_names(files_folder: object):
    opened = make_judged_round("score")
    before = make_evaluation_release(opened.project).manifest
    make_judge(opened)
    after = make_evaluation_release(opened.project).manifest
    for name in ("counts", "judging", "board"):
        assert before[name] == after[name], name
    assert "machines" not in before
    [named] = after["machines"]
    assert (named["pseudonym"], named["model"], named["answers"]) == ("M1", "LaBSE", 12)


@pytest.mark.django_db
def test_a_machine_is_a_column_of_its_own(rounds: list[JudgingRound]):
    opened = rounds[0]
    browser = sign_in(opened.project.created_by)
    address = reverse("evaluation:judging_round", args=[opened.project.slug, opened.number])
    assert "machine</span></th>" not in Markup(look(browser, address))
    machine = make_judge(opened)
    page = Markup(look(browser, address))
    assert page.count("machine</span></th>") == 1
    expected = expect_means(opened, machine)
    table = reverse("evaluation:judgement_results", args=[opened.project.slug, opened.number, "machines", "csv"])
    rows = list(csv.DictReader(io.StringIO(look(browser, table))))
    assert {row["system"]: float(row["mean"]) for row in rows} == pytest.approx(expected)
    told = browser.get(reverse("api:judging-round", args=[opened.project.slug, opened.number])).json()["machines"]
    assert {row["system"]: row["mean"] for row in told[0]["systems"]} == pytest.approx(expected)
    for mean in expected.values():
        assert f"{mean:.3f}" in page


def expect_means(opened: JudgingRound, machine: Machine) -> dict[str, float]:
    """Return the mean of the machine's scores of each system, hidden references and repeats left out."""
    named = {each.system_id: each.system.name for each in opened.translations.select_related("system")}
    outputs = {task.pk: task.outputs for task in JudgementTask.objects.filter(judging_round=opened)}
    scores: dict[str, list[float]] = {}
    for (item, place), (_, _, value, *_) in read_rows(opened, machine).items():
        for system in outputs[item][place]["systems"]:
            scores.setdefault(named[system], []).append(value)
    return {system: sum(each) / len(each) for system, each in scores.items()}


@pytest.mark.django_db
def test_the_answers_of_machines_are_a_file_that_names_them(rounds: list[JudgingRound]):
    for opened in rounds:
        make_judge(opened)
        browser = sign_in(opened.project.created_by)
        args = [opened.project.slug, opened.number]
        sent = look(browser, reverse("evaluation:judgement_results", args=[*args, "machine-answers", "csv"]))
        rows = list(csv.DictReader(io.StringIO(sent)))
        assert {row["machine"] for row in rows} == {"M1"}
        assert {(row["name"], row["model"], row["date"]) for row in rows} == {("Judge", "LaBSE", DAY.isoformat())}
        told = browser.get(reverse("api:judgement-table", args=args) + "?of=machines").json()
        assert len(told["rows"]) == len(rows)
        assert ("against" in rows[0]) == (opened.method == "preference")


@pytest.mark.django_db
def test_adjudicators_see_a_machine_beside_people_where_a_manager_chose_so(rounds: list[JudgingRound]):
    for opened in rounds:
        machine = make_judge(opened)
    declare = {"user": machine.project.created_by, "machine": machine, "name": "Judge", "model": "LaBSE", "dated": DAY}
    browser = sign_in(machine.project.created_by)
    for opened in rounds:
        task = JudgementTask.objects.filter(judging_round=opened, repeats=None).select_related("item").first()
        page = reverse("evaluation:adjudicate", args=[opened.project.slug, task.item.number])
        declare_machine(**declare, use="hidden")
        before = look(browser, page)
        assert "<b>M1</b>" not in before
        declare_machine(**declare, use="adjudication")
        shown = look(browser, page)
        assert '<b>M1</b> <span class="pill">machine</span>' in shown
        # Nobody can take it as an annotator's.
        assert shown.count("data-take>") == before.count("data-take>")
        # What people agree on stays as it was.
        state = browser.get(reverse("api:judgement-decision", args=[opened.project.slug, task.item.number])).json()
        assert {each["annotator"] for each in state["readings"][0]} == {"A", "B", "C"}
        assert {each["annotator"] for each in state["machines"][0]} == {"M1"}


@pytest.mark.django_db
def test_what_an_annotator_sees_does_not_change(rounds: list[JudgingRound]):
    newcomer = make_member(rounds[0].project)
    browser = sign_in(newcomer.user)
    address = reverse("evaluation:assignments", args=[rounds[0].project.slug])
    before = look(browser, address)
    machine = make_judge(rounds[0])
    declare_machine(
        user=machine.project.created_by, machine=machine, name="Judge", model="x", dated=DAY, use="adjudication"
    )
    assert look(browser, address) == before
