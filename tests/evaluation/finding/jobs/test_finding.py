"""Finding expressions as a job: what is found, stored and refused."""

import pytest

from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobStopped, work_on
from annotation_site.jobs.services import cancel_job
from annotation_site.projects.models import Project, Role
from annotation_site.web.exceptions import DomainError, RoleRequired
from evaluation.finding.jobs import finding as finding_runs
from evaluation.finding.jobs.finding import find_expressions
from evaluation.finding.models import Finding, FoundPhrase, FoundSentence, Hit
from tests.evaluation.findings import SOURCE, ask, make_finding
from tests.evaluation.translated import run
from tests.factories import make_member, make_project
from tests.idiomaticity.making import make_rating_project

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def project() -> Project:
    return make_project()


def told(finding: Finding) -> list[tuple[str, int, list[str]]]:
    """Phrase, line and words of every hit."""
    hits = Hit.objects.filter(finding=finding).select_related("phrase", "sentence").order_by("phrase_id", "pk")
    return [
        (hit.phrase.phrase, hit.sentence.line, [hit.sentence.text[start:end] for start, end in hit.spans])
        for hit in hits
    ]


def test_hits_are_stored_with_their_spans_and_the_other_side(project):
    finding = make_finding(project)
    assert told(finding) == [
        ("break the ice", 1, ["broke the ice"]),
        ("break the ice", 2, ["broke the ice"]),
        ("walk off", 2, ["walked off"]),
        ("walk off", 4, ["walked off"]),
    ]
    sentences = FoundSentence.objects.filter(finding=finding)
    assert list(sentences.values_list("line", flat=True)) == [1, 2, 4]
    assert sentences.get(line=4).other == "Il cameriere scese dal palco ."
    assert (finding.sentence_count, finding.hit_count, finding.language, finding.other_language) == (5, 4, "en", "it")
    counts = list(FoundPhrase.objects.filter(finding=finding).values_list("phrase", "hit_count"))
    assert counts == [("break the ice", 2), ("walk off", 2), ("spill the beans", 0)]


def test_settings_and_files_are_recorded(project):
    finding = make_finding(project, gap=2, any_order=True)
    assert finding.job.parameters["gap"] == 2
    assert finding.job.parameters["any_order"] is True
    assert [file["name"] for file in finding.job.result["files"]] == ["phrases.txt", "text-0", "text-1"]
    assert finding.job.result["summary"] == "5 hits in 5 sentences."
    assert ("walk off", 5, ["walked", "off"]) in told(finding)


def test_the_other_side_can_be_searched(project):
    finding = make_finding(project, "rompere il ghiaccio\n", side="target")
    assert (finding.language, finding.other_language) == ("it", "en")
    assert told(finding)[0] == ("rompere il ghiaccio", 1, ["rotto il ghiaccio"])
    assert FoundSentence.objects.filter(finding=finding).first().other == "He broke the ice ."


def test_overlaps_are_kept_on_request(project):
    phrases, text = "walk off\nwalk off the stage\n", [SOURCE]
    assert ("walk off", 4, ["walked off"]) not in told(make_finding(project, phrases, text, "text"))
    assert ("walk off", 4, ["walked off"]) in told(make_finding(project, phrases, text, "text", keep_all=True))


def test_lemmas_of_conllu_are_used(project):
    rows = ["1 flurbs break VERB _ _ 0 _ _ _", "2 it it PRON _ _ 1 _ _ SpaceAfter=No", "3 ! ! PUNCT _ _ 1 _ _ _"]
    text = "\n".join(row.replace(" ", "\t") for row in rows) + "\n\n"
    assert told(make_finding(project, "break it\n", [text], "conllu")) == [("break it", 1, ["flurbs it"])]


def test_plain_text_of_one_language_serves_a_project_of_compounds():
    finding = make_finding(make_rating_project(), "fish tank\n", ["A fish tank .\n"], "text")
    assert told(finding) == [("fish tank", 1, ["fish tank"])]
    assert not finding.is_parallel


def test_characters_that_copy_escapes_come_back_unchanged(project):
    text = 'a \\n walk off\t"quoted" \\ end'
    finding = make_finding(project, "walk off\n", [text + "\n"], "text")
    assert FoundSentence.objects.get(finding=finding).text == text
    assert told(finding) == [("walk off", 1, ["walk off"])]


def test_lines_that_cannot_be_kept_are_left_out_and_counted(project):
    finding = make_finding(project, "walk off\n", ["walk \0 off\nwalk off\n" + "walk off " * 600 + "\n"], "text")
    assert [line for _, line, _ in told(finding)] == [2]
    assert finding.job.result["left_out"] == 2


def test_more_than_a_chunk_is_stored(project, monkeypatch):
    monkeypatch.setattr(finding_runs, "CHUNK", 7)
    finding = make_finding(project, "walk off\n", ["He walked off .\n" * 50], "text")
    assert finding.hit_count == Hit.objects.filter(finding=finding).count() == 50
    assert len({hit.sentence_id for hit in Hit.objects.filter(finding=finding)}) == 50


@pytest.mark.parametrize(
    ("phrases", "texts", "text_format", "sentence"),
    [
        ("\n", [SOURCE], "text", "phrases.txt: The list has no phrases."),
        ("walk off\nsomeone\n", [SOURCE], "text", "phrases.txt, line 2: “someone” has no required word."),
        ("break \x00 ice", [SOURCE], "text", "phrases.txt, line 1: The phrase contains an invalid character"),
        ("x" * 301, [SOURCE], "text", "phrases.txt, line 1: The phrase is longer"),
        ("walk off\n", [SOURCE, "una riga\n"], "moses", "text-1, line 2: The file ends here"),
        ("walk off\n", ["1\twalk\n"], "conllu", "text-0: line 1: A CoNLL-U word line needs 10 columns; this one has 2"),
    ],
)
def test_files_that_do_not_fit_fail_with_a_sentence(project, phrases, texts, text_format, sentence):
    job = ask(project, phrases, texts, text_format)
    work_on(job.pk, find_expressions)
    job.refresh_from_db()
    assert job.state == Job.State.FAILED
    assert job.error.startswith(sentence)
    assert not Finding.objects.exists()


def test_too_many_hits_are_refused_and_leave_nothing(project, monkeypatch):
    monkeypatch.setattr(finding_runs, "MOST_HITS", 3)
    monkeypatch.setattr(finding_runs, "CHUNK", 1)
    job = ask(project)
    work_on(job.pk, find_expressions)
    job.refresh_from_db()
    assert job.error.startswith("There are more than 3 hits by sentence 4")
    assert not Finding.objects.exists()
    assert not FoundSentence.objects.exists()


def test_a_cancelled_search_leaves_nothing_behind(project):
    job = ask(project)

    def cancel_midway(run_: object) -> None:
        cancel_job(user=project.created_by, job=job)
        find_expressions(run_)  # type: ignore[arg-type]

    with pytest.raises(JobStopped):
        run(job, cancel_midway)
    assert not Finding.objects.exists()
    job.refresh_from_db()
    assert job.state == Job.State.CANCELLED


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"text_format": "pdf"}, "There is no format called pdf"),
        ({"text_format": "text"}, "The format text needs one file."),
        ({"texts": [SOURCE]}, "The format moses needs two files"),
        ({"side": "left"}, "The side is source or target."),
        ({"gap": 11}, "The maximum gap must be 0 to 10 words."),
        ({"encoding": "bz2"}, "“bz2” is not an encoding."),
        ({"name": " "}, "Give the finding a name."),
    ],
)
def test_what_cannot_be_asked_is_refused(project, more, sentence):
    with pytest.raises(DomainError, match=sentence):
        ask(project, **more)


def test_a_project_of_one_language_has_no_other_side():
    with pytest.raises(DomainError, match="has one language"):
        ask(make_rating_project())


def test_only_managers_ask(project):
    from evaluation.finding.services.finding import request_finding

    adjudicator = make_member(project, Role.ADJUDICATOR).user
    with pytest.raises(RoleRequired):
        request_finding(
            user=adjudicator, project=project, name="x", phrases=None, uploads=[], text_format="text", request_id=None
        )  # type: ignore[arg-type]


def test_running_the_job_twice_finds_once(project):
    job = ask(project)
    work_on(job.pk, find_expressions)
    work_on(job.pk, find_expressions)
    assert Finding.objects.filter(job=job).count() == 1


def test_what_shows_nothing_is_ignored_in_the_search_and_removed_from_what_is_stored(project):
    text = "She broke\u00ad the\u200f ice\u2060.\nHe spilled the\u200e honey\u00adbeans\n"
    phrases = "break the \u200eice\nspill the honey beans\n"
    finding = make_finding(project, phrases, (text,), "text")
    assert told(finding) == [
        ("break the ice", 1, ["broke the ice"]),
        ("spill the honey beans", 2, ["spilled the honeybeans"]),
    ]
    assert FoundSentence.objects.get(finding=finding, line=1).text == "She broke the ice."
    assert finding.job.result["removed"]["total"] == 6
    assert "6 invisible characters were removed (" in finding.job.result["summary"]
