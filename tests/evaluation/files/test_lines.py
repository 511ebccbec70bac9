"""Line-aligned files named on the command line are read in step; blank lines at their ends do not count."""

from pathlib import Path

import pytest

from alignment.formats import FormatError
from evaluation.files.lines import read_parallel


def write(folder: Path, *texts: str) -> list[str]:
    paths = [folder / f"{place}.txt" for place, _ in enumerate(texts)]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text)
    return [str(path) for path in paths]


@pytest.mark.parametrize("texts", [("a\nb\n\n", "c\nd\n"), ("a\nb", "c\nd\n \n\n"), ("a\rb\r\r", "c\nd\n")])
def test_blank_ends_do_not_count(tmp_path: Path, texts: tuple[str, ...]) -> None:
    assert list(read_parallel(write(tmp_path, *texts))) == [(1, ("a", "c")), (2, ("b", "d"))]


def test_blank_lines_inside_stay_in_their_place(tmp_path: Path) -> None:
    found = list(read_parallel(write(tmp_path, "a\n\n\nb\n\n", "c\n \nx\nd\n")))
    assert found == [(1, ("a", "c")), (2, ("", "")), (3, ("", "x")), (4, ("b", "d"))]


def test_a_line_that_one_file_lacks_is_named(tmp_path: Path) -> None:
    paths = write(tmp_path, "a\n", "c\n\nd\n")
    with pytest.raises(FormatError, match=r"0\.txt, line 3: The file ends before this line, but .*1\.txt has more"):
        list(read_parallel(paths))


def test_files_without_a_line_are_empty(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="The file is empty"):
        list(read_parallel(write(tmp_path, "\n\n", "")))
