"""The official rules: PARSEME's own cases with what its tests expect, and each rule of other columns broken once."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from expressions.categories.presets import CATEGORY_SETS
from expressions.checks.cupt import check_cupt, choose_set, count_categories
from tests.shared_data import shared

HEADER = "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC PARSEME:MWE"
SENTENCE = [
    "# source_sent_id = . . 1",
    "# text = They gave up.",
    "1\tThey\tthey\tPRON\t_\t_\t2\tnsubj\t_\t_\t*",
    "2\tgave\tgive\tVERB\t_\t_\t0\troot\t_\t_\t1:VID",
    "3\tup\tup\tADV\t_\t_\t2\tcompound:prt\t_\tSpaceAfter=No\t1",
    "4\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_\t*",
    "",
]
# Of PARSEME's cases: level, whether the file is blind, and the rules that it breaks; a warning has a tilde.
CASES = {
    1: (3, False, ()), 2: (2, False, ("invalid-mwe-code",)), 3: (3, True, ()), 4: (3, False, ()),
    5: (2, False, ("invalid-mwe-code",)), 6: (2, False, ("unknown-mwe-category",)),
    7: (2, True, ("unknown-mwe-content",)), 8: (2, False, ("unknown-mwe-category",)),
    9: (2, False, ("invalid-mwe-code", "mwe-code-without-category")), 10: (2, False, ("redefined-mwe-code",)),
    11: (2, False, ("redefined-mwe-code",)), 12: (2, False, ("mwe-code-without-category",)),
    13: (2, False, ("mwe-sequence~",)), 14: (2, False, ("mwe-interval-out",)), 15: (3, False, ()),
    16: (2, False, ("invalid-mwe",)), 17: (2, False, ("invalid-mwe",)), 18: (1, False, ("invalid-first-line",)),
    19: (1, False, ("missing-id-column",)), 20: (1, False, ("missing-mwe-column",)), 21: (1, False, ("empty-column",)),
    22: (1, False, ("invalid-whitespace", "leading-whitespace")),
    23: (2, False, ("invalid-source-sent-id", "missing-source-sent-id")),
    24: (2, False, ("invalid-source-sent-id", "missing-source-sent-id")),
    25: (2, False, ("multiple-source-sent-id",)), 26: (2, False, ("edeps-only-sometimes",)),
    27: (2, False, ("multiple-text",)), 28: (2, False, ("text-trailing-whitespace",)),
    29: (3, False, ("unknown-mwe-category",)), 30: (3, False, ("forbidden-metadata",)),
    31: (2, False, ("missing-text",)),
    32: (1, False, ("invalid-first-line", "missing-id-column", "missing-mwe-column")),
    33: (2, False, ("invalid-mwe-code", "mwe-code-without-category", "mwe-sequence~")),
    34: (2, False, ("invalid-mwe",)), 35: (3, True, ()), 36: (2, False, ("missing-source-sent-id",)),
    37: (2, False, ("invalid-mwe-code",)), 38: (2, False, ("invalid-mwe-code",)), 39: (1, False, ("number-columns",)),
}  # fmt: skip
VALID_BELOW = {29: 2, 30: 2}


def find_tests(lines: list[str], level: int = 3, *, is_blind: bool = False) -> tuple[str, ...]:
    faults = check_cupt(lines, level, CATEGORY_SETS["1.1"].find_categories(), is_blind=is_blind)
    return tuple(sorted({fault.test + "~" * fault.is_warning for fault in faults}))


def read(path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")[:-1]


@pytest.mark.parametrize("number", CASES)
def test_the_cases_of_parseme_come_out_as_in_its_own_tests(number: int) -> None:
    level, is_blind, expected = CASES[number]
    lines = read(shared(f"data/expressions/parseme-utilities-test/validate/train{number}.cupt"))
    assert find_tests(lines, level, is_blind=is_blind) == expected
    if number in VALID_BELOW:
        assert find_tests(lines, VALID_BELOW[number]) == ()


def test_real_corpora_break_the_rules_that_the_official_validators_name() -> None:
    """Counts as parseme_validate.py and validate.py (release 2.13) print them."""
    expected = {
        "parseme-1.1-en/test.cupt": {"edeps-only-sometimes": 1, "spaceafter-newdocpar": 1},
        "parseme-utilities-test/pt.cupt": {
            "text-trailing-whitespace": 164, "unknown-upos": 166, "unknown-deprel": 376, "unknown-mwe-category": 14,
            "forbidden-metadata": 1,
        },
    }  # fmt: skip
    for path, tests in expected.items():
        faults = list(check_cupt(read(shared(f"data/expressions/{path}")), 3, CATEGORY_SETS["1.1"].find_categories()))
        assert {test: sum(fault.test == test for fault in faults) for test in {each.test for each in faults}} == tests


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("\t1:VID", "\t1:VID", ()),
        ("1\tThey", "2\tThey", ("word-id-sequence",)),
        ("VERB", "V", ("unknown-upos",)),
        ("VERB", "verb", ("invalid-upos", "unknown-upos")),
        ("root", "obj", ("0-is-not-root",)),
        ("2\tnsubj", "2\troot", ("root-is-not-0",)),
        ("2\tnsubj", "7\tnsubj", ("unknown-head",)),
        ("2\tnsubj", "1\tnsubj", ("head-self-loop",)),
        ("2\tnsubj", "x\tnsubj", ("invalid-head", "unknown-head")),
        ("compound:prt", "compounds", ("unknown-deprel",)),
        ("compound:prt", "Compound", ("invalid-deprel", "unknown-deprel")),
        ("They\tthey\tPRON\t_\t_", "They\tthey\tPRON\t_\tNumber=Plur|Case=Nom", ("unsorted-features",)),
        ("They\tthey\tPRON\t_\t_", "They\tthey\tPRON\t_\tnumber=Plur", ("invalid-feature",)),
        ("They\tthey\tPRON\t_\t_", "They\tthey\tPRON\t_\tCase=Nom|Case=Acc", ("repeated-feature",)),
        ("They\tthey\tPRON\t_\t_", "They\tthey\tPRON\t_\tCase=Nom,Acc", ("unsorted-feature-values",)),
        ("SpaceAfter=No", "_", ("missing-spaceafter",)),
        ("SpaceAfter=No", "SpaceAfter=Yes", ("missing-spaceafter", "spaceafter-value")),
        ("SpaceAfter=No", "SpaceAfter=No|SpaceAfter=No", ("repeated-misc",)),
        ("gave up.", "gave in.", ("text-extra-chars", "text-form-mismatch")),
        ("gave up.", "gave up. Now", ("text-extra-chars",)),
        ("They\tthey", "They \tthey", ("missing-spaceafter", "trailing-whitespace")),
        ("4\t.\t.", "x\t.\t.", ("invalid-line", "text-extra-chars")),
        ("4\t.", "4a\t.", ("invalid-word-id",)),
        ("root\t_", "root\t0:nsubj", ("enhanced-0-is-not-root", "unconnected-egraph")),
        ("root\t_", "root\t0", ("invalid-deps",)),
        ("root\t_", "root\t9:obj", ("unconnected-egraph", "unknown-ehead")),
    ],
)
def test_each_rule_of_universal_dependencies(old: str, new: str, expected: tuple[str, ...]) -> None:
    lines = [HEADER, *(line.replace(old, new, 1) for line in SENTENCE)]
    assert lines != [HEADER, *SENTENCE] or old == new
    found = set(find_tests(lines))
    assert found if expected else not found
    assert set(expected) <= found


def test_lines_that_belong_to_no_sentence() -> None:
    assert find_tests([HEADER, *SENTENCE, ""]) == ("extra-empty-line",)
    assert find_tests([HEADER, *SENTENCE[:-1]]) == ("missing-empty-line",)
    assert find_tests([HEADER, *SENTENCE[:-1], " "]) == ("missing-empty-line", "pseudo-empty-line")
    assert find_tests([f"{line}\r" for line in (HEADER, *SENTENCE)]) == ("non-unix-newline",)
    assert "misplaced-comment" in find_tests([HEADER, *SENTENCE[:4], "# a", *SENTENCE[4:]])
    assert find_tests([HEADER, *SENTENCE, *SENTENCE]) == ("non-unique-sent-id",)


def test_the_edition_is_that_whose_categories_fit() -> None:
    assert choose_set(count_categories([HEADER, *SENTENCE])).name == "1.1"
    newer = [line.replace("1:VID", "1:NV.LVC.full") for line in SENTENCE]
    assert choose_set(count_categories([HEADER, *newer])).name == "2.0"


def test_the_command_prints_faults_with_their_lines_and_fails(tmp_path) -> None:
    path = tmp_path / "a.cupt"
    path.write_text("\n".join([HEADER, *SENTENCE]).replace("1:VID", "1:NotMWE") + "\n", encoding="utf-8")
    out, told = StringIO(), StringIO()
    with pytest.raises(CommandError) as failed:
        call_command("check-cupt", str(path), level=3, stdout=out, stderr=told)
    assert failed.value.returncode == 1
    result = json.loads(out.getvalue())
    assert (result["valid"], result["tests"], result["faults"][0]["line"]) == (False, {"unknown-mwe-category": 1}, 5)
    assert "line 5: NotMWE must not be released. Remove the mark." in told.getvalue()
    out = StringIO()
    call_command("check-cupt", str(path), level=2, stdout=out)
    assert json.loads(out.getvalue())["valid"] is True


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path) -> None:
    path = tmp_path / "a.cupt"
    path.write_bytes(b"")
    with pytest.raises(CommandError, match="The file is empty") as failed:
        call_command("check-cupt", str(path))
    assert failed.value.returncode == 2
    path.write_bytes(HEADER.encode() + b"\n1\t\xff\n")
    with pytest.raises(CommandError, match="line 2: The file is not UTF-8"):
        call_command("check-cupt", str(path))
