"""PARSEME's notes of a project: corrections that stand, and corrections that a file asks for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project
from expressions.consistency.gold import Correction, PassageCorrection, list_corrections
from expressions.consistency.items import GoldText, SentenceWords
from expressions.consistency.models import GoldCorrection
from expressions.consistency.parseme import Note, Notes, place_forms, write_notes
from expressions.consistency.queries.items import read_gold
from expressions.passages.models import PassageSentence


class NumberedSentence(NamedTuple):
    """A sentence of the project by the number of its passage, with its first word and its number of words."""

    passage: int
    start: int
    word_count: int


def list_sentences(project: Project) -> list[NumberedSentence]:
    """Return the sentences in the order of gold.cupt, in which notes count them."""
    items = PassageSentence.objects.filter(passage__item__project=project)
    kept = items.exclude(passage__item__state=Item.State.WITHDRAWN).order_by("passage__item__number", "place")
    rows = kept.values_list("passage__item__number", "first_word", "word_count")
    return [NumberedSentence(*row) for row in rows]


def write_project_notes(project: Project) -> str:
    """Return the corrections that stand as notes; those with words of several sentences are left out."""
    sentences = list_sentences(project)
    texts = {text.passage: text for text in read_gold(project)}
    places: dict[int, list[tuple[int, NumberedSentence]]] = defaultdict(list)
    for number, sentence in enumerate(sentences):
        places[sentence.passage].append((number, sentence))
    changes: dict[tuple[int, int], list[Correction]] = defaultdict(list)
    rows = GoldCorrection.objects.standing().filter(item__project=project)
    for change, passage, words, before, after in rows.values_list("change", "item__number", "words", "before", "after"):
        changes[change, passage].append(Correction(tuple(words), before, after))
    notes = []
    for (_change, passage), corrections in changes.items():
        if passage in texts:
            for old, new in _join_moves(corrections):
                notes += _write_note(texts[passage], places[passage], old, new)
    return write_notes(notes, project.expressions.category_set)


def _join_moves(corrections: Sequence[Correction]) -> list[tuple[Correction, Correction]]:
    """Return each correction with the one that gives its expression other words, else with itself."""
    if len(corrections) == 2 and not corrections[0].after and not corrections[1].before:
        return [(corrections[0], corrections[1])]
    return [(each, each) for each in corrections]


def _write_note(
    text: GoldText, places: Sequence[tuple[int, NumberedSentence]], old: Correction, new: Correction
) -> list[Note]:
    number, sentence = max((place for place in places if place[1].start <= old.words[0]), key=lambda each: each[0])
    if max(*old.words, *new.words) >= sentence.start + sentence.word_count or new.words[0] < sentence.start:
        return []
    words = tuple(word - sentence.start for word in old.words)
    target = tuple(text.find_forms(new.words)) if new.words != old.words else ()
    return [Note(number, words, tuple(text.find_forms(old.words)), old.before, new.after, target)]


def find_corrections(project: Project, notes: Notes) -> tuple[list[PassageCorrection], list[str]]:
    """Return the corrections that notes ask for, and sentences about notes that do not fit the gold standard."""
    sentences = list_sentences(project)
    texts = {text.passage: text for text in read_gold(project)}
    corrections: list[PassageCorrection] = []
    faults = list(notes.special)
    for note in notes.notes:
        text = texts.get(sentences[note.sentence].passage) if 0 <= note.sentence < len(sentences) else None
        fault = "there is no such sentence with a gold standard"
        if text is not None:
            start = sentences[note.sentence].start
            words = next(each for each in text.sentences if each.start == start)
            fault, found = _fit_note(text, words, note)
            corrections += found
        if fault:
            faults.append(f"Sentence {note.sentence + 1}, {' '.join(note.forms)}: {fault}.")
    return corrections, faults


def _fit_note(text: GoldText, sentence: SentenceWords, note: Note) -> tuple[str, list[PassageCorrection]]:
    """Return what is wrong with the note, if anything, and its corrections."""
    here = [sentence.forms[word] if word < len(sentence.forms) else "" for word in note.words]
    if here != list(note.forms):
        return f"the words there are “{' '.join(here)}”", []
    words = tuple(word + sentence.start for word in note.words)
    standing = next((mark.category for mark in text.gold if mark.words == words), "")
    if standing != note.before:
        return f"the gold standard has {standing or 'no expression'} there, the note {note.before or 'none'}", []
    target: tuple[int, ...] = ()
    if note.target:
        places = place_forms(sentence.forms, note.target, note.words)
        if places is None:
            return f"the sentence has no “{' '.join(note.target)}”", []
        target = tuple(place + sentence.start for place in places)
    return "", list_corrections([(text.passage, words, standing)], note.after, target)
