"""Keys, arrows and what is read out."""

import pytest

pytestmark = pytest.mark.browser


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
        ("{key: 'Enter', onWord: true, shiftKey: true}", "submit-rest"),
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
        ("{key: 'k'}", "skip"),
        ("{key: '/'}", "find"),
        ("{key: 'f'}", "fold"),
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


@pytest.mark.parametrize(
    ("setting", "place", "reached"),
    [
        # "a" is linked with x, and so is "b": from both the next open word is y.
        ("", ("source", 1, False), ("target", 1)),
        # "c" stands behind a word that was passed over.
        ("state.applyCells(model, {links: [[1, 0, 'P', null]], unaligned: []});", ("source", 2, False), ("target", 2)),
        ("model.suggestions.set('1:2', {source: 1, target: 2, label: 'P'});", ("source", 1, False), ("target", 2)),
        # The way back leads on to what is to be aligned, not to another suggestion.
        ("model.suggestions.set('3:0', {source: 3, target: 0, label: 'S'});", ("target", 0, True), ("source", 2)),
        # No word further on is open: the last open one; none at all: across.
        ("state.applyCells(model, {links: [[1, 2, null, 'S']], unaligned: []});", ("source", 2, False), ("target", 1)),
        ("for (const index of [1, 2]) model.unaligned.target.add(index);", ("source", 1, False), ("target", 1)),
        ("model.links.clear();", ("source", 3, False), ("target", 2)),
    ],
)
def test_the_arrow_across_leads_to_the_word_that_comes_next(run, setting, place, reached):
    side, index, is_back = place
    found = run(f"""
      const lines = {{ source: [[0, 1, 2, 3]], target: [[0, 1, 2]] }};
      const boxes = {{ source: [0, 1, 2, 3].map((x) => ({{ x }})), target: [0, 1, 2].map((x) => ({{ x }})) }};
      {setting}
      const place = {{ side: {side!r}, index: {index} }};
      return moves.counterpartOf(model, place, {{ boxes, lines }}, {{ isBack: {str(is_back).lower()} }});
    """)
    assert (found["side"], found["index"]) == reached
