"""The editor's rules (static/annotate/state.js and its neighbours), run where they live: in a browser."""

import functools
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

STATIC = Path(__file__).parents[2] / "static"
pytestmark = pytest.mark.browser

# Four words against three; "a" is linked, "d" is marked.
SETTING = """
const parts = ["state", "changes", "history", "units", "suggestions"].map((name) => import(`/annotate/${name}.js`));
const state = Object.assign({}, ...(await Promise.all(parts)));
const cells = await import("/annotate/cells.js");
const find = await import("/annotate/find.js");
const display = await import("/annotate/display.js");
const moves = await import("/annotate/moves.js");
const keys = await import("/annotate/keys.js");
const words = await import("/annotate/words.js");
const model = state.createModel({
  scope: "full", links: [[0, 0, "S"], [1, 0, "P"]],
  source: {tokens: ["a", "b", "c", "d"], targets: [2]}, target: {tokens: ["x", "y", "z"], targets: []},
  unaligned: {source: [3], target: []}, history: {done: [], undone: []},
});
const links = (of = model) => [...of.links.values()].map((link) => [link.source, link.target, link.label]).sort();
const marks = (of = model) => [[...of.unaligned.source].sort(), [...of.unaligned.target].sort()];
"""


class QuietFiles(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        """Requests for scripts are not worth a line in the test's output."""


@pytest.fixture(scope="module")
def run(chromium: Browser) -> Iterator[Callable[[str], Any]]:
    """Runs a piece of JavaScript after SETTING and gives what it returns."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(QuietFiles, directory=STATIC))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = chromium.new_page()
    page.goto(f"http://127.0.0.1:{server.server_port}/favicon.svg")
    yield lambda code: page.evaluate("async () => {" + SETTING + code + "}")
    page.close()
    server.shutdown()
    server.server_close()


def test_linking_joins_every_source_with_every_target(run):
    made = run("state.perform(model, state.changeToLink(model, [1, 2], [1, 2], 'P')); return links();")
    assert made == [[0, 0, "S"], [1, 0, "P"], [1, 1, "P"], [1, 2, "P"], [2, 1, "P"], [2, 2, "P"]]


def test_the_same_label_on_linked_cells_removes_them(run):
    assert run("state.perform(model, state.changeToLink(model, [0], [0], 'S')); return links();") == [[1, 0, "P"]]


def test_another_label_changes_the_link(run):
    assert run("return state.changeToLink(model, [0], [0], 'P').links;") == [[0, 0, "S", "P"]]


def test_a_partly_linked_block_is_completed_before_it_is_removed(run):
    assert run("return state.changeToLink(model, [0, 1], [0], 'S').links;") == [[1, 0, "P", "S"]]


def test_linking_a_marked_word_takes_the_mark_away_in_the_same_change(run):
    change = run("return state.changeToLink(model, [3], [2], 'S');")
    assert change == {"links": [[3, 2, None, "S"]], "unaligned": [["source", 3, True, False]]}


def test_marking_a_linked_word_drops_its_links_in_the_same_change(run):
    change = run("return state.changeToMark(model, {source: [], target: [0]});")
    assert change["links"] == [[0, 0, "S", None], [1, 0, "P", None]]
    assert change["unaligned"] == [["target", 0, False, True]]


def test_marking_marked_words_again_takes_the_marks_away(run):
    change = run("return state.changeToMark(model, {source: [3], target: []});")
    assert change == {"links": [], "unaligned": [["source", 3, True, False]]}


def test_undo_and_redo_lead_back_and_forth(run):
    steps = run("""
      const seen = [[links(), marks()]];
      state.perform(model, state.changeToLink(model, [3], [0, 1], 'S')); seen.push([links(), marks()]);
      state.perform(model, state.changeToMark(model, {source: [0], target: []})); seen.push([links(), marks()]);
      const back = [];
      state.undo(model); back.push([links(), marks()]); state.undo(model); back.push([links(), marks()]);
      const nothing = state.undo(model);
      state.redo(model); state.redo(model);
      return {seen, back, nothing, end: [links(), marks()]};
    """)
    assert steps["back"] == [steps["seen"][1], steps["seen"][0]]
    assert steps["nothing"] is None
    assert steps["end"] == steps["seen"][2]


def test_a_new_change_ends_what_could_be_redone(run):
    left = run("""
      state.perform(model, state.changeToLink(model, [2], [2], 'S')); state.undo(model);
      state.perform(model, state.changeToLink(model, [2], [1], 'S'));
      return [model.undone.length, state.redo(model)];
    """)
    assert left == [0, None]


def test_clearing_all_is_one_change_that_can_be_undone(run):
    before, empty, after = run("""
      const before = [links(), marks()];
      state.perform(model, state.changeToClear(model)); const empty = [links(), marks()];
      state.undo(model); return [before, empty, [links(), marks()]];
    """)
    assert empty == [[], [[], []]]
    assert after == before


def test_a_unit_reaches_words_joined_through_others_and_tells_them_apart(run):
    unit = run("""
      state.perform(model, state.changeToLink(model, [1], [1], 'S'));
      const unit = state.unitOf(model, 'source', 0);
      return {links: unit.links.map((l) => [l.source, l.target, l.direct]), source: [...unit.words.source.keys()],
              target: [...unit.words.target.entries()]};
    """)
    assert sorted(unit["links"]) == [[0, 0, True], [1, 0, False], [1, 1, False]]
    assert sorted(unit["source"]) == [0, 1]
    assert unit["target"] == [[0, {"label": "S", "direct": True}], [1, {"label": "S", "direct": False}]]


def test_untouched_words_are_those_of_the_scope(run):
    full, targets = run("""
      return [state.untouchedWords(model), state.untouchedWords({...model, scope: 'target_words'})];
    """)
    assert full == {"source": [2], "target": [1, 2]}
    assert targets == {"source": [2], "target": []}


def test_changes_put_on_other_ground_never_leave_a_word_linked_and_marked(run):
    found = run("""
      const theirs = state.copyCells(model);
      state.applyCells(theirs, state.changeToMark(theirs, {source: [], target: [1]}));
      state.applyCells(theirs, state.changeToLink(theirs, [2], [2], 'S'));
      const ours = {links: [[0, 1, null, 'S']], unaligned: [['source', 2, false, true]]};
      state.applyCells(theirs, state.changeOnTop(theirs, ours));
      return [links(theirs), marks(theirs)];
    """)
    assert found == [[[0, 0, "S"], [0, 1, "S"], [1, 0, "P"]], [[2, 3], []]]


def test_a_difference_leads_from_one_state_to_the_other(run):
    reached, wanted = run("""
      const other = state.copyCells(model);
      state.applyCells(other, state.changeToLink(other, [3], [1], 'P'));
      state.applyCells(other, state.changeToRemove(other, {source: [0], target: []}));
      state.applyCells(model, state.difference(model, other));
      return [[links(), marks()], [links(other), marks(other)]];
    """)
    assert reached == wanted


def test_arrows_follow_the_eye_in_both_directions_of_writing(run):
    steps = run("""
      return [moves.stepAside('ltr', 1, 'right', 4), moves.stepAside('rtl', 1, 'right', 4),
              moves.stepAside('rtl', 1, 'left', 4), moves.stepAside('ltr', 3, 'right', 4)];
    """)
    assert steps == [2, 0, 2, 3]


def test_the_next_open_word_goes_round_and_ends_when_none_is_left(run):
    found = run("""
      const at = (side, index) => moves.openWordFrom(model, {side, index}, 1);
      const round = [at('source', 0), at('source', 2), at('target', 2)];
      state.applyCells(model, state.changeToMark(model, {source: [2], target: [1, 2]}));
      return [round, at('source', 0)];
    """)
    assert found == [
        [{"side": "source", "index": 2}, {"side": "target", "index": 1}, {"side": "source", "index": 2}],
        None,
    ]


@pytest.mark.parametrize(
    ("press", "action"),
    [
        ("{key: 's'}", "sure"),
        ("{key: 'S', shiftKey: true}", "sure"),
        ("{key: 's', ctrlKey: true}", None),
        ("{key: 'z', ctrlKey: true}", "undo"),
        ("{key: 'Z', ctrlKey: true, shiftKey: true}", "redo"),
        ("{key: 'Z', shiftKey: true}", "redo"),
        ("{key: 'z', metaKey: true}", "undo"),
        ("{key: 'Enter', onWord: true}", "submit"),
        ("{key: 'Enter'}", None),
        ("{key: ' '}", None),
        ("{key: ' ', onWord: true}", "pick"),
        ("{key: 'ArrowLeft', onWord: true, shiftKey: true}", "stretch-arrowleft"),
        ("{key: 'ArrowLeft', altKey: true, onWord: true}", None),
        ("{key: 'Backspace', onWord: true}", "remove"),
        ("{key: 'm'}", "matrix"),
        ("{key: 'N', shiftKey: true}", "mark-column"),
        ("{key: 'A', shiftKey: true}", "accept-all"),
        ("{key: 'Delete', shiftKey: true}", "clear-all"),
        ("{key: '/'}", "find"),
        ("{key: 'f', ctrlKey: true}", None),
        ("{key: '+', ctrlKey: true}", None),
    ],
)
def test_keys_mean_what_the_list_of_keys_says(run, press, action):
    assert run(f"return keys.actionOf({press});") == action


def test_a_word_is_read_out_with_its_state(run):
    names = run("""
      const all = state.summariseAll(model);
      return [words.describe('x', all.target[0], true), words.describe('d', all.source[3], true),
              words.describe('c', all.source[2], true), words.describe('y', all.target[1], false)];
    """)
    assert names == ["x, 1 Sure, 1 Possible", "d, no counterpart", "c, target word, to do", "y, no link"]


def test_a_unit_takes_one_label_without_new_links(run):
    change = run("""
      const unit = state.unitOf(model, 'target', 0);
      return state.changeToRelabel(unit.links, 'P');
    """)
    assert change == {"links": [[0, 0, "S", "P"]], "unaligned": []}


def test_extending_joins_the_units_it_touches_all_with_all_and_drops_marks(run):
    made = run("""
      const change = state.changeToExtend(model, {source: [3], target: [0, 1]});
      state.perform(model, change); return [links(), marks(), change.unaligned];
    """)
    assert made[0] == [[0, 0, "S"], [0, 1, "S"], [1, 0, "P"], [1, 1, "S"], [3, 0, "S"], [3, 1, "S"]]
    assert made[1] == [[], []]
    assert made[2] == [["source", 3, True, False]]


def test_extending_words_without_a_unit_is_not_a_change(run):
    assert run("return state.changeToExtend(model, {source: [2], target: [2]});") is None


def test_dissolving_a_unit_leaves_other_units_and_marks(run):
    left = run("""
      state.perform(model, state.changeToLink(model, [2], [2], 'S'));
      state.perform(model, state.changeToDissolve(state.unitOf(model, 'source', 0).links));
      return [links(), marks()];
    """)
    assert left == [[[2, 2, "S"]], [[3], []]]


def test_unlinking_a_block_touches_only_its_cells(run):
    assert run("return state.changeToUnlink(model, {source: [0], target: [0, 1]}).links;") == [[0, 0, "S", None]]


SUGGESTED = """
const hinted = state.createModel({
  scope: "full", links: [[0, 0, "S"]], suggestions: [[0, 0, "S"], [1, 1, "P"], [1, 2, "S"], [3, 2, "S"]],
  source: {tokens: ["a", "b", "c", "d"], targets: []}, target: {tokens: ["x", "y", "z"], targets: []},
  unaligned: {source: [3], target: []},
});
"""


def test_suggestions_are_open_until_linked_or_their_word_is_marked(run):
    found = run(SUGGESTED + "return state.openSuggestions(hinted).map((s) => [s.source, s.target]);")
    assert found == [[1, 1], [1, 2]]


def test_an_accepted_suggestion_says_where_it_came_from_and_a_drawn_link_does_not(run):
    accepted, drawn, kept = run(
        SUGGESTED
        + """
      const change = state.changeToAccept(hinted, state.suggestionsFor(hinted, {source: [1], target: []}));
      const before = state.copyCells(hinted);
      state.perform(hinted, change);
      return [state.outcomeOf(change), state.outcomeOf(state.changeToLink(hinted, [2], [2], 'S')),
              state.outcomeOf(state.difference(before, hinted))];
    """
    )
    assert accepted["links"] == [[1, 1, "P", "suggestion"], [1, 2, "S", "suggestion"]]
    assert drawn["links"] == [[2, 2, "S"]]
    assert kept == accepted


def test_undoing_the_removal_of_an_accepted_suggestion_gives_its_origin_back(run):
    found = run(
        SUGGESTED
        + """
      hinted.done.push({links: [[1, 1, 'P', null, 'suggestion']], unaligned: []});
      state.undo(hinted);
      return hinted.links.get('1:1');
    """
    )
    assert found == {"source": 1, "target": 1, "label": "P", "origin": "suggestion"}


def test_a_block_accepts_only_what_is_suggested_inside_it(run):
    found = run(SUGGESTED + "return state.suggestionsFor(hinted, {source: [1], target: [2]}).map((s) => s.target);")
    assert found == [2]


@pytest.mark.parametrize(
    ("direction", "key", "reached"),
    [
        ("ltr", "arrowright", [1, 2]),
        ("rtl", "arrowright", [1, 0]),
        ("rtl", "arrowleft", [1, 2]),
        ("ltr", "arrowup", [0, 1]),
        ("ltr", "pagedown", [3, 1]),
        ("rtl", "home", [1, 0]),
        ("ltr", "end", [1, 2]),
    ],
)
def test_arrows_move_through_the_matrix_as_the_eye_does(run, direction, key, reached):
    cell = run(
        f"return cells.stepFrom({{source: 1, target: 1}}, '{key}',"
        f"{{rows: 4, columns: 3, direction: '{direction}', page: 10}});"
    )
    assert [cell["source"], cell["target"]] == reached


def test_a_block_is_the_same_from_any_corner_and_a_point_outside_is_no_cell(run):
    found = run("""
      const shape = {rows: 4, columns: 3};
      return [cells.blockBetween({source: 2, target: 0}, {source: 1, target: 1}),
              cells.cellAt({across: 25, down: 39}, 20, shape), cells.cellAt({across: -1, down: 5}, 20, shape),
              cells.cellAt({across: 60, down: 5}, 20, shape)];
    """)
    assert found == [{"source": [1, 2], "target": [0, 1]}, {"source": 1, "target": 1}, None, None]


@pytest.mark.parametrize(
    ("typed", "runs"),
    [
        ("caf", [[0]]),
        ("CAFÉ", [[0]]),
        ("é no", [[0, 1]]),
        ("  ", []),
        ("nero noir", []),
        ("कि", [[3]]),
        ("كتاب", [[4]]),
    ],
)
def test_finding_ignores_case_and_accents_and_goes_across_words(run, typed, runs):
    found = run(f"return find.findRuns(['Café', 'noir', 'nero', 'किताब', 'كِتَاب', 'क'], {typed!r});")
    assert found == runs


def test_matches_are_stepped_through_in_the_order_of_reading_and_round(run):
    found = run("""
      const places = [{side: 'source', index: 1}, {side: 'target', index: 0}];
      const here = (side, index, step) => find.nextMatch(places, {side, index}, step);
      return [here('source', 0, 1), here('source', 1, 1), here('target', 2, 1), here('source', 1, -1),
              here('target', 2, -1), find.nextMatch([], {side: 'source', index: 0}, 1)];
    """)
    assert found == [0, 1, 0, 1, 1, -1]


def test_settings_that_do_not_fit_are_left_out(run):
    found = run("""
      const bad = display.readSettings('{"view": "cube", "size": 99, "spacing": 1, "isDimmed": "yes"}');
      return [bad, display.readSettings('not json'), display.resized(bad, -9).size,
              display.respaced({spacing: 2}).spacing];
    """)
    assert found[0] == {"view": "text", "size": 2, "spacing": 1, "isDimmed": False, "hasAllLines": False}
    assert found[1] == {"view": "text", "size": 2, "spacing": 0, "isDimmed": False, "hasAllLines": False}
    assert found[2:] == [0, 0]
