"""Every format of marked expressions under its one short name, and which one a file is in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from annotation_site.texts.faults import FormatError
from annotation_site.texts.files import open_file, read_lines
from annotation_site.texts.labelled_idioms import TAGGED_LINE, VNC_LINE, are_all
from annotation_site.texts.not_text import refuse_document
from expressions.formats.brat import read_brat, write_brat
from expressions.formats.conllulex import read_conllulex, write_conllulex
from expressions.formats.cupt import read_cupt, write_cupt
from expressions.formats.folia import read_folia, write_folia
from expressions.formats.id10m import read_id10m
from expressions.formats.magpie import read_magpie
from expressions.formats.objects import read_objects, write_objects
from expressions.formats.parseme_tsv import read_parseme_tsv, read_pilot_tsv, write_parseme_tsv
from expressions.formats.semeval import REQUIRED, read_semeval
from expressions.formats.sentences import MarkedSentence
from expressions.formats.vnc_tokens import read_vnc_tokens

Reader = Callable[[Sequence[str], str | None], Iterator[MarkedSentence]]
# Pieces for each of the files.
Writer = Callable[[Iterable[MarkedSentence]], Iterator[tuple[str, ...]]]
_HEAD = 1 << 14
_SIGN_LINES = 50
_COMMENTS = r"(?:#[^\n]*\n)*1(?:-[0-9]+)?\t[^\t\n]+"
_PARSEME_TSV_SIGN = re.compile(rf"{_COMMENTS}\t(?:nsp|_)?\t(?:_|[0-9][^\t\n]*)?(?:\t[^\t\n]*)?\r?\n")
# A part of speech in capital letters, and a head.
_WORD = rf"{_COMMENTS}\t[^\t\n]*\t(?:[A-Z]{{1,5}}|_)\t[^\t\n]*\t[^\t\n]*\t(?:[0-9]+|_)(?:\t[^\t\n]*){{3}}"
_CONLLU_SIGN = re.compile(rf"{_WORD}\r?\n")
_CUPT_SIGN = re.compile(rf"#\s*global\.columns\b|{_WORD}\t")
_CONLLULEX_SIGN = re.compile(rf"{_COMMENTS}(?:\t[^\t\n]*){{17}}\r?\n")


@dataclass(frozen=True, slots=True)
class ExpressionFormat:
    """A format: how many files it has, what it keeps of a sentence when it is written, and how it is read and written.

    `reader` takes paths and an encoding; `writer` is None for what is only read.
    """

    name: str
    title: str
    reader: Reader
    writer: Writer | None = None
    keeps: frozenset[str] = frozenset()
    files: int = 1


def _of_lines(read: Callable[[Iterable[str], str], Iterator[MarkedSentence]]) -> Reader:
    def read_file(paths: Sequence[str], encoding: str | None) -> Iterator[MarkedSentence]:
        return read(read_lines(paths[0], encoding), paths[0])

    return read_file


def _to_one(write: Callable[[Iterable[MarkedSentence]], Iterator[str]]) -> Writer:
    return lambda sentences: ((piece,) for piece in write(sentences))


def _read_cupt(paths: Sequence[str], encoding: str | None) -> Iterator[MarkedSentence]:
    return read_cupt(read_lines(paths[0], encoding), paths[0])


def _read_conllu(paths: Sequence[str], encoding: str | None) -> Iterator[MarkedSentence]:
    return read_cupt(read_lines(paths[0], encoding), paths[0], needs_column=False)


def _write_conllu(sentences: Iterable[MarkedSentence]) -> Iterator[str]:
    for sentence in sentences:
        yield from (f"{line}\n" for line in sentence.conllu.write_columns() if "global.columns" not in line)
        yield "\n"


def _read_folia(paths: Sequence[str], _encoding: str | None) -> Iterator[MarkedSentence]:
    with open_file(paths[0]) as file:
        yield from read_folia(file, paths[0])


def _read_semeval(paths: Sequence[str], encoding: str | None) -> Iterator[MarkedSentence]:
    return read_semeval(paths[0], encoding)


def _read_brat(paths: Sequence[str], _encoding: str | None) -> Iterator[MarkedSentence]:
    documents: dict[str, bytes] = {}
    for path, ending in zip(paths, (".txt", ".ann"), strict=True):
        with open_file(path) as file:
            refuse_document(file, path)
            documents[f"text{ending}"] = file.read()
        if b"\0" in documents[f"text{ending}"]:
            raise FormatError(path, None, "The file is not text.")
        if not documents[f"text{ending}"].strip():
            raise FormatError(path, None, "The file is empty.")
    return read_brat(documents, paths[1])


_CONLLU = frozenset({"columns", "lemmas", "tags", "ranges", "empty nodes", "sentence comments"})
_MARKS = frozenset({"categories", "overlaps", "not marked"})
_DETAILS = frozenset({"comments", "annotators", "confidences"})
EXPRESSION_FORMATS: Mapping[str, ExpressionFormat] = {
    each.name: each
    for each in (
        ExpressionFormat("cupt", ".cupt (PARSEME 1.1–2.0)", _read_cupt, _to_one(write_cupt), _CONLLU | _MARKS),
        ExpressionFormat("conllu", "CoNLL-U", _read_conllu, _to_one(_write_conllu), _CONLLU),
        ExpressionFormat(
            "parseme-tsv",
            "parseme-tsv (PARSEME 1.0)",
            _of_lines(read_parseme_tsv),
            _to_one(write_parseme_tsv),
            _MARKS | {"ranges", "sentence comments"},
        ),
        ExpressionFormat("parseme-pilot", "tsv of PARSEME's pilot (2016)", _of_lines(read_pilot_tsv)),
        ExpressionFormat(
            "folia",
            "FoLiA (FLAT)",
            _read_folia,
            _to_one(write_folia),
            _CONLLU | _DETAILS | {"categories", "overlaps"},
        ),
        ExpressionFormat(
            "conllulex",
            ".conllulex (STREUSLE)",
            _of_lines(read_conllulex),
            _to_one(write_conllulex),
            _CONLLU | {"categories"},
        ),
        ExpressionFormat("brat", "brat", _read_brat, write_brat, frozenset({"categories", "overlaps", "comments"}), 2),
        ExpressionFormat("magpie", "MAGPIE", _of_lines(read_magpie)),
        ExpressionFormat("id10m", "ID10M", _of_lines(read_id10m)),
        ExpressionFormat("semeval-2022", "SemEval-2022 task 2", _read_semeval),
        ExpressionFormat("vnc-tokens", "VNC-Tokens", read_vnc_tokens, files=2),
        ExpressionFormat(
            "jsonl", "JSON Lines", _of_lines(read_objects), _to_one(write_objects), _CONLLU | _MARKS | _DETAILS
        ),
    )
}


def detect_format(path: str) -> str | None:
    """Return the format that the file looks like, None for what looks like none. Raise FormatError for a file that
    cannot be read.
    """
    with open_file(path) as file:
        head = file.read(_HEAD).decode("utf-8", "replace").lstrip("\ufeff")
    return next((name for name, looks_like in _SIGNS.items() if looks_like(head)), None)


def _is_folia(head: str) -> bool:
    return head.lstrip().startswith("<") and re.search(r"<(?:\w+:)?FoLiA[\s>]", head) is not None


def _has_lines(pattern: re.Pattern[str], head: str) -> bool:
    # The last line may be cut off.
    whole = head if head.endswith("\n") else head.rpartition("\n")[0] or head
    return are_all(pattern, whole.splitlines()[:_SIGN_LINES])


def _is_semeval(head: str) -> bool:
    columns = {"".join(name.lower().split()).strip('"') for name in re.split("[,;\t]", head.partition("\n")[0])}
    return columns.issuperset((*REQUIRED, "previous", "next"))


# The first that fits decides.
_SIGNS: Mapping[str, Callable[[str], bool]] = {
    "parseme-pilot": lambda head: head.startswith("Rank\t"),
    "folia": _is_folia,
    "magpie": lambda head: head.startswith("{") and '"offsets"' in head and '"idiom"' in head,
    "semeval-2022": _is_semeval,
    "id10m": partial(_has_lines, TAGGED_LINE),
    "vnc-tokens": partial(_has_lines, VNC_LINE),
    "jsonl": lambda head: head.startswith("{") and '"lines"' in head and '"expressions"' in head,
    "parseme-tsv": lambda head: _PARSEME_TSV_SIGN.match(head) is not None,
    "conllulex": lambda head: _CONLLULEX_SIGN.match(head) is not None,
    "cupt": lambda head: _CUPT_SIGN.match(head) is not None,
    "conllu": lambda head: _CONLLU_SIGN.match(head) is not None,
}


def read_file(path: str, name: str | None, encoding: str | None = None) -> Iterator[MarkedSentence]:
    """Yield the sentences of a file in the format named, else in the one that it looks like. Of brat, the path is that
    of the text, beside which the marks lie.
    """
    # What looks like nothing is read as the commonest, whose reader says what is wrong.
    name = name or detect_format(path) or "cupt"
    paths = [path, str(Path(path).with_suffix(".ann"))] if name == "brat" else [path]
    return EXPRESSION_FORMATS[name].reader(paths, encoding)
