"""Expressions where they are said to be, or not."""

import pytest

from annotation_site.phrases.presence import Presence, describe_span, is_form_of, marks_expression, occurs_in


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("den Löffel abgegeben", "Er hat letztes Jahr DEN LÖFFEL abgegeben."),
        ("den Lo\u0308ffel abgegeben", "den Löffel, endlich, abgegeben"),
        ("l'ha detto", "Lui l’ha detto!"),
        ("画蛇添足", "他这是画蛇添足。"),
        ("a soft\u00adhyphen", "A softhyphen"),
        ("è cresciuto", "il costo è di nuovo cresciuto"),
    ],
)
def test_words_are_found_whatever_their_case_marks_and_encoding(expression, text):
    assert occurs_in(expression, text)


@pytest.mark.parametrize(
    ("language", "expression", "text"),
    [
        ("en", "to kick the bucket", "Yesterday he kicked the bucket."),
        ("en", "pull someone's leg", "You are pulling my leg!"),
        ("de", "den Löffel abgeben", "Hat er denn den Löffel abgegeben?"),
        ("fr", "avoir le cafard", "Depuis hier, elle a le cafard."),
        ("it", "all'improvviso", "Si fermò All’improvviso."),
        ("es", "dar gato por liebre", "Nos dieron gato por liebre."),
        ("it", "prendere in giro", "Smettila di prendermi in giro."),
        ("tr", "ışık tutmak", "Bu kitap konuya IŞIK TUTMAK istiyor."),
        ("he", "בית ספר", "היא הלכה לבית הספר."),
        ("ar", "كتاب قديم", "قرأت الكتاب القديم."),
        ("tr", "IŞIK TUTMAK", "Bu kitap konuya ışık tutmak istiyor."),
        ("fa", "پیش\u200cبینی هوا", "پیش بینی هوا بد است."),
        ("ml", "അവന്\u200d", "അവൻ വീട്ടിൽ പോയി."),
        ("he", "צה״ל", 'צה"ל הודיע.'),
        ("ru", "бить баклуши", "Он целый день бил баклуши."),
        ("pl", "drzeć koty", "Sąsiedzi drą koty od lat."),
    ],
)
def test_forms_of_words_are_found_where_the_language_is_known(language, expression, text):
    """Dictionary forms of a right table were reported as missing."""
    assert occurs_in(expression, text, language)


@pytest.mark.parametrize(
    ("language", "expression", "text"),
    [
        ("de", "kick the bucket", "Er hat den Löffel abgegeben."),
        ("en", "den Löffel abgeben", "He kicked the bucket."),
        ("it", "tomar el pelo", "Mi prende sempre in giro."),
        ("tr", "kill two birds", "Bir taşla iki kuş vurdu."),
        ("he", "kick the bucket", "הוא הלך לעולמו."),
        ("en", "to be", "He kicked the bucket."),
    ],
)
def test_the_words_of_another_column_are_not_found(language, expression, text):
    assert not occurs_in(expression, text, language)


@pytest.mark.parametrize(
    ("expression", "text"),
    [("kicked the bucket", "Er hat den Löffel abgegeben."), ("ice the broke", "He broke the ice."), ("art", "a party")],
)
def test_other_words_are_not_found(expression, text):
    assert not occurs_in(expression, text)


def test_counts_are_told_and_fewer_than_half_are_refused():
    presence = Presence()
    for expression in ("kicked the bucket", "cats and dogs", "Löffel", "!?"):
        presence.add_text(expression, ["Er hat den Löffel abgegeben."])
    assert presence.to_json() == {"found": 1, "of": 3} and presence.is_refused
    assert presence.describe() == (
        "Only 1 of 3 expressions occur in their reference, unlike “kicked the bucket”; check the column."
    )
    presence.add_text("Er", ["Er hat", "x"])
    assert not presence.is_refused
    assert presence.describe() == "2 of 4 expressions occur in their reference, unlike “kicked the bucket”."
    assert Presence(found=3, total=3).describe() == "" and not Presence().is_refused


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("broke the ice", "break the ice"), ("number-crunching", "number crunching"), ("cash cows", "cash cow"),
        ("pull our legs", "pull someone's leg"), ("is loading", "be loaded"), ("lung injuries", "lung injuries"),
        ("画蛇添足", "画蛇添足"), ("IŞIK", "ışık"), ("ırmak kenarı", "IRMAK kenarı"),
        ("Löffel abgab", "den Löffel abgeben"),
    ],
)  # fmt: skip
def test_inflected_forms_are_forms(text, expression):
    assert is_form_of(text, expression)


@pytest.mark.parametrize(
    ("text", "expression"), [("s", "swan song"), ("sh cow .", "cash cow"), ("the big", "birth rate")]
)
def test_other_texts_are_no_forms(text, expression):
    assert not is_form_of(text, expression)


def test_a_span_that_cuts_a_word_or_marks_other_words_is_told():
    assert (
        describe_span("A swan song .", [(2, 3)], "swan song") == "the span 2–3 is “s”, which is not a form of swan song"
    )
    said = describe_span("He sold a cash cow and left .", [(23, 27)], "cash cow")
    assert said == "the span 23–27 is “left”, which is not a form of cash cow"
    assert (
        describe_span("Two cash cows .", [(4, 12)], "cash cow")
        == "the span 4–12 is “cash cow”, which cuts the word “cows”"
    )
    assert marks_expression("Two cash cows .", [(4, 12)], "cash cow")
    assert not marks_expression("A swan song .", [(2, 3)], "swan song")
    assert describe_span("lung and left heart injuries", [(0, 4), (20, 28)], "lung injuries") == ""
    # A name for the expression, or words that nothing parts, say nothing.
    assert (
        describe_span("He kicked the bucket.", [(3, 20)], "VID")
        == ""
        == describe_span("他画蛇添足。", [(1, 5)], "画蛇添足")
    )
