"""Suggestions in the editor: open, accepted, and whence a link came."""

import pytest

pytestmark = pytest.mark.browser
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


@pytest.mark.parametrize(
    ("confidence", "strength"), [("null", None), ("0", 1), ("0.49", 1), ("0.5", 2), ("0.75", 3), ("0.9", 4), ("1", 4)]
)
def test_a_suggestion_is_as_strong_as_the_confidence_in_it(run, confidence: str, strength: int | None):
    assert run(f"return state.strengthOf({{confidence: {confidence}}})") == strength


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
