"""Small files of our own sentences with marked expressions."""

from collections.abc import Sequence

from expressions.formats.cupt import read_cupt
from expressions.formats.sentences import MarkedSentence

HEADER = "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC PARSEME:MWE"


def write_sentence(words: str, marks: str, lemmas: str = "") -> str:
    """Return the lines of a sentence; words, marks and lemmas are separated by spaces."""
    rows = zip(words.split(), marks.split(), (lemmas or words).split(), strict=True)
    lines = [
        f"{number}\t{word}\t{lemma}\tX\t_\t_\t0\t_\t_\t_\t{mark}" for number, (word, mark, lemma) in enumerate(rows, 1)
    ]
    return "\n".join(lines) + "\n\n"


def write_cupt_file(*sentences: str) -> str:
    return f"{HEADER}\n" + "".join(sentences)


def read_text(text: str, name: str = "a.cupt") -> list[MarkedSentence]:
    return list(read_cupt(text.split("\n"), name))


def make_sentences(*rows: Sequence[str]) -> list[MarkedSentence]:
    return read_text(write_cupt_file(*(write_sentence(*row) for row in rows)))
