"""Positions of compounds in their sentences."""

import csv
from collections import Counter

import pytest

from annotation_site.texts.characters import make_comparable
from idiomaticity.compounds.placing import (
    Placement,
    Unplaced,
    check_spans,
    find_places,
    is_pointer,
    place_compound,
    place_words,
)
from idiomaticity.formats import read_compounds
from idiomaticity.imports.planning import plan_import
from tests.shared_data import shared


def parts(compound: str, sentence: str, language: str = "en") -> tuple[list[str], str]:
    placed = place_compound(compound, sentence, language)
    assert isinstance(placed, Placement), placed
    return [sentence[start:end] for start, end in placed.spans], placed.manner


@pytest.mark.parametrize(
    ("compound", "sentence", "language", "found", "manner"),
    [
        ("glass ceiling", "Break the Glass Ceiling now.", "en", ["Glass Ceiling"], "verbatim"),
        ("car park", "Two car-parks and a lake.", "en", ["car-parks"], "inflected"),
        ("case study", "Video-based case studies of pupils", "en", ["case studies"], "inflected"),
        ("abalo sísmico", "os grandes abalos sísmicos", "pt", ["abalos sísmicos"], "inflected"),
        ("abalo sísmico", "um abalo muito forte e sísmico", "pt", ["abalo", "sísmico"], "discontinuous"),
        ("bull's eye", "right in the bull’s eye", "en", ["bull’s eye"], "verbatim"),
        ("黒猫", "庭に黒猫がいる。", "ja", ["黒猫"], "verbatim"),
        ("צה״ל", 'היום צה"ל הודיע', "he", ['צה"ל'], "verbatim"),
        ("בית ספר", "זה בית־ספר גדול", "he", ["בית־ספר"], "verbatim"),
        ("വീട്ടിൽ", "അവന്\u200d വീട്ടില്\u200d പോയി", "ml", ["വീട്ടില്\u200d"], "verbatim"),
        ("نان خور", "مردی نان\u200cخور آمد.", "fa", ["نان\u200cخور"], "verbatim"),
        ("سیب\u200cزمینی", "یک سیب زمینی خرید.", "fa", ["سیب زمینی"], "verbatim"),
        ("ක්\u200dරීඩා පිටිය", "මේ ක්\u200dරීඩා පිටිය.", "si", ["ක්\u200dරීඩා පිටිය"], "verbatim"),
        ("ఎర్ర చందనం", "ఆ ఎర్ర\u200cచందనం", "te", ["ఎర్ర\u200cచందనం"], "verbatim"),
        ("ផ្កាឈូក", "នេះ\u200bជា\u200bផ្កា\u200bឈូក\u200bល្អ", "km", ["ផ្កា\u200bឈូក"], "verbatim"),
        ("לב זהב", "יש לו לב\u00a0זהב.", "he", ["לב\u00a0זהב"], "verbatim"),
        ("pão duro", "Um pa\u0303o\u202fduro.", "pt", ["pa\u0303o\u202fduro"], "verbatim"),
        ("GÜNEŞ IŞIĞI", "Bu güneş ışığı.", "tr", ["güneş ışığı"], "verbatim"),
        ("ilan tahtası", "Bir İLAN TAHTASI var.", "tr", ["İLAN TAHTASI"], "verbatim"),
        ("devil's advocate", "The devilʼs advocate.", "en", ["devilʼs advocate"], "verbatim"),
        ("काला बाज़ार", "यह काला बाज़ार है", "hi", ["काला बाज़ार"], "verbatim"),
    ],
)
def test_a_compound_is_found(compound: str, sentence: str, language: str, found: list[str], manner: str) -> None:
    assert parts(compound, sentence, language) == (found, manner)


@pytest.mark.parametrize(
    ("compound", "sentence", "reason"),
    [
        ("glass ceiling", "A house of glass. The ceiling fell.", "was not found"),
        ("glass ceiling", "glass of the old and dirty and low ceiling", "was not found"),
        ("art form", "a smart formula", "was not found"),
        ("cash cow", "A cash cow is a cash cow.", "2 times"),
        ("cash cow", "the cash is cow or cow", "2 times"),
        ("…", "nothing here", "no word"),
    ],
)
def test_nothing_is_guessed(compound: str, sentence: str, reason: str) -> None:
    placed = place_compound(compound, sentence, "en")
    assert isinstance(placed, Unplaced)
    assert reason in placed.reason


def test_a_language_without_a_dictionary_is_searched_word_for_word() -> None:
    assert parts("sodo namas", "Čia sodo namas.", "xx") == (["sodo namas"], "verbatim")


def test_given_spans_are_checked_against_the_sentence() -> None:
    assert check_spans([(0, 4), (10, 13)], "cash is a cow") == Placement(((0, 4), (10, 13)), "given")
    for wrong in ([(0, 99)], [(4, 4)], [(3, 6), (5, 8)], []):
        assert isinstance(check_spans(wrong, "cash is a cow"), Unplaced)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", {"verbatim": 437, "inflected": 107, "pointer": 296}),
        ("pt", {"verbatim": 395, "inflected": 101, "unplaced": 2, "pointer": 42}),
    ],
)
def test_nearly_every_sentence_of_nctti_is_placed(language: str, expected: dict[str, int]) -> None:
    path = shared(f"data/idiomaticity/nctti/sentids_{language}.csv")
    counts: Counter[str] = Counter()
    with path.open(encoding="utf-8", errors="replace", newline="") as file:
        for row in csv.DictReader(file):
            for number in "123":
                sentence = row[f"sentence{number}"]
                if is_pointer(sentence):
                    counts["pointer"] += 1
                    continue
                placed = place_compound(row["compound"], sentence, language)
                counts[placed.manner if isinstance(placed, Placement) else "unplaced"] += 1
    assert counts == expected


def test_every_place_is_found_but_none_that_other_words_part() -> None:
    assert find_places("glass ceiling", "Glass ceiling or glass  ceiling", "en") == [((0, 13),), ((17, 31),)]
    assert find_places("glass ceiling", "Two glass ceilings", "en") == [((4, 18),)]
    assert find_places("glass ceiling", "a glass of the ceiling", "en") == []


@pytest.mark.parametrize(
    ("compound", "sentence", "language"),
    [
        ("nó cego", "Há muitos nós cegos.", "pt"),
        ("pastor alemão", "Rottweilers e pastores alemães.", "pt"),
        ("contact lens", "She wears contact lenses.", "en"),
        ("kalte Füße", "Mit kalten Füßen ging er.", "de"),
        ("cheval fiscal", "Douze chevaux fiscaux.", "fr"),
    ],
)
def test_plurals_are_found_that_no_dictionary_has(compound: str, sentence: str, language: str) -> None:
    found = place_compound(compound, sentence, language)
    assert isinstance(found, Placement) and found.manner == "inflected"


def test_an_ending_is_no_plural_in_a_language_that_has_none_such() -> None:
    assert isinstance(place_compound("olive oil", "Two olives oils.", "xx"), Unplaced)


def test_words_that_a_removed_character_parted_are_found_where_it_was() -> None:
    assert place_compound("honey bee", "A honeybee.", "en", seams=(7,)) == Placement(((2, 10),), "verbatim")
    assert isinstance(place_compound("honey bee", "A honeybee.", "en"), Unplaced)
    assert isinstance(place_compound("honey bee", "A honeybee.", "en", seams=(4,)), Unplaced)


def test_words_copied_from_a_page_are_found_in_any_composition() -> None:
    assert place_words("pão … duro", "Um pa\u0303o muito duro.") == Placement(((3, 7), (14, 18)), "given")
    assert place_words("cash cow", "A cash\u00a0cow.") == Placement(((2, 10),), "given")
    assert place_words("l'uomo", "È l’uomo.") == Placement(((2, 8),), "given")


@pytest.mark.parametrize(
    ("name", "language"),
    [("fa", "fa"), ("km", "km"), ("nfd", "pt"), ("si", "si"), ("zh", "zh"), ("quotes", "en")],
)
def test_the_compounds_of_strangers_are_found(name: str, language: str) -> None:
    path = shared(f"cases/33-unicode/{name}.tsv")
    entries, rejected = read_compounds([(path.read_bytes(), path.name)])
    plan = plan_import(entries, language=language, corrections={}, needs_sentences=True)
    assert (rejected, plan.misplaced, plan.left_out) == ([], [], [])
    for planned in plan.compounds:
        (sentence,) = planned.sentences
        ((start, end),) = sentence.placement.spans
        found, sought = (make_comparable(text) for text in (sentence.text[start:end], planned.entry.compound))
        assert "".join(found.split()) == "".join(sought.split())
