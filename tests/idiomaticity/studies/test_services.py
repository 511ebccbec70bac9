"""A project that starts with the settings of another study."""

import json
from typing import Any
from uuid import UUID, uuid4

import pytest

from annotation_site.projects.models import Membership, Project
from annotation_site.texts.faults import FormatError
from annotation_site.web.exceptions import DomainError
from idiomaticity.compounds.models import Compound
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.crowd.queries.settings import list_gaps
from idiomaticity.crowd.services.opening import open_crowd
from idiomaticity.crowd.services.settings import set_up_crowd
from idiomaticity.screening.models import KnownRating
from idiomaticity.studies.api.shapes import read_study_upload
from idiomaticity.studies.published import PUBLISHED
from idiomaticity.studies.queries.carried import read_study
from idiomaticity.studies.services.starting import StartedStudy, start_study
from idiomaticity.studies.study_files import VERSION, read_study_file, write_study_file
from tests.idiomaticity.making import make_rating_project
from tests.idiomaticity.studies.making import CROWD, make_full_study

pytestmark = pytest.mark.django_db
NAME = "The same in May"


def through_a_file(project: Project) -> dict[str, Any]:
    return read_study_upload(write_study_file(read_study(project)).encode(), "study.json")


def start(project: Project, study: dict[str, Any], request_id: UUID | None = None) -> StartedStudy:
    return start_study(user=project.created_by, name=NAME, request_id=request_id or uuid4(), study=study)


@pytest.mark.parametrize("level", ["token", "type", "both"])
@pytest.mark.parametrize("read", [read_study, through_a_file], ids=["copy", "file"])
def test_a_copy_has_every_setting_and_neither_answers_nor_people(level: str, read: Any) -> None:
    project = make_full_study(level=level)
    started = start(project, read(project))
    copy = Project.objects.get(pk=started.project.pk)
    expected = read_study(project)
    if level == "type":
        # Its compounds stay behind: “olive oil” is a filler of the copy.
        assert [row["compound"] for row in expected["known_answers"]] == ["olive oil", "olive oil"]
    assert read_study(copy) == {**expected, "name": NAME}
    assert not Compound.objects.filter(project=copy).exists()
    assert not CrowdWorker.objects.filter(call=copy.pk).exists()
    assert list(Membership.objects.filter(project=copy).values_list("user", "role")) == [
        (project.created_by_id, "manager")
    ]
    assert (copy.seed, copy.crowd_call.key, copy.crowd_call.is_open) != (
        project.seed,
        project.crowd_call.key,
        project.crowd_call.is_open,
    )


def test_every_known_answer_becomes_a_filler() -> None:
    project = make_full_study()
    copy = start(project, read_study(project)).project
    known = KnownRating.objects.filter(project=copy).select_related("item__occurrence__compound").order_by("pk")
    assert [(each.use, each.item.occurrence.sentence, each.expected) for each in known] == [
        ("tutorial", "=Clean, dear, the fish tank.", {"head": [3, 5], "whole": [4, 5]}),
        ("qualification", "Red tape is slow.", {"whole": [1, 2]}),
        ("attention", "The printer is a cash cow for the firm.", {"whole": [1, 2]}),
    ]
    assert all(each.item.occurrence.compound.is_filler for each in known)


def test_the_link_of_a_copy_opens_once_it_has_a_day_and_codes_of_its_own() -> None:
    project = make_full_study()
    started = start(project, read_study(project))
    copy = started.project
    call = copy.crowd_call
    assert call.completed_url == "https://app.prolific.com/submissions/complete?cc=CODE"
    assert started.left == list_gaps(call) and len(started.left) == 2
    known: dict[str, Any] = {"user": project.created_by, "project": copy}
    with pytest.raises(DomainError, match="Choose the day on which the further parameters are deleted"):
        open_crowd(**known, is_open=True)
    completed = "https://app.prolific.com/submissions/complete?cc=C2NEW"
    forget_on = project.crowd_call.forget_on
    with pytest.raises(DomainError, match="Replace the capitals"):
        set_up_crowd(**known, **{**CROWD, "completed_url": call.completed_url}, forget_on=forget_on)
    set_up_crowd(**known, **{**CROWD, "completed_url": completed}, forget_on=forget_on)
    assert open_crowd(**known, is_open=True).is_open


def test_a_study_is_started_once_per_request() -> None:
    project, request_id = make_full_study(), uuid4()
    study = read_study(project)
    first, second = start(project, study, request_id), start(project, study, request_id)
    assert (first.project, first.is_new, second.is_new) == (second.project, True, False)
    assert Project.objects.filter(name=NAME).count() == 1


def test_a_part_that_is_refused_starts_no_project() -> None:
    project = make_full_study()
    study = read_study(project)
    study["known_answers"][1]["expected_whole"] = "9"
    with pytest.raises(DomainError, match=r"known_answers\.jsonl, line 2: “9” is not a score from 1 to 7"):
        start(project, study)
    assert not Project.objects.filter(name=NAME).exists()


def test_an_own_sentence_that_no_page_has_any_more_is_named() -> None:
    project = make_full_study()
    study = read_study(project)
    study["page_texts"]["own"]["pt"]["Take part, dear"] = ["Participe"]
    started = start(project, study)
    assert started.left[-1] == "No page has this sentence any more: “Take part, dear”."
    assert started.project.page_texts.own == {"pt": {"Take part": ["Participe agora"]}}


def test_a_study_without_parts_is_a_new_project() -> None:
    project = make_rating_project()
    study = read_study(project)
    assert [study[part] for part in ("crowd", "questionnaire", "screening", "page_texts")] == [None] * 4
    copy = start(project, through_a_file(project)).project
    assert read_study(copy) == {**study, "name": NAME}


@pytest.mark.parametrize("key", PUBLISHED)
def test_a_published_study_starts_with_its_design(key: str) -> None:
    project, published = make_rating_project(), PUBLISHED[key]
    started = start(project, published.to_study("it"))
    own, call = started.project.idiomaticity, started.project.crowd_call
    assert own.language == "it"
    assert {name: getattr(own, name) for name in ("level", "scale")} == {
        name: published.settings[name] for name in ("level", "scale")
    }
    # Ten where the design's own number is not known: that of any new project.
    assert started.project.annotators_per_item == published.settings.get("annotators_per_item", 10)
    assert call.limit_each == published.crowd["limit_each"]
    assert started.left == ["Write the consent text first."]
    with pytest.raises(DomainError, match="Write the consent text first"):
        open_crowd(user=project.created_by, project=started.project, is_open=True)


WRONG: list[tuple[Any, str]] = [
    (b"\xff\xfe{", "study.json, line 1: This is not a study file: it is not UTF-8."),
    (b'{"format":\n oops}', "study.json, line 2: This is not a study file: it is not JSON"),
    (b"[" * 100_000, "study.json: This is not a study file"),
    ([], "study.json: This is not a study file: its “format” is not “interlinea-study”."),
    ({"format": "interlinea-release"}, "study.json: This is not a study file: its “format”"),
    ({"version": VERSION + 1}, f"study.json: The file has version {VERSION + 1} of the format; this site reads up to"),
    ({"version": "1"}, "study.json: “version” must be a whole number from 1."),
    ({"name": None}, "study.json: name: This field may not be null."),
    ({"colour": "red"}, "study.json: There is no setting “colour”."),
    ({"crowd": {"limit_each": 4, "is_open": True}}, "study.json: There is no setting “crowd.is_open”."),
    ({"crowd": {"limit_each": 0, "most_people": 3}}, "study.json: crowd, limit_each: Ensure this value is greater"),
    ({"settings": {"level": "type"}}, "study.json: settings, language: This field is required."),
    ({"settings": {"language": "en", "scale": {"lowest": "x"}}}, "study.json: settings, scale, lowest: A valid"),
    (
        {"questionnaire": {"questions": [{"name": "age", "kind": "number", "text": "Age?"}, {"name": "sex"}]}},
        "study.json: questionnaire, questions, row 2, kind: This field is required.",
    ),
    ({"known_answers": [{"compound": "fish tank", "use": "quiz"}]}, "study.json: known_answers, row 1, use: “quiz”"),
    ({"known_answers": "fish tank"}, "study.json: known_answers: Expected a list of items"),
    ({"page_texts": {"own": {"pt": ["x"]}}}, "study.json: page_texts, own, pt: Expected a dictionary"),
]


@pytest.mark.parametrize(("change", "sentence"), WRONG, ids=[sentence[:60] for _, sentence in WRONG])
def test_a_wrong_file_is_refused_by_one_sentence(change: Any, sentence: str) -> None:
    right = {"name": "A", "settings": {"language": "en"}}
    if isinstance(change, dict):
        data = json.dumps({**json.loads(write_study_file(right)), **change}).encode()
    else:
        data = change if isinstance(change, bytes) else json.dumps(change).encode()
    with pytest.raises(DomainError) as refused:
        read_study_upload(data, "study.json")
    found = refused.value.sentence.replace('"quiz"', "“quiz”")
    assert found.startswith(sentence), found
    assert found.endswith("No project was started.") and "\n" not in found


def test_a_file_is_read_as_it_is_written() -> None:
    study = {"name": "À côté", "settings": {"language": "fr"}}
    text = write_study_file(study)
    assert "À côté" in text
    assert read_study_file(b"\xef\xbb\xbf" + text.encode(), "study.json") == study
    with pytest.raises(FormatError):
        read_study_file(b"null", "study.json")
