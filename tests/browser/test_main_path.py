"""From a parallel text to a released gold standard and a scored system, by four people on real sentences."""

import json
import re
import zipfile
from io import StringIO
from itertools import cycle
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from alignment.adjudication.models import LinkDecision
from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project
from tests.browser.acts.adjudicating import Bench
from tests.browser.acts.annotating import Desk
from tests.browser.acts.hansards import PAIRS, Hansards, alignment_error_rate, read_talp
from tests.browser.acts.managing import Office, join_by_link
from tests.browser.conftest import OpenWindow
from tests.browser.windows import Window, expect_at
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.browser
NAME = "Hansards, first sixty"
DRAWN_BY_HAND = 3
DECIDED_BY_KEY = 6


def test_sixty_pairs_from_import_to_a_scored_system(open_window: OpenWindow, worker: None, tmp_path: Path) -> None:
    hansards = Hansards.read()
    manager = make_user("Margaret", can_create_projects=True)
    office = Office(open_window())
    office.window.sign_in(manager.email, PASSWORD)
    project = import_text(office, hansards, tmp_path)

    link = office.invite("Annotator", uses=2)
    by_mouse, by_keys, adjudicator = open_window(), open_window(), open_window()
    join_by_link(by_mouse, link, "Anna", "anna@example.net")
    join_by_link(by_keys, link, "Bruno", "bruno@example.net")
    join_by_link(adjudicator, office.invite("Adjudicator"), "Ada", "ada@example.net")

    draw_by_mouse(by_mouse, hansards)
    draw_by_keys(by_keys, hansards)
    submit_the_rest(by_mouse, "Anna", project, hansards)
    submit_the_rest(by_keys, "Bruno", project, hansards)
    assert Item.objects.filter(project=project, state=Item.State.ANNOTATED).count() == PAIRS

    look_at_agreement(office, project)
    adjudicate(adjudicator, project)
    file = release(office, tmp_path)
    score(office, hansards, file, tmp_path)


def import_text(office: Office, hansards: Hansards, folder: Path) -> Project:
    """Create the project and import the text, with one line too many that cannot be used."""
    text = folder / "hansards.en-fr"
    text.write_text("\n".join([*hansards.lines, "a line without its other side"]) + "\n", encoding="utf-8")
    office.create_project(NAME, "English", "French", "# Rules\n\nLink what **means** the same.")
    office.preview_import(text)
    expect(office.page.get_by_text("a line without its other side")).to_be_visible()
    expect(office.page.locator(".parallel li").first).to_contain_text("2 .")
    office.page.get_by_label("Leave out the 1 row").check()
    office.confirm_import(PAIRS)
    expect(office.page.get_by_role("table").get_by_role("row")).not_to_have_count(0)
    project = Project.objects.get(name=NAME)
    assert project.item_count == PAIRS
    return project


def start(window: Window) -> Desk:
    """Open the first pair from the overview."""
    window.page.get_by_role("button", name="Start with the first item").click()
    expect_at(window.page, re.compile(r"/annotate/\d+/$"))
    return Desk(window).wait_until_ready()


def some_links(desk: Desk, hansards: Hansards) -> list[tuple[int, int, str]]:
    """Return up to four gold links of the pair that is open."""
    number = Assignment.objects.get(pk=desk.assignment).item.number
    assert desk.page.locator("#source-words .word").all_inner_texts() == hansards.sides(number)[0]
    return [(source, target, label) for (source, target), label in sorted(hansards.gold[number - 1].items())][:4]


def draw_by_mouse(window: Window, hansards: Hansards) -> None:
    """Draw three pairs without touching the keyboard."""
    desk = start(window)
    for round_number in range(DRAWN_BY_HAND):
        links = some_links(desk, hansards)
        for source, target, label in links[:-1]:
            desk.link_by_mouse([source], [target], label)
        source, target, label = links[-1]
        desk.drag_across(source, target, possible=label == "P")
        desk.click_tool("undo")
        expect(desk.page.locator('[data-action="redo"]')).to_have_attribute("aria-disabled", "false")
        desk.click_tool("redo")
        desk.expect_saved()
        assert desk.stored()["links"] == {(source, target): label for source, target, label in links}
        earlier = desk.assignment
        is_open = desk.has_untouched_words()
        desk.page.get_by_role("button", name="Submit and next").click()
        if is_open:
            desk.mark_rest()
        desk.expect_pair_after(earlier)
        if round_number == 0:
            go_back_and_forth(desk, earlier)


def go_back_and_forth(desk: Desk, earlier: int) -> None:
    """Read submitted work, and come back."""
    now = desk.assignment
    desk.page.get_by_role("link", name="Back", exact=True).click()
    expect_at(desk.page, re.compile(f"/annotate/{earlier}/$"))
    desk.wait_until_ready()
    expect(desk.page.get_by_role("button", name="Reopen")).to_be_visible()
    desk.page.get_by_role("link", name="Next", exact=True).click()
    expect_at(desk.page, re.compile(f"/annotate/{now}/$"))
    desk.wait_until_ready()


def draw_by_keys(window: Window, hansards: Hansards) -> None:
    """Draw three pairs without touching the mouse, one with a comment."""
    window.page.get_by_role("button", name="Start with the first item").focus()
    window.page.keyboard.press("Enter")
    expect_at(window.page, re.compile(r"/annotate/\d+/$"))
    desk = Desk(window).wait_until_ready()
    for round_number in range(DRAWN_BY_HAND):
        links = some_links(desk, hansards)
        for source, target, label in links:
            desk.link_by_keys([source], [target], label)
        desk.press("z", "z", "y", "y")
        if round_number == 0:
            desk.press("c")
            desk.page.keyboard.type("Is this how they say it?")
            desk.press("Control+Enter")
            expect(desk.page.locator("#comment-list")).to_contain_text("Is this how they say it?")
            desk.page.keyboard.press("Shift+Tab")
        desk.expect_saved()
        assert desk.stored()["links"] == {(source, target): label for source, target, label in links}
        desk.word("target", links[-1][1]).focus()
        earlier = desk.assignment
        is_open = desk.has_untouched_words()
        desk.press("Enter")
        if is_open:
            desk.mark_rest(by_keys=True)
        desk.expect_pair_after(earlier)


def submit_the_rest(window: Window, annotator: str, project: Project, hansards: Hansards) -> None:
    """Submit the other pairs through the API, with the session of the browser."""
    while (answer := window.request_json("POST", f"/api/v1/projects/{project.slug}/next/")).status == 200:
        state = answer.json()
        links = hansards.read_as(annotator, state["item"]["number"])
        body = {
            "operation_id": str(uuid4()),
            "version": state["version"],
            "kind": "set",
            "links": [[source, target, label] for (source, target), label in links.items()],
            "unaligned": [],
        }
        saved = window.request_json("POST", state["urls"]["operations"], body)
        assert saved.ok, saved.text()
        body = {"operation_id": str(uuid4()), "version": saved.json()["version"], "mark_rest": True}
        assert window.request_json("POST", state["urls"]["submit"], body).ok
    assert answer.status == 204


def look_at_agreement(office: Office, project: Project) -> None:
    """Require the figure on the page to equal the one computed from the readings."""
    office.go_to("Agreement", "Agreement")
    readings: dict[int, list[set[tuple[int, int]]]] = {}
    for submission in Submission.objects.filter(assignment__item__project=project).select_related("assignment"):
        links = set(read_talp(f"{submission.reading['sure']} {submission.reading['possible']}", base=0))
        readings.setdefault(submission.assignment.item_id, []).append(links)
    assert all(len(both) == 2 for both in readings.values())
    shared = sum(len(first & second) for first, second in readings.values())
    agreement = 2 * shared / sum(len(links) for both in readings.values() for links in both)
    figure = office.page.locator("dl.figures div", has_text="AGR, links with any label").locator("dd")
    expect(figure).to_contain_text(f"{agreement:.3f}")
    expect(office.page.locator("figure.plot svg").first).to_be_visible()


def adjudicate(window: Window, project: Project) -> None:
    """Decide pairs by key, worst first, and take one annotator's reading whole."""
    bench = Bench(window)
    bench.open_worst(project.slug)
    keys = cycle("ASBPNO")
    pressed = 0
    for _ in range(DECIDED_BY_KEY):
        pressed += bench.decide_all(keys)
        bench.go_on()
    adopted = bench.number
    bench.adopt("A")
    made = Operation.objects.filter(project=project, kind="decide")
    assert made.count() == pressed + 1
    assert made.get(item__number=adopted).payload["adopted"] == "A"
    assert {*LinkDecision.objects.values_list("decision", flat=True)} == {"S", "P", "none", "open"}
    assert Item.objects.filter(project=project, state=Item.State.ADJUDICATED).count() == DECIDED_BY_KEY + 1


def release(office: Office, folder: Path) -> Path:
    """Release, download, and verify without the site."""
    office.release("first sixty")
    file = office.download_release(1, folder)
    output = StringIO()
    call_command("verify", str(file), stdout=output)
    assert json.loads(output.getvalue())["verified"] is True
    return file


def score(office: Office, hansards: Hansards, file: Path, folder: Path) -> None:
    """Require the rate on the board to equal the one computed from the downloaded gold standard."""
    with zipfile.ZipFile(file) as archive:
        [gold_name] = [name for name in archive.namelist() if name.endswith("/gold.talp")]
        [text_name] = [name for name in archive.namelist() if name.endswith("/source.txt")]
        gold = [read_talp(line, base=1) for line in archive.read(gold_name).decode().splitlines()]
        texts = archive.read(text_name).decode().splitlines()
    assert texts == [" ".join(hansards.sides(number)[0]) for number in range(1, PAIRS + 1)]
    output = folder / "fastalign.pharaoh"
    output.write_text("\n".join(hansards.system) + "\n")
    office.score_system("fast_align, intersection", output, "pharaoh")
    rate = alignment_error_rate(gold, [read_talp(line, base=0) for line in hansards.system])
    row = office.page.get_by_role("row", name="fast_align, intersection")
    expect(row.get_by_role("cell").first).to_contain_text(f"{100 * rate:.1f}")
