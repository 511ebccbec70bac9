"""Names of runs, from patterns and from the names of files."""

import pytest

from evaluation.translations.runs import match_runs, name_files, name_runs, shorten_names


@pytest.mark.parametrize(
    ("pattern", "name", "system"),
    [
        ("{system}.seed{run}", "big.v2.seed13", "big.v2"),
        ("{system}-{run}", "big-v2-13", "big-v2"),
        ("run {run} of {system}", "run 3 of  my  system", "my system"),
        ("{system}.seed{run}", "big.seed", None),
        ("{system}(.*){run}", "big(.*)1", "big"),
    ],
)
def test_a_pattern_names_the_system(pattern, name, system):
    assert match_runs([name], pattern) == ({name: system} if system else {})


@pytest.mark.parametrize("pattern", ["{system}", "seed{run}", "{system}{system}{run}", "x"])
def test_a_pattern_without_its_places_is_refused(pattern):
    with pytest.raises(ValueError, match=r"\{system\} and \{run\} once each"):
        match_runs([], pattern)


@pytest.mark.parametrize(
    ("files", "runs"),
    [
        (["ted.big.seed11.fr", "ted.big.seed12.fr"], ["Big-seed11", "Big-seed12"]),
        (["1-out.txt", "2-out.txt", "10-out.txt"], ["Big-1", "Big-2", "Big-10"]),
        (["out.1", "out.2"], ["Big-1", "Big-2"]),
        (["out.txt", "out-b.txt"], ["Big-out", "Big-out-b"]),
        (["a b.txt", "a c.txt"], ["Big-b", "Big-c"]),
    ],
)
def test_files_name_the_runs_where_they_differ(files, runs):
    assert name_runs("Big", files) == runs


def test_files_of_one_name_are_refused():
    with pytest.raises(ValueError, match="the same name"):
        name_files(["a.txt", "a.txt"])


PREFIX = "generaltest2022.en-ja.hyp."


@pytest.mark.parametrize(
    ("names", "short"),
    [
        ([f"{PREFIX}DLUT", f"{PREFIX}Online-A"], ["DLUT", "Online-A"]),
        (["newstest.Microsoft.67.en-de", "newstest.UEDIN.6.en-de"], ["Microsoft.67", "UEDIN.6"]),
        (["a.x", "b.x"], ["a", "b"]),
        (["NLLB-200-600M", "NLLB-200-3.3B"], []),  # versions are no files
        (["system one", "system two"], []),
        ([f"{PREFIX}DLUT"], []),
        (["hyp", "hyp.b"], []),
        ([], []),
    ],
)
def test_names_are_shortened_to_the_part_in_which_they_differ(names, short):
    assert list(shorten_names(names).values()) == short
