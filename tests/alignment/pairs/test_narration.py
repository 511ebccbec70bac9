import pytest

from alignment.pairs.narration import END, ISOLATE, describe_operation

SOURCE, TARGET = ["a", "black", "cat", "sleeps", "here"], ["un", "gatto", "nero", "dorme", "qui"]


def plain(kind: str, payload: dict[str, object]) -> str:
    return describe_operation(kind, payload, SOURCE, TARGET).replace(ISOLATE, "").replace(END, "")


@pytest.mark.parametrize(
    ("payload", "sentence"),
    [
        ({"links": [[1, 2, None, "S"]]}, "linked as Sure: black – nero"),
        ({"links": [[1, 2, "S", "P"]]}, "changed to Possible: black – nero"),
        ({"links": [[1, 2, "S", None]], "unaligned": [["target", 2, False, True]]},
         "unlinked: black – nero; marked as no counterpart: nero"),
        ({"links": [[i, i, None, "S"] for i in range(5)]},
         "linked as Sure: a – un, black – gatto, cat – nero and 2 more"),
        ({"unaligned": [["source", 0, True, False]]}, "removed the mark from: a"),
        ({"links": [], "unaligned": []}, "changed nothing"),
    ],
)  # fmt: skip
def test_a_change_names_its_words(payload: dict[str, object], sentence: str) -> None:
    assert plain("set", payload) == sentence
    assert plain("undo", payload) == f"undid: {sentence}"


def test_decisions_name_few_cells_and_count_many() -> None:
    few = {"decisions": [[1, 2, None, "none"]], "note": "too free"}
    assert plain("decide", few) == "decided black – nero: no link; note: too free"
    many = {"decisions": [[i, i, None, "S"] for i in range(5)], "note": ""}
    assert plain("decide", many) == "decided 5 × Sure"
    assert plain("decide", {**many, "adopted": "B"}) == "accepted the reading of annotator B for 5 links"
    assert plain("decide", {"decisions": [[0, 0, "S", None]], "undoes": 7}).startswith("undid a decision; now")


def test_words_keep_their_own_direction() -> None:
    said = describe_operation("set", {"links": [[0, 0, None, "S"]]}, ["قطة"], ["cat"])
    assert f"{ISOLATE}قطة{END} – {ISOLATE}cat{END}" in said


def test_accepted_and_dismissed_suggestions_are_told():
    payload = {"links": [[0, 0, None, "S", "suggestion"]], "unaligned": [], "dismissed": [[1, 1, False, True]]}
    said = describe_operation("set", payload, ["a", "cat"], ["un", "gatto"])
    plain = said.replace("\u2068", "").replace("\u2069", "")
    assert plain == "linked as Sure: a – un; dismissed the suggestion: cat – gatto"
