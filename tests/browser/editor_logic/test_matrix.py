"""The matrix, finding words, and settings."""

import pytest

pytestmark = pytest.mark.browser


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
    assert found[0] == {"view": "text", "size": 2, "spacing": 1, "isDimmed": False, "isFolded": False, "lines": "auto"}
    assert found[1] == {"view": "text", "size": 2, "spacing": 0, "isDimmed": False, "isFolded": False, "lines": "auto"}
    assert found[2:] == [0, 0]
