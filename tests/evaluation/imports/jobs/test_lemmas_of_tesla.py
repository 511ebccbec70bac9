"""TESLA on the site with texts from CoNLL-U: their annotation is used, and no stored value is taken for other words."""

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.projects.models import Role
from annotation_site.web.exceptions import DomainError
from evaluation.linguistic_annotation.models import LinguisticAnnotation
from evaluation.measures.jobs import measure_translations
from evaluation.measures.jobs.chunks import Counting
from evaluation.translations.models import SegmentValues
from tests.evaluation.cli.measuring import measure
from tests.evaluation.imports.jobs.with_lemmas import (
    OUTPUT,
    REFERENCE,
    ask,
    conllu,
    scores,
    take,
    text,
    upload_annotation,
    value,
)
from tests.evaluation.judging.test_api import Caller
from tests.evaluation.measures.test_options import TABLE
from tests.evaluation.translated import add, keep, run
from tests.factories import make_member
from tests.markup import markup_of

pytestmark = pytest.mark.django_db(transaction=True)


TAGGED_OTHERWISE = [[(form, lemma, "X") for form, lemma, _ in sentence] for sentence in OUTPUT]
BARE = [[(form, "_", "_") for form, *_ in sentence] for sentence in OUTPUT]


@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize("language", ["en", "xx"])
def test_tesla_of_conllu_is_what_the_command_says_of_the_same_files(files, language):
    test_set = take(("r.conllu", conllu(REFERENCE)), language)
    upload_annotation(test_set, "one", conllu(OUTPUT), "h.conllu")
    command = ["tesla", "--reference", files / "r.conllu", "--hypothesis", files / "h.conllu"]
    command += ["--format", "conllu", "--language", language]
    (plain,) = scores(test_set)
    expected = measure(*command)
    assert value(plain) == pytest.approx(expected["score"]) and 0 < value(plain) < 1
    assert f"|tokens:conllu|language:{language}|lemmas:conllu|similarities:ms+pos|pos:conllu|" in plain.signature
    hashes = {each.part: each.sha256[:12] for each in LinguisticAnnotation.objects.all()}
    assert f"|reference-conllu:0-{hashes['reference-0']}|output-conllu:{hashes['']}|" in plain.signature
    (weighed,) = scores(
        test_set,
        "tesla-compounds",
        options={"highest": 5},
        files={"compounds": [keep(test_set.project, "compounds.csv", TABLE)]},
    )
    expected = measure(*command, "--compounds", files / "compounds.csv", "--highest", 5)
    assert value(weighed) == pytest.approx(expected["score"]) and value(weighed) < value(plain)


@pytest.mark.usefixtures("worker")
def test_each_side_is_read_by_itself(files):
    """A side without annotation is split and lemmatised, beside one with it, here and by the command."""
    plain, mixed = take(("r.txt", text(REFERENCE))), take(("r.txt", text(REFERENCE)), name="Mixed")
    upload_annotation(plain, "one", text(OUTPUT), "h.txt")
    upload_annotation(mixed, "bare", text(OUTPUT), "h.txt")
    upload_annotation(mixed, "other tags", conllu(TAGGED_OTHERWISE), "h.conllu")
    (alone,), (bare, tagged) = scores(plain), scores(mixed)
    assert value(alone) == value(bare) != value(tagged)
    (files / "r.txt").write_text(text(REFERENCE))
    (files / "tagged.conllu").write_text(conllu(TAGGED_OTHERWISE))
    sides = ("--reference", files / "r.txt", "--hypothesis", files / "tagged.conllu", "--hypothesis-format", "conllu")
    assert value(tagged) == pytest.approx(measure("tesla", *sides, "--language", "en")["score"])
    assert "conllu" not in alone.signature
    assert "|reference-conllu:no|output-conllu:no|" in bare.signature
    assert "|lemmas:simplemma-" in tagged.signature and "|pos:textblob-" in tagged.signature
    sha = LinguisticAnnotation.objects.get().sha256[:12]
    assert f"|reference-conllu:no|output-conllu:{sha}|" in tagged.signature


@pytest.mark.usefixtures("worker")
def test_without_a_tagger_parts_of_speech_count_where_every_text_has_them(files):
    """A system would otherwise be compared by another measure than the one beside it."""
    test_set = take(("r.conllu", conllu(REFERENCE)), "fr")
    upload_annotation(test_set, "tagged", conllu(OUTPUT), "h.conllu")
    (whole,) = scores(test_set)
    assert "|similarities:ms+pos|pos:conllu|" in whole.signature
    upload_annotation(test_set, "bare", text(OUTPUT), "h.txt")
    tagged, bare = scores(test_set)
    (files / "h.txt").write_text(text(OUTPUT))
    sides = ("--reference", files / "r.conllu", "--reference-format", "conllu", "--hypothesis", files / "h.txt")
    assert value(bare) == pytest.approx(measure("tesla", *sides, "--language", "fr")["score"])
    assert {each.signature.split("|similarities:")[1][:12] for each in (tagged, bare)} == {"ms|pos:none|"}
    assert tagged.key != whole.key and value(tagged) != value(whole)


@pytest.mark.usefixtures("worker")
def test_words_without_lemma_and_part_of_speech_are_as_bare_ones(files):
    test_set = take(("r.txt", text(REFERENCE)))
    upload_annotation(test_set, "open", conllu(BARE), "h.conllu")
    upload_annotation(test_set, "text", text(OUTPUT), "h.txt")
    first, second = scores(test_set)
    assert value(first) == pytest.approx(value(second))


def test_another_linguistic_annotation_has_another_key(files, monkeypatch):
    def keys(reference: str, *outputs: str) -> dict[str, str]:
        test_set = take(("r.conllu", reference))
        for place, output in enumerate(outputs):
            add(test_set, f"system {place}", output, "h.conllu")
        return Counting(ask(test_set, "tesla", "bleu")).keys

    same = keys(conllu(REFERENCE), conllu(OUTPUT))
    again = keys(conllu(REFERENCE), conllu(OUTPUT))
    other = keys(conllu(REFERENCE), conllu(TAGGED_OTHERWISE))
    turned = keys(conllu([[(form, form, upos) for form, _, upos in each] for each in REFERENCE]), conllu(OUTPUT))
    assert same["bleu"] == again["bleu"] == other["bleu"] == turned["bleu"]
    assert len({each["tesla"] for each in (same, other, turned)}) == 3
    monkeypatch.setattr("evaluation.measures.kinds.tesla.name_lemmatiser", lambda language: "simplemma-0")
    assert keys(conllu(REFERENCE), conllu(OUTPUT))["tesla"] not in (same["tesla"], other["tesla"], turned["tesla"])


def test_linguistic_annotation_that_was_exchanged_is_not_counted_under_the_old_key(files):
    test_set = take(("r.conllu", conllu(REFERENCE)))
    add(test_set, "one", conllu(OUTPUT), "h.conllu")
    job = ask(test_set)
    LinguisticAnnotation.objects.filter(part="reference-0").update(sha256="0" * 64)
    with pytest.raises(DomainError, match="The linguistic annotation of a text has changed since the request"):
        run(job, measure_translations)
    assert not SegmentValues.objects.exists()


@pytest.mark.usefixtures("worker")
def test_the_segment_page_shows_the_words_that_were_compared(files):
    test_set = take(("r.conllu", conllu(REFERENCE)))
    upload_annotation(test_set, "one", conllu(OUTPUT), "h.conllu")
    scores(test_set)
    client = Client()
    client.force_login(make_member(test_set.project, Role.ADJUDICATOR).user)
    page = markup_of(client.get(reverse("evaluation:segment", args=[test_set.project.slug, test_set.pk, 2])))
    for word in ("dis", "appeared"):
        assert f'<th scope="row"><bdi>{word}</bdi></th>' in page
    assert "<td><bdi>appeared</bdi></td>" in page


def test_a_language_without_lemmas_needs_them_from_every_text(files):
    test_set = take(("r.conllu", conllu(REFERENCE)), "xx")
    add(test_set, "one", text(OUTPUT), "h.txt")
    with pytest.raises(DomainError, match="There is no lemmatiser for the language “xx”"):
        ask(test_set)


@pytest.mark.usefixtures("worker")
def test_measures_that_need_no_lemmas_are_computed_without_a_lemmatiser(files):
    test_set = take(("r.conllu", conllu(REFERENCE)), "xx")
    add(test_set, "one", text(OUTPUT), "h.txt")
    (score,) = scores(test_set, "chrf", "tesla")
    assert score.measure == "chrf"
    assert score.job.result["summary"] == (
        "1 measure of 1 system. TESLA-M: not measured. There is no lemmatiser for the language “xx”."
    )


def test_the_page_says_which_texts_brought_lemmas(files):
    test_set = take(("r.conllu", conllu(REFERENCE)))
    add(test_set, "one", conllu(OUTPUT), "h.conllu")
    add(test_set, "two", text(OUTPUT), "h.txt")
    client = Client()
    client.force_login(test_set.project.created_by)
    page = markup_of(client.get(reverse("evaluation:measures_new", args=[test_set.project.slug, test_set.pk])))
    assert "1 of 1 reference and 1 of 2 systems have linguistic annotation (CoNLL-U)." in page
    board = markup_of(client.get(reverse("evaluation:test_set_files", args=[test_set.project.slug, test_set.pk])))
    assert "<dt>Linguistic annotation</dt><dd><bdi>reference</bdi>, <bdi>one</bdi></dd>" in board
    told = Caller(test_set.project.created_by, test_set.project).send("get", f"test-sets/{test_set.pk}/", 200)
    hashes = {each.name: each.sha256 for each in LinguisticAnnotation.objects.all()}
    assert {each["name"]: each["sha256"] for each in told["linguistic_annotations"]} == hashes
