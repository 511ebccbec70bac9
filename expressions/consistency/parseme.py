"""PARSEME's notes: decisions of its consistency page as JSON, by number of sentence and places of words.

Source: consistencyCheckWebpage.py and jsonNotes2ReannotationWebpage.py of parseme-utilities. Sentences count from 1,
words from 0; an occurrence that was skipped has the category Skipped.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from annotation_site.texts.faults import FormatError
from expressions.categories.presets import NOT_AN_EXPRESSION, is_not_an_expression

SKIPPED = "Skipped"
_KEY = "MWE_KEY="


class Note(NamedTuple):
    """A decision about words of a sentence, both counted from 0; `target` are the forms that it has instead."""

    sentence: int
    words: tuple[int, ...]
    forms: tuple[str, ...]
    before: str
    after: str
    target: tuple[str, ...] = ()

    def to_entry(self) -> tuple[str, dict[str, Any]]:
        """Return the key and the value that the note has among the decisions."""
        told: dict[str, Any] = {
            "type": "RE-ANNOT",
            "source_categ": self.before or SKIPPED,
            "source_mwe": list(self.forms),
            "target_categ": self.after or NOT_AN_EXPRESSION,
        }
        if self.target:
            told["target_mwe"] = list(self.target)
        return f"{_KEY}{json.dumps([[1, self.sentence + 1, list(self.words)]])}", told


@dataclass(slots=True)
class Notes:
    """The decisions of a file, and sentences about those that people have to look at."""

    notes: list[Note] = field(default_factory=list)
    special: list[str] = field(default_factory=list)


def write_notes(notes: Iterable[Note], edition: str) -> str:
    """Return the notes as the JSON that PARSEME's scripts read."""
    meta = {"parseme_version": edition, "parseme_json_version": "2.0", "filename_mapping": {"1": "gold.cupt"}}
    decisions = dict(note.to_entry() for note in notes)
    return json.dumps({"META": meta, "DECISIONS": decisions}, ensure_ascii=False, indent=2) + "\n"


def read_notes(text: str, name: str) -> Notes:
    """Return the notes of a file. Raise FormatError for one that has none."""
    try:
        found = json.loads(text)
        entries = list(found["DECISIONS"].items())
        read = Notes()
        for key, told in entries:
            _read_entry(read, key, told)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        fault = (
            "These are no notes of PARSEME’s consistency page: “DECISIONS” with keys such as MWE_KEY=[[1, 3, [0, 2]]]."
        )
        raise FormatError(name, None, fault) from error
    return read


def _read_entry(read: Notes, key: str, told: Mapping[str, Any]) -> None:
    ((_file, sentence, words),) = json.loads(key.removeprefix(_KEY))
    forms = tuple(map(str, told["source_mwe"]))
    if told["type"] != "RE-ANNOT":
        note = told.get("human_note", told["type"])
        read.special.append(f"Sentence {int(sentence)}, {' '.join(forms)}: {note}")
        return
    before = str(told["source_categ"]).split()[0]
    after = str(told["target_categ"])
    read.notes.append(
        Note(
            int(sentence) - 1,
            tuple(sorted(int(word) for word in words)),
            forms,
            "" if before == SKIPPED else before,
            NOT_AN_EXPRESSION if is_not_an_expression(after) else after,
            tuple(map(str, told.get("target_mwe", ()))),
        )
    )


def place_forms(forms: Sequence[str], target: Sequence[str], near: Sequence[int]) -> tuple[int, ...] | None:
    """Return the places of the target's forms in a sentence, each the nearest to the words that it had; None where the
    sentence has not all of them.
    """
    taken: set[int] = set()
    for form in target:
        free = [place for place, other in enumerate(forms) if other == form and place not in taken]
        if not free:
            return None
        taken.add(min(free, key=lambda place: (min(abs(place - word) for word in near), place)))
    return tuple(sorted(taken))
