import pytest

from annotation_site.assignments.history import Change, reverse_change, undo_stacks


def link(source: int, target: int, before: str | None, after: str | None) -> Change:
    return {"links": [[source, target, before, after]], "unaligned": []}


FIRST = link(0, 0, None, "S")
SECOND = link(1, 2, None, "P")
THIRD = link(0, 0, "S", None)


def test_nothing_done_leaves_nothing_to_undo() -> None:
    assert undo_stacks([]) == ([], [])


def test_changes_are_undone_from_the_newest() -> None:
    stacks = undo_stacks([("set", FIRST), ("set", SECOND), ("undo", reverse_change(SECOND))])
    assert stacks.done == [FIRST]
    assert stacks.undone == [SECOND]


def test_redo_brings_back_what_was_undone_last() -> None:
    undo_both = [("undo", reverse_change(SECOND)), ("undo", reverse_change(FIRST))]
    stacks = undo_stacks([("set", FIRST), ("set", SECOND), *undo_both, ("redo", FIRST)])
    assert stacks.done == [FIRST]
    assert stacks.undone == [SECOND]


def test_a_new_change_forgets_what_was_undone() -> None:
    stacks = undo_stacks([("set", FIRST), ("undo", reverse_change(FIRST)), ("set", SECOND)])
    assert stacks.done == [SECOND]
    assert stacks.undone == []


def test_undo_and_redo_may_alternate_without_loss() -> None:
    operations = [("set", FIRST), ("set", THIRD)]
    operations += [("undo", reverse_change(THIRD)), ("redo", THIRD)] * 3
    assert undo_stacks(operations) == ([FIRST, THIRD], [])


def test_a_history_that_undoes_more_than_was_done_is_an_error() -> None:
    with pytest.raises(IndexError):
        undo_stacks([("undo", FIRST)])


def test_reversing_exchanges_before_and_after_everywhere() -> None:
    change: Change = {"links": [[0, 1, None, "S"], [2, 1, "P", None]], "unaligned": [["source", 2, False, True]]}
    assert reverse_change(change) == {
        "links": [[0, 1, "S", None], [2, 1, None, "P"]],
        "unaligned": [["source", 2, True, False]],
    }


def test_where_a_link_came_from_stays_at_the_end() -> None:
    change: Change = {"links": [[0, 1, None, "S", "suggestion"]], "unaligned": []}
    assert reverse_change(change)["links"] == [[0, 1, "S", None, "suggestion"]]


def test_reversing_twice_changes_nothing() -> None:
    change: Change = {
        "links": [[3, 4, "P", "S"], [0, 0, None, "P", "suggestion"]],
        "unaligned": [["target", 0, True, False]],
    }
    assert reverse_change(reverse_change(change)) == change


def test_reading_the_history_changes_none_of_it() -> None:
    operations = [("set", link(0, 0, None, "S")), ("undo", link(0, 0, "S", None))]
    undo_stacks(operations)
    assert operations == [("set", link(0, 0, None, "S")), ("undo", link(0, 0, "S", None))]
