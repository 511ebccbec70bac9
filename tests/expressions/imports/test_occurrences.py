"""Importing corpora of idioms, whose occurrences are judged one by one, and a second reading of the same ones."""

import json

import pytest

from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from expressions.agreement.passages import ReadPassage, measure_agreement, write_agreement
from expressions.candidates.models import Candidate
from expressions.passages.models import Passage
from expressions.releases.queries import read_passages
from tests.expressions.candidates.test_candidates import MAGPIE
from tests.expressions.formats.test_occurrences import ID10M, LABELS, SEMEVAL
from tests.expressions.making import import_files, make_empty_project, preview_files, propose

pytestmark = pytest.mark.django_db


def import_and_propose(project: Project, text: str) -> Job:
    """Import the text, and propose its occurrences as candidates."""
    imported = import_files(project, text)
    project.refresh_from_db()
    propose(project, "marks", text=text)
    return imported


def list_candidates(project: Project) -> list[tuple[int, list[int], str]]:
    rows = Candidate.objects.filter(item__project=project).order_by("item__number", "words")
    return list(rows.values_list("item__number", "words", "category"))


def test_occurrences_of_id10m_are_judged_one_by_one_without_their_labels() -> None:
    project = make_empty_project(category_set="pie")
    import_and_propose(project, ID10M)
    assert project.item_count == 4
    assert list_candidates(project) == [
        (1, [1, 2, 3], ""),
        (2, [2, 3, 4], ""),
        (3, [1, 3], ""),
        (3, [5], ""),
    ]


@pytest.mark.parametrize(
    ("language", "texts", "note"),
    [
        (
            "en",
            ["He got cold feet - Cold feet!", "A night-owl, she said.", "Nobody there."],
            "1 sentence in another language left out: pt.",
        ),
        ("pt-BR", ["Ele tem pés frios."], "3 sentences in another language left out: en."),
    ],
)
def test_sentences_of_semeval_in_other_languages_are_left_out(language: str, texts: list[str], note: str) -> None:
    project = make_empty_project(category_set="pie", language=language)
    preview = preview_files(project, SEMEVAL)
    assert preview.result["notes"] == [note]
    import_and_propose(project, SEMEVAL)
    passages = Passage.objects.filter(item__project=project).order_by("item__number")
    assert [passage.sentences.get().text for passage in passages] == texts
    assert all(category == "" for _, _, category in list_candidates(project))


def test_a_table_in_other_languages_alone_is_refused() -> None:
    with pytest.raises(DomainError, match="All sentences are in en, pt; the project is in fr"):
        preview_files(make_empty_project(language="fr"), SEMEVAL)


def test_labels_of_vnc_tokens_ask_for_their_corpus() -> None:
    with pytest.raises(DomainError, match="These are labels of VNC-Tokens, without their sentences"):
        preview_files(make_empty_project(), LABELS)


def write_magpie(labels: str, idioms: int = 3) -> str:
    rows = [{**row, "label": label} for row, label in zip(MAGPIE[:idioms], labels, strict=True)]
    return "".join(json.dumps(row) + "\n" for row in rows)


def test_two_files_of_the_same_occurrences_are_two_readings() -> None:
    project = make_empty_project(category_set="pie")
    import_files(project, write_magpie("ilo"), write_magpie("ill"), use="readings")
    project.refresh_from_db()
    assert (project.item_count, project.memberships.filter(submitted_count=3).count()) == (3, 2)
    passages = read_passages(project)
    pooled = write_agreement(measure_agreement(ReadPassage(each.counts, each.readings) for each in passages))["pooled"]
    assert (pooled["first"], pooled["second"], pooled["common"], pooled["f_span"]) == (3, 3, 3, 1)
    # Two of three labels agree; 1/3 is expected: i·i 1/9, l·l 2/9.
    assert pooled["kappa_cat"] == pytest.approx(0.5)
    assert [passage.gold is None for passage in passages] == [False, False, True]


def test_files_of_other_occurrences_are_no_readings_of_the_same_text() -> None:
    project = make_empty_project(category_set="pie")
    with pytest.raises(DomainError, match=r"ends after 2 sentences; .* Give files of the same text"):
        preview_files(project, write_magpie("ilo"), write_magpie("il", idioms=2), use="readings")
