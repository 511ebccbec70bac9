"""Alignments of translations: imported completely or not at all, and used by the measures of aligned words."""

from copy import deepcopy

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from alignment.readings.links import Reading
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Role
from annotation_site.web.exceptions import DomainError
from evaluation.alignments.jobs import take_alignment
from evaluation.alignments.models import WordAlignment
from evaluation.alignments.services import add_released_alignment
from evaluation.measures.jobs import measure_translations, sharing
from evaluation.translations.models import TranslationScore
from tests.evaluation.gold_releases import make_release
from tests.evaluation.measures.services.test_measures import LINKS, align, ask, figures
from tests.evaluation.translated import ROWS, make_test_set, run
from tests.factories import make_member, make_project
from tests.markup import markup_of
from tests.running.module_rows import made_for_module

pytestmark = pytest.mark.django_db
CELLS = {0: [(0, 0), (1, 1)], 1: [(1, 0), (1, 1), (2, 2), (3, 3)]}


@pytest.fixture(autouse=True)
def _alone(monkeypatch):
    monkeypatch.setattr(sharing, "wake_helper", lambda job: None)


made = made_for_module(lambda: make_test_set(make_project()))


@pytest.fixture
def test_set(made):
    return deepcopy(made)


def test_the_aligned_words_are_compared_with_those_of_the_reference(test_set):
    for name in ("", "system one"):
        align(test_set, name)
    job = run(ask(test_set, "apt", "mwe-aligned"), measure_translations)
    assert "because of missing alignments: system two." in job.result["summary"]
    found = figures(test_set)
    assert set(found) == {("system one", "apt"), ("system one", "mwe-aligned")}
    # By hand: woke up – è svegliata against sveglia: 0; broke the ice – Ha rotto il ghiaccio. against Ha spaccato il
    # gelo.: Ha and il of four; nothing aligned: 0.
    assert found["system one", "apt"]["unigram_micro"] == pytest.approx((0 + 2 / 4 + 0) / 3)
    assert found["system one", "apt"]["unigram"] == pytest.approx((0 + 1 / 4) / 2)
    # Of “si è svegliata” only “sveglia” is near, by 7/9; of “ha rotto il ghiaccio” as in the whole sentence; and 0.
    nothing_near = {"si": 0, "è": 0}
    expected = (sum(nothing_near.values()) + 7 / 9) / 3, 2.575 / 4, 0
    assert found["system one", "mwe-aligned"]["code"] == pytest.approx(sum(expected) / 3)
    signature = TranslationScore.objects.get(measure="apt").signature
    assert "|links:" in signature and "|reference:links-" in signature


def test_without_links_of_the_reference_its_marked_words_count(test_set):
    align(test_set, "system one")
    run(ask(test_set, "apt"), measure_translations)
    score = TranslationScore.objects.get()
    assert "|reference:spans|" in score.signature
    assert score.result["figures"]["unigram"]["value"] is None  # this test set marks no spans in its references
    assert score.result["reasons"]["unigram"] == "No expression is aligned with a word of its reference."


def test_the_segment_page_shows_the_aligned_words(test_set):
    for name in ("", "system one"):
        align(test_set, name)
    run(ask(test_set, "apt"), measure_translations)
    client = Client()
    client.force_login(make_member(test_set.project, Role.ADJUDICATOR).user)
    page = markup_of(client.get(reverse("evaluation:segment", args=[test_set.project.slug, test_set.pk, 2])))
    assert "Aligned words" in page and "in the reference <bdi>Ha rotto il ghiaccio.</bdi>" in page


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0-0\n", "links.txt: The file has 1 sentences, but the test set has 4."),
        ("0-0 1-9\n\n\n\n", "links.txt, line 1: "),
        ("0-x\n\n\n\n", "links.txt, line 1: “0-x” is not a link"),
        ("\n\n\n\n0-0\n", "links.txt, line 5: The file has 5 sentences"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_whole(test_set, text, sentence):
    with pytest.raises(DomainError) as caught:
        align(test_set, "system one", text, alignment_format="pharaoh")
    assert sentence in str(caught.value)
    assert not WordAlignment.objects.exists()


@pytest.mark.parametrize(
    ("tokens", "sentence"),
    [
        ("She woke up early .\n", "tokens.txt, line 2: The file ends here, but the test set has 4 segments."),
        ("She woken\n\n\n\n", "tokens.txt, line 1: The token “woken” does not occur in the sentence"),
        ("She\nHe\nThey\nIt\nx\n", "tokens.txt, line 5: The file has more lines than the 4 segments."),
    ],
)
def test_tokens_that_are_of_another_text_are_refused(test_set, tokens, sentence):
    file = ContentFile(tokens.encode(), name="tokens.txt")
    with pytest.raises(DomainError) as caught:
        align(test_set, "system one", "0-0\n\n\n\n", source_tokens=file)
    assert sentence in str(caught.value)


def test_tokens_of_the_aligner_say_where_words_stand(test_set):
    tokens = ContentFile(b"She woke up early .\nHe broke the ice .\nThey broke the ice at last .\nIt rains .\n")
    tokens.name = "tokens.txt"
    align(test_set, "", source_tokens=tokens)
    assert WordAlignment.objects.get().segments.get(number=2).source_places[-1] == [16, 17]


def test_there_is_one_alignment_of_each(test_set):
    align(test_set, "")
    with pytest.raises(DomainError, match="The reference already has an alignment"):
        align(test_set, "", "0-0\n\n\n\n")


def test_measures_of_aligned_words_ask_for_an_alignment(test_set):
    align(test_set, "")
    with pytest.raises(DomainError, match="APT-Eval need alignments"):
        ask(test_set, "apt")


def test_the_page_and_the_api_take_alignments_in(test_set):
    client = Client()
    client.force_login(test_set.project.created_by)
    route = [test_set.project.slug, test_set.pk]
    page = markup_of(client.get(reverse("evaluation:alignment_new", args=route)))
    assert "the reference" in page and "system two" in page
    file = ContentFile(LINKS["system one"].encode(), name="links.txt")
    of = test_set.translations.get(system__name="system one").pk
    data = {"of": of, "file": file, "alignment_format": "pharaoh", "base": "0"}
    assert client.post(reverse("evaluation:alignment_new", args=route), data).status_code == 302
    run(Job.objects.get(kind="word_alignment"), take_alignment)
    assert "system one</option>" not in markup_of(client.get(reverse("evaluation:alignment_new", args=route)))
    file = ContentFile(LINKS[""].encode(), name="links.txt")
    answer = client.post(reverse("api:alignments", args=route), {"file": file, "system": "system two", "base": "0"})
    assert answer.status_code == 202, answer.content
    assert run(Job.objects.get(pk=answer.json()["id"]), take_alignment).result["links"] == 12
    again = client.post(reverse("api:alignments", args=route), {"file": file, "system": "nobody"})
    assert again.status_code == 404


def make_gold(test_set, *, pairs=4):
    """Make a release whose pairs are the sentences and the outputs of system one, in another order and split into
    words, with the links that the file has.
    """
    project = make_project(test_set.project.created_by)
    chosen = [place for place, row in enumerate(ROWS[1:]) if row[5]][:pairs]
    lines = [
        (row[0].replace(".", " ."), row[5].replace(".", " ."), Reading(dict.fromkeys(CELLS.get(place, ()), "P")))
        for place, row in enumerate(ROWS[1:])
        if place in chosen
    ]
    return make_release(project, lines[::-1])


def take_from(test_set, release, name="system one"):
    translation = test_set.translations.get(system__name=name)
    return run(
        add_released_alignment(
            user=test_set.project.created_by,
            project=test_set.project,
            test_set=test_set,
            translation=translation,
            release=release,
        ),
        take_alignment,
    )


def test_links_of_a_release_are_found_by_the_words_of_its_pairs(test_set):
    job = take_from(test_set, make_gold(test_set))
    assert "release 1." in job.result["summary"]
    taken = WordAlignment.objects.get()
    assert (taken.upload, taken.release.number) == (None, 1)
    second = taken.segments.get(number=2)
    text = test_set.translations.get(system__name="system one").hypotheses.get(number=2).text
    assert [text[start:end] for start, end in second.target_places] == ["Ha", "spaccato", "il", "gelo", "."]
    assert [tuple(cell) for cell in second.links] == sorted(CELLS[1])


def test_a_release_that_lacks_a_segment_is_refused_whole(test_set):
    with pytest.raises(DomainError, match=r"1 of the segments are not in the release; the first is 4\."):
        take_from(test_set, make_gold(test_set, pairs=2))
    assert not WordAlignment.objects.exists()


def test_a_release_of_other_sentences_is_refused(test_set):
    with pytest.raises(DomainError, match=r"None of the segments are in the release\."):
        take_from(test_set, make_release(make_project(test_set.project.created_by)))


def test_a_release_that_one_does_not_manage_is_none(test_set):
    with pytest.raises(
        DomainError, match="Choose a word alignment release in the same languages, from a project that you manage"
    ):
        take_from(test_set, make_release(make_project()))


def test_page_and_api_take_a_release_or_a_file_but_not_both_nor_neither(test_set):
    release = make_gold(test_set)
    client = Client()
    client.force_login(test_set.project.created_by)
    page = reverse("evaluation:alignment_new", args=[test_set.project.slug, test_set.pk])
    of = test_set.translations.get(system__name="system one").pk
    asked = {"of": of, "alignment_format": "pharaoh", "base": "detect"}
    refused = client.post(page, asked)
    assert (refused.status_code, "Choose a file of links or a release." in markup_of(refused)) == (
        400,
        True,
    )
    assert client.post(page, {**asked, "release": release.pk}).status_code == 302
    api = reverse("api:alignments", args=[test_set.project.slug, test_set.pk])
    body = {"system": "system two", "release": 1, "release_project": release.project.slug}
    assert client.post(api, body).status_code == 202
    assert client.post(api, {"system": "system two"}).status_code == 400
    asked_for = Job.objects.filter(kind="word_alignment").values_list("parameters__release", flat=True)
    assert list(asked_for) == [release.pk, release.pk]
