"""LitTER: the paper's table, and what is counted."""

import pytest

from annotation_site.texts.segmentation import segment_words
from evaluation.measures.registry import MEASURES
from evaluation.measures.sums import MeanSums
from evaluation.metrics.dictionaries import BilingualDictionary, read_dictionary
from evaluation.metrics.litter import LitterOptions, find_literal_words
from evaluation.metrics.words import fold, lemmatiser

# Source span, blocklists, target language, reference, hypothesis, words that trigger.
TABLE = [
    (
        "pull its punches",
        {"pull": "tirez tirer", "its": "ses son sa", "punches": "coups"},
        "fr",
        "Comme le montre l’exemple de Chypre, Ankara n’y va pas avec le dos de la cuiller.",
        "Comme le montre l’exemple de Chypre, Ankara ne tire pas les ficelles.",
        (),
    ),
    (
        "put on ice",
        {"put": "mis mettre", "on": "sur", "ice": "glace ice verglas"},
        "fr",
        "elle était mise au rencart au motif que nous n’arriverons jamais à convaincre le G20",
        "on l’a déjà gelé au motif que nous n’y arriverons jamais par le biais du G20",
        (),
    ),
    (
        "bark up the wrong tree",
        {
            "bark": "aboyer ecorces ecorce",
            "up": "debout",
            "the": "le la les",
            "wrong": "faux tort errone mal",
            "tree": "arbre arbres sapin arborescence",
        },
        "fr",
        "Postposer ce vote une fois de plus eut été se tromper de cible.",
        "Reporter ce vote une fois de plus, c’est se tromper d’arbre.",
        ("arbre",),
    ),
    (
        "bread and butter",
        {"bread": "pain", "and": "et", "butter": "et pain beurre"},
        "fr",
        "Pour les sociétés, utiliser la technologie pour recueillir des données, c’est la routine.",
        "Pour les entreprises, utiliser la technologie pour collecter des données importantes, c’est comme du "
        "pain et du beurre.",
        ("pain", "et", "beurre"),
    ),
    (
        "eye candy",
        {"eye": "oculaire oeil yeux œil", "candy": "bonbon bonbons sucrerie"},
        "fr",
        "Et voici quelques bonbons pour vos yeux, de la part d’un éventail de scientifiques.",
        "Et voici quelques bonbons pour les yeux, d’une gamme de scientifiques.",
        (),
    ),
    (
        "zebra crossing",
        {"zebra": "ζέβρα", "crossing": "διάβαση πέρασμα"},
        "el",
        "διάβαση πεζών",
        "ζέβρα πέρασμα",
        ("ζέβρα",),
    ),
]  # fmt: skip


def make_dictionary(blocklists):
    lines = [f"{source} {word}" for source, words in blocklists.items() for word in words.split()]
    return BilingualDictionary((read_dictionary(lines).entries,))


def find(span, blocklists, reference, hypothesis, language="fr", options=None):
    return find_literal_words(
        segment_words(span, "en"),
        segment_words(reference, language),
        segment_words(hypothesis, language),
        make_dictionary(blocklists),
        options,
    )


@pytest.mark.parametrize(("span", "blocklists", "language", "reference", "hypothesis", "triggers"), TABLE)
def test_table_of_the_paper(span, blocklists, language, reference, hypothesis, triggers):
    result = find(span, blocklists, reference, hypothesis, language)
    assert result.triggered == triggers
    assert result.is_error == bool(triggers)
    tokens = segment_words(hypothesis, language)
    assert {fold(tokens[place]) for place in result.positions} == {fold(word) for word in triggers}


def test_a_blocklist_that_meets_the_reference_is_removed_whole():
    result = find("zebra crossing", TABLE[5][1], "διάβαση πεζών", "ζέβρα πέρασμα", "el")
    assert [blocklist.is_removed for blocklist in result.blocklists] == [False, True]
    assert result.blocklists[1].in_hypothesis == ("πέρασμα",)


def test_words_meet_without_case_and_accents_but_ligatures_stay():
    assert find("eye", {"eye": "Œil"}, "rien", "un ŒIL").is_error
    assert find("bark", {"bark": "écorce"}, "rien", "une ECORCE").is_error
    assert not find("eye", {"eye": "œil"}, "rien", "un oeil").is_error


def test_words_with_an_apostrophe_are_found_though_the_tokeniser_takes_them_apart():
    result = find("today", {"today": "aujourd'hui"}, "maintenant", "il vient aujourd’hui, dit-il")
    assert (result.triggered, result.positions) == (("aujourd'hui",), (2,))


def test_a_token_is_looked_up_as_written_and_in_lower_case_in_both_dictionaries():
    forward = read_dictionary(["March mars", "march marche"]).entries
    inverted = read_dictionary(["défilé march"], invert=True).entries
    assert BilingualDictionary((forward, inverted)).translate("March") == ("mars", "marche", "défilé")


def test_dictionary_lines_of_other_than_two_words_are_skipped_and_told():
    words = read_dictionary(["a b", "", "a  c", "a b", "by the way en passant", "alone"])
    assert words.entries == {"a": ["b", "c"]}
    assert [row.line for row in words.rejected] == [5, 6]
    assert words.rejected[0].reason == "A dictionary line must have two words; this one has 5."


def test_only_punctuation_is_not_counted_and_no_entry_is_no_error():
    assert find("…!", {"a": "b"}, "x", "y") is None
    assert not find("gallimaufry", {"a": "b"}, "x", "y").is_error


def test_macro_is_over_labels_and_micro_over_expressions():
    sums = MeanSums(MEASURES["litter"])
    sums.add([["a", "a"], ["dots", "b"]], [[[1, [], [], []], [0, [], [], []]], [None, [0, [], [], []]]])
    assert (sums.value("macro"), sums.value("micro")) == (pytest.approx(0.25), pytest.approx(1 / 3))
    assert (sums.n, sums.left_out) == (3, 1)


def test_stop_words_have_no_blocklist():
    result = find("the tree", {"the": "le", "tree": "arbre"}, "x", "le loup", options=LitterOptions(stop_words={"the"}))
    assert not result.is_error
    assert [blocklist.token for blocklist in result.blocklists] == ["tree"]


def test_lemmas_find_the_inflected_form_that_the_paper_misses():
    _, blocklists, _, reference, hypothesis, _ = TABLE[0]
    options = LitterOptions(target_lemma=lemmatiser("fr"))
    assert find("pull its punches", blocklists, reference, hypothesis, options=options).triggered == ("tirez", "tirer")
    options = LitterOptions(source_lemma=lemmatiser("en"))
    assert find("punches", {"punch": "coup"}, "x", "un coup", options=options).is_error
