"""Signs in a file of links tell where it counts from, and links past the end are told with their line."""

import pytest

from alignment.formats import AlignedSentence, Base
from alignment.formats.base_signs import BaseSigns, Misfit, find_misfit, find_shown_base
from alignment.readings.links import Cell, Reading


def read_signs(*cells: Cell, identifier: str | None = None) -> BaseSigns:
    """Return the signs of lines with one link each, beside pairs of 4 and 3 tokens."""
    signs = BaseSigns()
    for line, cell in enumerate(cells, start=1):
        signs.add(AlignedSentence(line, Reading({cell: "S"}), line, identifier), 4, 3)
    return signs


@pytest.mark.parametrize(
    ("files", "base", "misfit"),
    [
        ([[(0, 1)]], 0, None),
        ([[(1, 3)]], 1, None),
        ([[(1, 2)]], None, None),
        ([[]], None, None),
        # The last word of either side, counted from 1, is no misfit.
        ([[(4, 3)]], 1, None),
        ([[(0, 1), (1, 3)]], None, (0, 2, "target token 4")),
        ([[(0, 1)], [(1, 1), (4, 2)]], None, (1, 2, "source token 5")),
        ([[(1, 1), (1, 6)]], None, (0, 2, "target token 6")),
    ],
)
def test_files_of_one_tool_show_a_base_or_where_they_fit_from_neither(
    files: list[list[Cell]], base: Base | None, misfit: tuple[int, int, str] | None
) -> None:
    signs = [read_signs(*cells) for cells in files]
    assert find_shown_base(signs) == base
    if base is None:
        found = find_misfit(signs)
        assert (found is None) is (misfit is None)
    if misfit:
        place, line, told = misfit
        assert found is not None and (found[0], found[1].line) == (place, line)
        assert told in found[1].sentence


def test_lines_with_ids_may_be_of_other_pairs_and_are_no_misfits() -> None:
    signs = [read_signs((0, 1), (1, 3), (9, 9), identifier="x")]
    assert find_shown_base(signs) == 0
    assert find_misfit(signs) is None


def test_the_reason_says_what_is_known_about_the_base() -> None:
    known = find_misfit([read_signs((0, 1), (4, 1))])
    told = "A link points to source token 5, but there are only 4. Words are counted from 0, as an index is 0"
    assert known == (0, Misfit(2, told))
