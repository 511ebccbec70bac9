"""Pieces of words (BPE or unigram) learned from training text by sentencepiece.

Of the libraries that learn BPE it is the one that the site has already, for spBLEU, and it learns the unigram pieces of
Baziotis et al. 2023, too. Text is not normalised, so that pieces joined again are the text.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any, Literal

SubwordKind = Literal["", "bpe", "unigram"]
# More lines hardly change what is learned, and all of them are held in memory.
MOST_LEARNED = 5_000_000
COVERAGE = 0.9999  # of characters, as in the paper


def learn_subwords(lines: Iterable[str], kind: SubwordKind, pieces: int) -> bytes:
    """Return a model of at most this many pieces, the same for the same lines.

    Raise ValueError if the text has more different characters than pieces are allowed.
    """
    from sentencepiece import SentencePieceTrainer  # a library of C++ that most jobs do not need

    model = io.BytesIO()
    try:
        SentencePieceTrainer.train(
            sentence_iterator=iter(lines),
            model_writer=model,
            model_type=kind,
            vocab_size=pieces,
            hard_vocab_limit=False,
            character_coverage=COVERAGE,
            normalization_rule_name="identity",
            remove_extra_whitespaces=False,
            input_sentence_size=MOST_LEARNED,
            shuffle_input_sentence=False,
            num_threads=1,
            minloglevel=2,
        )
    except RuntimeError as error:
        if "required_chars" not in str(error):
            raise
        problem = f"{pieces:,} pieces are too few for the different characters of this text. Allow more."
        raise ValueError(problem) from error
    return model.getvalue()


class Subwords:
    """A learned model, which cuts lines into pieces."""

    def __init__(self, model: bytes) -> None:
        from sentencepiece import SentencePieceProcessor

        self._processor: Any = SentencePieceProcessor(model_proto=model)

    def cut(self, line: str) -> str:
        """Return the line's pieces between spaces; “▁” stands for a space of the line."""
        return " ".join(self._processor.encode(line, out_type=str))

    def list_pieces(self) -> list[str]:
        """Return a line for each piece, with its score, as sentencepiece lists them."""
        count = self._processor.get_piece_size()
        return [f"{self._processor.id_to_piece(n)}\t{self._processor.get_score(n):g}" for n in range(count)]
