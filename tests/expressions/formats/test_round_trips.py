"""Every format that is written gives back the words and expressions that it can hold, whatever they are."""

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from expressions.formats.conllulex import find_representable, read_conllulex, write_conllulex
from expressions.formats.cupt import read_cupt, write_cupt
from expressions.formats.folia import read_folia, write_folia
from expressions.formats.objects import read_objects, write_objects
from expressions.formats.parseme_tsv import read_parseme_tsv, write_parseme_tsv
from expressions.formats.sentences import NO_SPACE, Expression, MarkedSentence, make_sentence

HOSTILE = [
    "`",
    "&amp;",
    "<s>",
    '"',
    "'",
    "#",
    "1-2",
    "1.1",
    ";",
    ":",
    "*",
    "a b",
    "\u00a0",
    "\u200bx",
    "𝔸",
    "ن",
    "_x",
    "|",
]
FORMS = st.sampled_from(HOSTILE) | st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=5)
CATEGORIES = st.sampled_from(["VID", "LVC.full", "NV.IVPC.semi", "NID"])
READERS = {
    "cupt": (write_cupt, read_cupt),
    "jsonl": (write_objects, read_objects),
    "parseme-tsv": (write_parseme_tsv, read_parseme_tsv),
    "conllulex": (write_conllulex, read_conllulex),
}


@st.composite
def sentences(draw: st.DrawFn) -> MarkedSentence:
    forms = draw(st.lists(FORMS.filter(lambda form: form != "_"), min_size=1, max_size=6))
    misc = draw(st.lists(st.sampled_from([NO_SPACE, "_"]), min_size=len(forms), max_size=len(forms)))
    ranges = []
    if len(forms) > 1 and draw(st.booleans()):
        first = draw(st.integers(1, len(forms) - 1))
        ranges = [(f"{first}-{first + 1}", draw(FORMS), "_")]
    conllu = make_sentence(1, [(form, "_", "_", each) for form, each in zip(forms, misc, strict=True)], (), ranges)
    words = st.lists(st.integers(0, len(forms) - 1), min_size=1, unique=True).map(lambda each: tuple(sorted(each)))
    marks = draw(st.lists(st.tuples(words, CATEGORIES), max_size=4, unique_by=lambda mark: mark[0]))
    marks.sort(key=lambda mark: mark[0][0])
    return MarkedSentence(conllu, tuple(Expression(*mark) for mark in marks))


def tell(rows: list[MarkedSentence]) -> list[tuple]:
    """Return forms, ranges, spaces and expressions of each sentence."""
    return [
        (
            [(row.cells[0], row.cells[1], row.is_spaced) for row in sentence.conllu.rows],
            sorted((each.words, each.category) for each in sentence.expressions),
        )
        for sentence in rows
    ]


@pytest.mark.parametrize("name", [name for name in READERS if name != "conllulex"])
@given(rows=st.lists(sentences(), min_size=1, max_size=3))
def test_lines_come_back(name: str, rows: list[MarkedSentence]) -> None:
    write, read = READERS[name]
    text = "".join(write(rows))
    assert tell(list(read(text.split("\n"), "a"))) == tell(rows)


@given(rows=st.lists(sentences(), min_size=1, max_size=3))
def test_conllulex_gives_back_what_it_can_hold(rows: list[MarkedSentence]) -> None:
    kept = [sentence.with_expressions(tuple(find_representable(sentence))) for sentence in rows]
    assert tell(list(read_conllulex("".join(write_conllulex(rows)).split("\n"), "a"))) == tell(kept)


@given(rows=st.lists(sentences(), min_size=1, max_size=3))
def test_folia_comes_back(rows: list[MarkedSentence]) -> None:
    file = BytesIO("".join(write_folia(rows)).encode())
    assert tell(list(read_folia(file, "a"))) == tell(rows)
