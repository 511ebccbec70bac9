"""Programs are waited for, heard, and ended when nobody waits any more."""

from pathlib import Path

import pytest

from alignment.suggestions.aligners.texts import write_words
from annotation_site.programs.running import ProgramError, run_program
from tests.servers import has_ended, wait_until


class Enough(Exception):
    pass


def test_a_program_that_is_no_longer_wanted_is_ended_with_its_children(tmp_path: Path) -> None:
    mark = tmp_path / "mark"

    def watch() -> None:
        if mark.exists() and mark.read_text().endswith("\n"):
            raise Enough

    with pytest.raises(Enough):
        run_program(Path("/bin/sh"), ["-c", f"sleep 3600 & echo $! > {mark}; wait"], watch=watch)
    wait_until(lambda: has_ended(int(mark.read_text())), "the child goes on")


def test_what_a_program_complains_of_is_told_with_its_end() -> None:
    script = "for i in $(seq 1 4000); do echo line $i >&2; done; echo the last word >&2; exit 3"
    with pytest.raises(ProgramError, match=r"^sh failed: the last word$"):
        run_program(Path("/bin/sh"), ["-c", script], watch=lambda: None)


def test_a_program_without_words_is_told_by_its_status() -> None:
    with pytest.raises(ProgramError, match="status 7"):
        run_program(Path("/bin/sh"), ["-c", "exit 7"], watch=lambda: None)


@pytest.mark.parametrize("token", ["a\u2028b", "a\u00a0b", "a\x0bb", "a\tb", "a\x85b", "a\x00b"])
def test_a_token_stays_one_word_for_every_reader(token: str) -> None:
    line = write_words(["x", token, ""])
    assert line.split() == ["x", "a_b", "_"]
    assert line.splitlines() == [line.rstrip("\n")]
