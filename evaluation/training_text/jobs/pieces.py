"""Training and test lines in pieces of words, beside the lines themselves."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from typing import IO

from annotation_site.web.exceptions import DomainError
from expressions.training_text.subwords import SubwordKind, Subwords, learn_subwords

MODEL, PIECES = "subwords.model", "subwords.vocab"
HALVES = ("train", "test")
SIDES = ("source", "target")


class PieceFiles:
    """Pairs kept until all are known, then learned from, and written in pieces.

    Pieces are learned from both sides of the training pairs together, each pair once, however often it is repeated for
    up-sampling: the pieces of the conditions of one text are then nearly the same.
    """

    def __init__(self, stack: ExitStack, kind: SubwordKind, most: int) -> None:
        self._kind, self._most = kind, most
        self._stack = stack
        self._kept = {half: self._open() for half in HALVES}

    def _open(self) -> IO[bytes]:
        return self._stack.enter_context(tempfile.TemporaryFile())

    def keep(self, half: str, source: str, target: str, times: int = 1) -> None:
        self._kept[half].write(f"{times}\n{source}\n{target}\n".encode())

    def write(self, *, has_test: bool) -> dict[str, IO[bytes]]:
        """Return the model, the list of its pieces, and the lines in pieces; raise DomainError for too few pieces."""
        learned = (line for _, *sides in self._iterate_half("train") for line in sides)
        try:
            model = learn_subwords(learned, self._kind, self._most)
        except ValueError as error:
            raise DomainError(str(error)) from error
        subwords = Subwords(model)
        files = {name: self._open() for name in (MODEL, PIECES)}
        files[MODEL].write(model)
        files[PIECES].write("".join(f"{line}\n" for line in subwords.list_pieces()).encode())
        for half in HALVES if has_test else HALVES[:1]:
            cut = [files.setdefault(f"{half}.pieces.{side}", self._open()) for side in SIDES]
            for times, *sides in self._iterate_half(half):
                for file, line in zip(cut, sides, strict=True):
                    file.write(f"{subwords.cut(line)}\n".encode() * int(times))
        return files

    def _iterate_half(self, half: str) -> Iterator[list[str]]:
        file = self._kept[half]
        file.seek(0)
        lines = (line.decode().removesuffix("\n") for line in file)
        for times in lines:
            yield [times, next(lines), next(lines)]
