"""Rules of Universal Dependencies for a whole sentence: numbers of words, comments, text, heads and dependencies.

Not checked: language-specific rules and those of syntax (levels 3 to 5). Source: see `columns`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from annotation_site.texts.conllu import DEPREL, DEPS, FORM, HEAD, MISC
from expressions.checks.columns import CheckedRow, CheckedSentence
from expressions.checks.faults import Fault

_HEAD = re.compile("0|[1-9][0-9]*")
_ENHANCED_HEAD = re.compile(r"(?:0|[1-9][0-9]*)(?:\.[1-9][0-9]*)?")
_TEXT = re.compile(r"#\s*text\s*=\s*(.+)")
_BEGINNING = re.compile(r"#\s*(newdoc|newpar)(?:\s|$)")
_ONCE = ("SpaceAfter", "Lang", "Translit", "LTranslit", "Gloss", "LId", "LDeriv")


def check_numbers(sentence: CheckedSentence) -> Iterator[Fault]:
    """Yield faults of level 1 of the numbers of words, ranges and empty nodes."""
    words, last_empty, covered = 0, 0, set[int]()
    rows = [row for row in sentence.rows if row.is_word or row.is_range or row.is_empty]
    numbers = [int(row.name) for row in rows if row.is_word]
    if numbers != list(range(1, len(numbers) + 1)):
        fault = "The words of the sentence are not numbered 1, 2, 3 and so on."
        yield Fault(sentence.line, 1, "word-id-sequence", fault)
    for row in rows:
        if row.is_word:
            words, last_empty = int(row.name), 0
        elif row.is_empty:
            before, place = map(int, row.name.split("."))
            if (before, place) != (words, last_empty + 1):
                fault = f"{row.name} stands where {words}.{last_empty + 1} is expected."
                yield Fault(row.line, 1, "misplaced-empty-node", fault)
            last_empty = place
        else:
            last_empty = 0
            yield from _check_range(row, words, len(numbers), covered)


def _check_range(row: CheckedRow, words: int, count: int, covered: set[int]) -> Iterator[Fault]:
    first, last = map(int, row.name.split("-"))
    if first >= last:
        yield Fault(row.line, 1, "reversed-word-interval", f"The range {row.name} does not end after it begins.")
        return
    if first <= words:
        yield Fault(row.line, 1, "misplaced-word-interval", f"The range {row.name} belongs before its first word.")
    if last > count:
        fault = f"The range {row.name} ends after the {count} words of the sentence."
        yield Fault(row.line, 1, "word-interval-out", fault)
    inside = set(range(first, min(last, count) + 1))
    if covered & inside:
        yield Fault(row.line, 1, "overlapping-word-intervals", f"The range {row.name} overlaps another.")
    covered |= inside


def check_identifier(sentence: CheckedSentence, identifier: str, known: set[str]) -> Iterator[Fault]:
    """Yield a fault where another sentence has the identifier; remember it."""
    if identifier in known:
        fault = "Another sentence has the same source_sent_id (its parts joined, without slashes)."
        yield Fault(sentence.line, 2, "non-unique-sent-id", fault)
    known.add(identifier)


def check_text(sentence: CheckedSentence) -> Iterator[Fault]:
    """Yield faults of level 2 of `# text`, and of the forms that make it up."""
    texts = [match[1] for _, comment in sentence.comments if (match := _TEXT.fullmatch(comment))]
    if len(texts) != 1:
        name, word = ("missing-text", "no") if not texts else ("multiple-text", "more than one")
        yield Fault(sentence.line, 2, name, f"The sentence has {word} comment “# text = …”.")
        return
    if texts[0][-1].isspace():
        yield Fault(sentence.line, 2, "text-trailing-whitespace", "The text ends with a space.")
    yield from _match_forms(sentence, texts[0])


def _match_forms(sentence: CheckedSentence, text: str) -> Iterator[Fault]:
    """Yield faults of the forms that do not follow each other in the text, of which the first is reported."""
    left, shared_until, is_reported = text, 0, False
    for row in sentence.rows:
        is_inside = row.is_word and int(row.name) <= shared_until
        yield from _check_space_after(row, is_inside=is_inside)
        if row.is_empty or is_inside:
            continue
        if row.is_range:
            shared_until = int(row.name.partition("-")[2])
        form = row.conllu[FORM]
        if left.startswith(form):
            left = left[len(form) :]
            if "SpaceAfter=No" not in row.conllu[MISC].split("|"):
                if left and not left[0].isspace():
                    fault = f"No space follows “{form[:20]}” in the text: MISC needs SpaceAfter=No."
                    yield Fault(row.line, 2, "missing-spaceafter", fault)
                left = left.lstrip()
        elif not is_reported:
            is_reported = True
            fault = f"The text goes on with “{left[:20]}”, the word is “{form[:20]}”."
            yield Fault(row.line, 2, "text-form-mismatch", fault)
    if left:
        yield Fault(sentence.line, 2, "text-extra-chars", f"The text has more than the words: “{left[:40]}”.")


class Paragraphs:
    """Rules of `# newdoc` and `# newpar`, before which a sentence ends with a space."""

    def __init__(self) -> None:
        self._is_spaced = True

    def check(self, sentence: CheckedSentence) -> Iterator[Fault]:
        """Yield faults of level 2 of the beginnings of documents and paragraphs."""
        kinds = [match[1] for _, comment in sentence.comments if (match := _BEGINNING.match(comment))]
        for kind in ("newdoc", "newpar"):
            if kinds.count(kind) > 1:
                yield Fault(sentence.line, 2, f"multiple-{kind}", f"The sentence has more than one comment “# {kind}”.")
        if kinds and not self._is_spaced:
            fault = f"The sentence before “# {kinds[0]}” ends with SpaceAfter=No."
            yield Fault(sentence.line, 2, "spaceafter-newdocpar", fault)
        shared_until = 0
        for row in sentence.rows:
            if row.is_range:
                shared_until = int(row.name.partition("-")[2])
            if row.is_range or (row.is_word and int(row.name) > shared_until):
                self._is_spaced = "SpaceAfter=No" not in row.conllu[MISC].split("|")


def _check_space_after(row: CheckedRow, *, is_inside: bool) -> Iterator[Fault]:
    misc = row.conllu[MISC]
    if "NoSpaceAfter=Yes" in misc:
        yield Fault(row.line, 2, "nospaceafter-yes", "NoSpaceAfter=Yes is written SpaceAfter=No.")
    if any(each.startswith("SpaceAfter=") and each != "SpaceAfter=No" for each in misc.split("|")):
        yield Fault(row.line, 2, "spaceafter-value", "SpaceAfter has the value No or is left out.")
    if "SpaceAfter=No" in misc and (row.is_empty or is_inside):
        name, what = ("spaceafter-empty-node", "an empty node") if row.is_empty else ("spaceafter-mwt-node", "a range")
        yield Fault(row.line, 2, name, f"SpaceAfter=No is not allowed inside {what}.")


def check_references(sentence: CheckedSentence) -> Iterator[Fault]:
    """Yield faults of level 2 of HEAD, DEPREL, DEPS and MISC."""
    nodes = [row for row in sentence.rows if row.is_word or row.is_empty]
    names = {row.name for row in nodes}
    for row in nodes:
        if row.is_word:
            yield from _check_head(row, names)
        yield from _check_enhanced(row, names)
        yield from _check_misc(row)


def _check_head(row: CheckedRow, names: set[str]) -> Iterator[Fault]:
    head, is_root = row.conllu[HEAD], row.conllu[DEPREL].partition(":")[0] == "root"
    if not _HEAD.fullmatch(head):
        yield Fault(row.line, 2, "invalid-head", f"HEAD is “{head[:20]}”, not the number of a word.")
    if head != "0" and head not in names:
        yield Fault(row.line, 2, "unknown-head", f"HEAD is “{head[:20]}”, which is no word of the sentence.")
    if head == "0" and not is_root:
        yield Fault(row.line, 2, "0-is-not-root", "HEAD is 0, so DEPREL must be root.")
    if head != "0" and is_root:
        yield Fault(row.line, 2, "root-is-not-0", "DEPREL is root, so HEAD must be 0.")


def _check_enhanced(row: CheckedRow, names: set[str]) -> Iterator[Fault]:
    cell = row.conllu[DEPS]
    if cell == "_":
        return
    pairs = [tuple(each.split(":", 1)) for each in cell.split("|")]
    if any(len(pair) != 2 for pair in pairs):
        yield Fault(row.line, 2, "invalid-deps", f"DEPS “{cell[:40]}” are no pairs such as 3:nsubj.")
        return
    for head, relation in pairs:
        if not _ENHANCED_HEAD.fullmatch(head):
            yield Fault(row.line, 2, "invalid-ehead", f"In DEPS “{head[:20]}” is no number of a word.")
        elif head != "0" and head not in names:
            yield Fault(row.line, 2, "unknown-ehead", f"In DEPS “{head[:20]}” is no word of the sentence.")
        is_root = relation.partition(":")[0] == "root"
        if (head == "0") != is_root:
            name = "enhanced-root-is-not-0" if is_root else "enhanced-0-is-not-root"
            yield Fault(row.line, 2, name, "In DEPS the relation is root where the head is 0, and only there.")
    yield from _check_order(row, pairs, cell)


def _check_order(row: CheckedRow, pairs: Sequence[tuple[str, ...]], cell: str) -> Iterator[Fault]:
    if any(not _ENHANCED_HEAD.fullmatch(pair[0]) for pair in pairs):
        return
    keys = [tuple(map(int, pair[0].split("."))) for pair in pairs]
    if keys != sorted(keys):
        yield Fault(row.line, 2, "unsorted-deps", f"DEPS “{cell[:40]}” are not sorted by head.")
    elif len(set(pairs)) < len(pairs):
        yield Fault(row.line, 2, "repeated-deps", f"DEPS “{cell[:40]}” repeat a relation.")
    elif list(zip(keys, pairs, strict=True)) != sorted(zip(keys, pairs, strict=True)):
        yield Fault(row.line, 2, "unsorted-deps-2", f"DEPS “{cell[:40]}” are not sorted by relation.")
    if row.name in {pair[0] for pair in pairs}:
        yield Fault(row.line, 2, "deps-self-loop", "In DEPS the word is its own head.")


def _check_misc(row: CheckedRow) -> Iterator[Fault]:
    names = [each.partition("=")[0] for each in row.conllu[MISC].split("|")]
    for name in _ONCE:
        if names.count(name) > 1:
            yield Fault(row.line, 2, "repeated-misc", f"MISC has {name} twice.")


def check_tree(sentence: CheckedSentence) -> Iterator[Fault]:
    """Yield a fault of level 2 where the heads of the words make no tree."""
    words = [row for row in sentence.rows if row.is_word]
    if any(not _HEAD.fullmatch(row.conllu[HEAD]) for row in words):
        return
    heads = {int(row.name): int(row.conllu[HEAD]) for row in words}
    loops = [row for row in words if row.name == row.conllu[HEAD]]
    roots = [word for word, head in heads.items() if head == 0]
    if loops:
        yield Fault(loops[0].line, 2, "head-self-loop", "The word is its own head.")
    elif len(roots) > 1:
        named = ", ".join(map(str, roots))
        yield Fault(sentence.line, 2, "multiple-roots", f"Several words have HEAD 0: {named}.")
    elif lost := [word for word in heads if not _leads_to_root(word, heads)]:
        named = ", ".join(map(str, lost))
        yield Fault(sentence.line, 2, "non-tree", f"From the root no path leads to: {named}.")


def _leads_to_root(word: int, heads: dict[int, int]) -> bool:
    for _ in heads:
        word = heads.get(word, 0)
        if not word:
            return True
    return False


class EnhancedGraphs:
    """The rule that either all sentences of a file have enhanced dependencies or none; and that they are connected."""

    def __init__(self) -> None:
        self._lines: dict[bool, int] = {}

    def check(self, sentence: CheckedSentence) -> Iterator[Fault]:
        """Yield faults of level 2 of the graph in DEPS."""
        nodes = [row for row in sentence.rows if row.is_word or row.is_empty]
        if any(":" not in pair for row in nodes for pair in _list_pairs(row)):
            return  # a fault of its line
        has_graph = any(row.conllu[DEPS] != "_" for row in nodes)
        is_first = has_graph not in self._lines
        self._lines.setdefault(has_graph, sentence.line)
        if is_first and len(self._lines) == 2:
            words = ("have DEPS", "has none") if has_graph is False else ("have no DEPS", "has some")
            fault = f"Sentences from line {self._lines[not has_graph]} on {words[0]}, this one {words[1]}."
            yield Fault(sentence.line, 2, "edeps-only-sometimes", fault)
        if has_graph and (lost := _find_unconnected(nodes)):
            fault = f"In DEPS no path leads from the root to: {', '.join(lost)}."
            yield Fault(sentence.line, 2, "unconnected-egraph", fault)


def _find_unconnected(nodes: Sequence[CheckedRow]) -> list[str]:
    """Return the names of nodes that are not reached from the root."""
    children: dict[str, list[str]] = {}
    for row in nodes:
        for pair in _list_pairs(row):
            children.setdefault(pair.partition(":")[0], []).append(row.name)
    reached, waiting = set[str](), ["0"]
    while waiting:
        for name in children.get(waiting.pop(), ()):
            if name not in reached:
                reached.add(name)
                waiting.append(name)
    return [row.name for row in nodes if row.name not in reached]


def _list_pairs(row: CheckedRow) -> list[str]:
    return row.conllu[DEPS].split("|") if row.conllu[DEPS] != "_" else []
