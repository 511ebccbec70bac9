"""Identifiers of marketplaces: one spelling for each person."""

import pytest

from idiomaticity.crowd.codes import digest_spellings, digest_traits, digest_worker
from idiomaticity.crowd.identifiers import find_skeleton, normalise_identifier

PLAIN = "5f3c0ffee"
SPELLINGS = [
    PLAIN.upper(),
    " 5f3c0ffee ",
    "\t5f3c0ffee\r\n",
    "5f3c\u200b0ffee",
    "\ufeff5f3c0ffee\u2060",
    "5f3c0\u00adffee\u202c",
    "5f3c0ffee\ufe0f",
    "5f3c0ffe\u3164e",
    "\uff15\uff46\uff13\uff43\uff10\uff46\uff46\uff45\uff45",
    "\uff15\uff26\uff13\uff23\uff10\uff26\uff26\uff25\uff25\u3000",
    "5f3c0\ufb00ee",
    "\U0001d7d7".translate({0x1D7D7: "5"}) + "f3c0ffee",
    "5f3c\u24ea" + "ffee",
]


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_no_spelling_of_an_id_is_another_person(spelling: str) -> None:
    assert normalise_identifier(spelling) == PLAIN
    assert digest_worker(1, spelling) == digest_worker(1, PLAIN)


@pytest.mark.parametrize("text", ["", " ", "a b", "x" * 101, "\u0430bc", "a/b", "{{%PID%}}", "\u0301", "a\u0301"])
def test_what_no_marketplace_gives_out_is_no_id(text: str) -> None:
    assert normalise_identifier(text) is None
    assert digest_spellings(1, text) == []


def test_ids_that_versions_before_stored_in_capitals_are_known() -> None:
    """Mechanical Turk writes capitals, and the hash of these is what was stored."""
    before = digest_spellings(1, "A1B2")[1]
    assert before != digest_worker(1, "A1B2")
    assert before in digest_spellings(1, "a1b2")


@pytest.mark.parametrize("other", ["5f3c-0ffee", "5f3cOffee", "05f3c0ffee", "5f3c0ffee.", "_5f3c0ffee"])
def test_near_doubles_share_a_trait(other: str) -> None:
    assert digest_worker(1, other) != digest_worker(1, PLAIN)
    assert digest_traits(1, other, "") == digest_traits(1, PLAIN, "")
    assert digest_traits(2, other, "") != digest_traits(1, PLAIN, ""), "no two projects can be joined by it"


def test_ids_of_signs_alone_share_nothing() -> None:
    assert find_skeleton("--") == ""
    assert digest_traits(1, "--", "00") == []
