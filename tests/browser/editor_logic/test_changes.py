"""Effects of a change on links, marks and link groups, and its undo."""

import pytest

pytestmark = pytest.mark.browser


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


def test_a_group_reaches_words_joined_through_others_and_tells_them_apart(run):
    group = run("""
      state.perform(model, state.changeToLink(model, [1], [1], 'S'));
      const group = state.groupOf(model, 'source', 0);
      return {links: group.links.map((l) => [l.source, l.target, l.direct]), source: [...group.words.source.keys()],
              target: [...group.words.target.entries()]};
    """)
    assert sorted(group["links"]) == [[0, 0, True], [1, 0, False], [1, 1, False]]
    assert sorted(group["source"]) == [0, 1]
    assert group["target"] == [[0, {"label": "S", "direct": True}], [1, {"label": "S", "direct": False}]]


def test_untouched_words_are_those_of_the_scope(run):
    full, targets = run("""
      return [state.untouchedWords(model), state.untouchedWords({...model, scope: 'target_words'})];
    """)
    assert full == {"source": [2], "target": [1, 2]}
    assert targets == {"source": [2], "target": []}


def test_the_rest_is_marked_by_one_change_and_taken_back_by_one(run):
    made = run("""
      const before = marks();
      state.perform(model, state.changeToMarkRest(model));
      const left = state.untouchedWords(model);
      const nothing = state.changeToMarkRest(model);
      state.undo(model);
      return {left, nothing, isBack: JSON.stringify(marks()) === JSON.stringify(before)};
    """)
    empty = {"links": [], "unaligned": []}
    assert made == {"left": {"source": [], "target": []}, "nothing": empty, "isBack": True}


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
    reached, expected = run("""
      const other = state.copyCells(model);
      state.applyCells(other, state.changeToLink(other, [3], [1], 'P'));
      state.applyCells(other, state.changeToRemove(other, {source: [0], target: []}));
      state.applyCells(model, state.difference(model, other));
      return [[links(), marks()], [links(other), marks(other)]];
    """)
    assert reached == expected


def test_a_group_takes_one_label_without_new_links(run):
    change = run("""
      const group = state.groupOf(model, 'target', 0);
      return state.changeToRelabel(group.links, 'P');
    """)
    assert change == {"links": [[0, 0, "S", "P"]], "unaligned": []}


def test_extending_joins_the_groups_it_touches_all_with_all_and_drops_marks(run):
    made = run("""
      const change = state.changeToExtend(model, {source: [3], target: [0, 1]});
      state.perform(model, change); return [links(), marks(), change.unaligned];
    """)
    assert made[0] == [[0, 0, "S"], [0, 1, "S"], [1, 0, "P"], [1, 1, "S"], [3, 0, "S"], [3, 1, "S"]]
    assert made[1] == [[], []]
    assert made[2] == [["source", 3, True, False]]


def test_extending_words_without_a_group_is_not_a_change(run):
    assert run("return state.changeToExtend(model, {source: [2], target: [2]});") is None


def test_dissolving_a_group_leaves_other_units_and_marks(run):
    left = run("""
      state.perform(model, state.changeToLink(model, [2], [2], 'S'));
      state.perform(model, state.changeToDissolve(state.groupOf(model, 'source', 0).links));
      return [links(), marks()];
    """)
    assert left == [[[2, 2, "S"]], [[3], []]]


def test_unlinking_a_block_touches_only_its_cells(run):
    assert run("return state.changeToUnlink(model, {source: [0], target: [0, 1]}).links;") == [[0, 0, "S", None]]
