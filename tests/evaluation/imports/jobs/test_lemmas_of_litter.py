"""LitTER on the site with texts from CoNLL-U: it looks up and compares the lemmas that came with them."""

import pytest

from evaluation.linguistic_annotation.models import LinguisticAnnotation
from evaluation.measures.jobs import measure_translations
from evaluation.measures.jobs.chunks import Counting
from evaluation.translations.models import TranslationScore
from tests.evaluation.imports.jobs.with_lemmas import OUTPUT, REFERENCE, ask, conllu, take, text
from tests.evaluation.translated import add, keep, run

pytestmark = pytest.mark.django_db


MARKED = conllu([[("Era", "essere", "AUX"), ("un", "un", "DET"), ("zibibbone", "zibibbo", "NOUN")]])
STANDS = "zibibbone\t[(7, 16)]\n"
LITERAL = conllu([[("It", "it", "PRON"), ("was", "be", "AUX"), ("grapen", "grape", "NOUN")]])
NOT_LITERAL = conllu([[("It", "it", "PRON"), ("was", "be", "AUX"), ("fine", "fine", "ADJ")]])


@pytest.mark.parametrize(
    ("lemmas", "dictionary", "micro"),
    [
        ("none", "zibibbo grapen", 0),
        ("source", "zibibbo grapen", 1),
        ("source", "zibibbo grape", 0),
        ("target", "zibibbone grape", 1),
        ("target", "zibibbo grape", 0),
        ("both", "zibibbo grape", 1),
    ],
)
def test_litter_looks_up_and_compares_the_lemmas_that_came_with_texts(files, lemmas, dictionary, micro):
    """Lemmas that no dictionary of lemmas has for these words."""
    test_set = take(("r.conllu", NOT_LITERAL), source=("s.conllu", MARKED), spans=STANDS)
    add(test_set, "one", LITERAL, "h.conllu")
    uploads = [keep(test_set.project, "d.txt", f"{dictionary}\n")]
    run(ask(test_set, "litter", options={"lemmas": lemmas}, files={"dictionaries": uploads}), measure_translations)
    score = TranslationScore.objects.get()
    assert score.result["figures"]["micro"]["value"] == micro
    hashes = {each.part: each.sha256[:12] for each in LinguisticAnnotation.objects.all()}
    assert (f"|source-conllu:{hashes['source']}|" in score.signature) == (lemmas in ("source", "both"))
    assert (f"|output-conllu:{hashes['']}|" in score.signature) == (lemmas in ("target", "both"))


def test_a_reference_that_has_the_lemma_takes_the_blocklist_away(files):
    test_set = take(("r.conllu", LITERAL), source=("s.conllu", MARKED), spans=STANDS)
    add(test_set, "one", LITERAL, "h.conllu")
    uploads = [keep(test_set.project, "d.txt", "zibibbo grape\n")]
    run(ask(test_set, "litter", options={"lemmas": "both"}, files={"dictionaries": uploads}), measure_translations)
    assert TranslationScore.objects.get().result["figures"]["micro"]["value"] == 0


def test_a_source_with_lemmas_is_nothing_to_tesla(files):
    """Of a test set made from .cupt only the source has lemmas."""
    plain = take(("r.txt", text(REFERENCE)))
    cupt = take(("r.txt", text(REFERENCE)), source=("s.conllu", MARKED + "\n" + MARKED), name="Cupt")
    keys = []
    for test_set in (plain, cupt):
        add(test_set, "one", text(OUTPUT), "h.txt")
        keys.append(Counting(ask(test_set)).keys)
    assert keys[0] == keys[1]
