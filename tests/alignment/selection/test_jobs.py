"""Selection of pairs as a job: what the command chooses, kept and imported with its target words."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile

from alignment.formats.parallel.pairs import Pair
from alignment.imports.jobs.imports import import_pairs
from alignment.pairs.models import SentencePair
from alignment.projects.models import AlignmentSettings
from alignment.selection import SelectionSettings, Selector
from alignment.selection.jobs import select_sentences
from alignment.selection.services import confirm_selection, request_selection, select_again
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.running import work_on
from annotation_site.jobs.services import cancel_job
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired
from tests.alignment.selection.corpora import Text, make_rows, make_vocabularies
from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db(transaction=True)
SETTINGS = SelectionSettings(size=40, mark_also=(), seed=5)
PAIRS = [row for row in make_rows(500) if isinstance(row, Pair)]


def store(project: Project, name: str, text: str) -> Upload:
    return store_upload(user=project.created_by, project=project, file=ContentFile(text.encode()), name=name)


def request(project: Project, **more: object) -> Job:
    lists = [
        "".join(f"{word} {count}\n" for word, count in vocabulary.frequencies.items())
        for vocabulary in make_vocabularies()
    ]
    asked: dict[str, object] = {
        "uploads": [store(project, "text.tsv", "".join(f"{pair.source}\t{pair.target}\n" for pair in PAIRS))],
        "text_format": "tsv",
        "tokens": "spaces",
        "source_training": store(project, "list.s", lists[0]),
        "target_training": store(project, "list.t", lists[1]),
        "training_kind": "list",
        "settings": SETTINGS,
        "request_id": uuid4(),
        **more,
    }
    return request_selection(user=project.created_by, project=project, **asked)  # type: ignore[arg-type]


def run(job: Job) -> Job:
    work_on(job.pk, import_pairs if job.kind == "import" else select_sentences)
    job.refresh_from_db()
    return job


def sample_project() -> Project:
    project = make_project()
    project.alignment.scope = AlignmentSettings.Scope.TARGET_WORDS
    project.alignment.save()
    return project


def expected() -> list[Pair]:
    selector = Selector(Text(PAIRS).open, (str.split, str.split), make_vocabularies(), SETTINGS)
    return list(selector.read_chosen(selector.select()))


def test_chosen_pairs_come_in_with_their_target_words() -> None:
    project = sample_project()
    job = run(request(project))
    assert job.state == Job.State.SUCCEEDED, job.error
    assert not project.items.exists()
    assert job.result["counts"] == {"pairs": 40, "rejected": 0}
    imported = run(confirm_selection(user=project.created_by, project=project, selection=job))
    assert imported.state == Job.State.SUCCEEDED, imported.error
    pairs = SentencePair.objects.filter(item__project=project).order_by("item__number").select_related("item")
    assert [
        (pair.item.identifier, tuple(pair.source_tokens), pair.source_target_words, pair.target_target_words)
        for pair in pairs
    ] == [
        (
            pair.identifier,
            pair.source_tokens,
            list(pair.source_target_words or ()),
            list(pair.target_target_words or ()),
        )
        for pair in expected()
    ]
    assert {file["name"] for file in imported.result["files"]} == {
        "text.tsv",
        "list.s",
        "list.t",
        f"selection-{job.pk}.jsonl",
    }


def test_a_full_text_project_takes_the_pairs_whole() -> None:
    project = make_project()
    job = run(request(project))
    assert run(confirm_selection(user=project.created_by, project=project, selection=job)).result["imported"] == 40
    assert not SentencePair.objects.exclude(source_target_words=[], target_target_words=[]).exists()


def test_one_selection_is_imported_once() -> None:
    project = sample_project()
    job = run(request(project))
    first, second = (confirm_selection(user=project.created_by, project=project, selection=job) for _ in range(2))
    assert first == second


def test_training_text_is_counted() -> None:
    project = sample_project()
    text = "".join(f"{word} " * count + "\n" for word, count in make_vocabularies()[0].frequencies.items())
    both = {"target_training": None, "training_kind": "text"}
    job = run(request(project, source_training=store(project, "train.s", text), **both))
    assert job.state == Job.State.SUCCEEDED, job.error
    assert job.result["training"]["source"]["tokens"] == make_vocabularies()[0].tokens
    assert job.result["training"]["target"] is None


def test_the_same_files_are_selected_from_again_with_other_settings() -> None:
    project = sample_project()
    job = run(request(project))
    settings = replace(SETTINGS, source_lengths=(3, 9), size=None)
    again = run(
        select_again(user=project.created_by, project=project, selection=job, settings=settings, request_id=uuid4())
    )
    assert again.parameters["uploads"] == job.parameters["uploads"]
    assert again.result["bounds"]["source"] == [3, 9]


def test_a_cancelled_selection_leaves_no_file_behind() -> None:
    project = sample_project()
    job = request(project)
    before = Upload.objects.count()
    cancel_job(user=project.created_by, job=job)
    run(job)
    assert Upload.objects.count() == before
    with pytest.raises(NotEditable):
        confirm_selection(user=project.created_by, project=project, selection=job)


def test_a_list_that_is_none_fails_with_its_line() -> None:
    project = sample_project()
    job = run(request(project, source_training=store(project, "wrong", "the 12\nno list at all\n")))
    assert (job.state, job.error) == (Job.State.FAILED, "wrong, line 2: The line must have a word and its count.")


def test_a_selection_that_chose_nothing_cannot_be_imported() -> None:
    project = sample_project()
    job = run(request(project, settings=SelectionSettings(source_lengths=(199, 200))))
    with pytest.raises(DomainError, match="No pairs were selected, so there is nothing to import"):
        confirm_selection(user=project.created_by, project=project, selection=job)


def test_only_managers_select() -> None:
    project = sample_project()
    with pytest.raises(RoleRequired):
        request_selection(
            user=make_user("stranger"), project=project, uploads=[], text_format="tsv", tokens="spaces",
            source_training=None, target_training=None, training_kind="list", settings=SETTINGS, request_id=uuid4(),
        )  # fmt: skip


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"text_format": "docx"}, "no format called docx"),
        ({"text_format": "moses"}, "needs two files"),
        ({"tokens": "guess"}, "Tokenisation must be one of:"),
        ({"training_kind": "magic"}, "The source of frequencies must be one of:"),
        ({"source_training": None, "target_training": None}, "for at least one side"),
        ({"encoding": "bz2"}, "is not an encoding"),
    ],
)
def test_what_cannot_work_is_refused_at_once(wrong: dict[str, object], sentence: str) -> None:
    with pytest.raises(DomainError, match=sentence):
        request(make_project(), **wrong)


def test_a_memory_of_unclear_languages_is_refused_and_not_guessed() -> None:
    project = make_project()
    variants = "".join(f'<tuv xml:lang="{tag}"><seg>{tag}</seg></tuv>' for tag in ("it", "en-GB", "en-US"))
    memory = store(project, "m.tmx", f"<tmx><body><tu>{variants}</tu></body></tmx>")
    job = run(request(project, uploads=[memory], text_format="tmx"))
    assert job.state == Job.State.FAILED
    assert job.error.startswith("m.tmx: “en” can be en-GB (1) and en-US (1).")


def test_tokenisation_is_detected_and_kept_for_the_import() -> None:
    project = make_project()
    text = store(project, "text.tsv", "".join(f"{pair.source}.\t{pair.target} .\n" for pair in PAIRS))
    job = run(request(project, uploads=[text], tokens="detect"))
    assert job.result["tokens"] == {"source": "words", "target": "spaces"}
    assert job.result["shown"][0]["source"][-1] == "."
    assert run(confirm_selection(user=project.created_by, project=project, selection=job)).state == Job.State.SUCCEEDED


def test_ids_of_selected_pairs_differ_from_those_of_the_project() -> None:
    project = make_project()
    for _ in range(2):
        job = run(request(project))
        run(confirm_selection(user=project.created_by, project=project, selection=job))
    names = list(project.items.values_list("identifier", flat=True))
    assert len(names) == 80 == len(set(names))
