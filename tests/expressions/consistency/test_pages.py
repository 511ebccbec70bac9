"""Pages of consistency and the lexicon, without scripts, and the API."""

import json
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project
from expressions.consistency.models import ConsistencyChange
from expressions.lexicon.models import SolvedCase
from tests.annotation_site.languages.english import LANGUAGES, find_english
from tests.expressions.consistency.test_services import LEMMAS, RAINED, READING, TEXT, occurrences
from tests.expressions.making import import_files, make_empty_project, write_cupt
from tests.factories import make_member, make_user

pytestmark = pytest.mark.django_db
ITEM = "&".join(f"lemma={lemma}" for lemma in LEMMAS)


@pytest.fixture
def project() -> Project:
    """Make a project that one annotator has read."""
    project = make_empty_project(annotators_per_item=1)
    import_files(project, write_cupt(TEXT, READING), use="readings")
    project.refresh_from_db()
    return project


@pytest.fixture
def adjudicator(project: Project) -> Client:
    client = Client()
    client.force_login(make_member(project, role="adjudicator").user)
    return client


def address(project: Project, page: str) -> str:
    return f"/expressions/{project.slug}/{page}"


def test_the_list_leads_to_an_item_whose_occurrences_are_corrected(project: Project, adjudicator: Client) -> None:
    listed = adjudicator.get(address(project, "consistency/"))
    (first, *_others) = listed.context["rows"]
    assert first["counts"] == [("VID", 1), ("LVC.full", 1), ("", 1)]
    shown = adjudicator.get(first["url"])
    values = [row["value"] for row in shown.context["rows"]]
    assert sorted(values) == ["1:1,2,4:VID", "2:1,2,4:LVC.full", "3:1,2,4:"]
    assert "2:1,2,4:LVC.full" in shown.content.decode()
    query = first["url"].partition("?")[2]
    sent = {"operation_id": uuid4(), "category": "VID", "occurrence": ["2:1,2,4:LVC.full"], "skipped": "on"}
    answer = adjudicator.post(address(project, f"consistency/correct/?{query}"), sent)
    assert (answer.status_code, answer["Location"]) == (302, first["url"])
    assert [category for _, _, category in occurrences(project)] == ["VID"] * 3
    # It has left the list, and nothing else is to be checked.
    following = adjudicator.get(address(project, f"consistency/next/?{query}"))
    assert following["Location"] == address(project, "consistency/?show=open")
    undone = adjudicator.post(
        address(project, f"consistency/undo/{ConsistencyChange.objects.get().pk}/?{query}"), {"operation_id": uuid4()}
    )
    assert undone["Location"] == first["url"]
    assert [category for _, _, category in occurrences(project)] == ["VID", "LVC.full", ""]
    assert adjudicator.get(address(project, f"consistency/next/?{query}"))["Location"].endswith("?show=open")


@pytest.mark.parametrize(
    ("sent", "status", "said"),
    [
        ({"occurrence": ["2:1,2,4:VID"]}, 409, "Passage 2 has changed"),
        ({"occurrence": ["2:a:VID"]}, 400, "The form is incomplete"),
        ({}, 400, "Choose at least one occurrence."),
        ({"occurrence": ["2:1,2,4:LVC.full"], "words": "1 x"}, 400, "The form is incomplete"),
        ({"occurrence": ["2:1,2,4:LVC.full"], "words": "1", "skipped": "on"}, 400, "Choose one occurrence"),
        ({"occurrence": ["2:1,2,4:LVC.full"], "category": "odd"}, 400, "“odd” is no category"),
    ],
)
def test_a_refusal_is_said_on_the_page(
    project: Project, adjudicator: Client, sent: dict[str, object], status: int, said: str
) -> None:
    fields = {"operation_id": uuid4(), "category": "IRV", **sent}
    answer = adjudicator.post(address(project, f"consistency/correct/?{ITEM}"), fields)
    assert answer.status_code == status
    assert said in answer.content.decode()
    assert not ConsistencyChange.objects.exists()


def test_an_item_that_occurs_no_more_has_a_page(project: Project, adjudicator: Client) -> None:
    answer = adjudicator.get(address(project, "consistency/item/?lemma=zebra&lemma=paint&lemma=%00"))
    assert "has no expression with these lemmas any more" in answer.content.decode()
    assert adjudicator.get(address(project, "consistency/item/")).status_code == 200


def test_the_lexicon_is_decided_imported_and_read_by_annotators(project: Project, adjudicator: Client) -> None:
    decided = {"operation_id": uuid4(), "decision": "VID", "note": "always"}
    adjudicator.post(address(project, f"consistency/decide/?{ITEM}"), decided)
    annotator = Client()
    annotator.force_login(make_member(project).user)
    page = annotator.get(address(project, "lexicon/")).content.decode()
    assert "cat dog rain" in page
    assert "consistency" not in page
    table = b"".join(annotator.get(address(project, "lexicon.tsv"))).decode()  # type: ignore[call-overload]
    assert table == "lemmas\tcategory\tnote\ncat dog rain\tVID\talways\n"
    changed = SimpleUploadedFile("own.tsv", (table.replace("VID", "IRV") + "day call\tnotmwe\n").encode())
    adjudicator.post(address(project, "lexicon/import/"), {"operation_id": uuid4(), "file": changed})
    rows = SolvedCase.objects.values_list("lemmas", "category")
    assert list(rows) == [(["call", "day"], "NotMWE"), (list(LEMMAS), "IRV")]
    wrong = SimpleUploadedFile("own.tsv", b"day\tVID\ncall day\tXYZ\n")
    answer = adjudicator.post(address(project, "lexicon/import/"), {"operation_id": uuid4(), "file": wrong})
    assert answer.status_code == 400
    assert "line 2: “XYZ” is no category of this project. Nothing was imported." in answer.content.decode()
    adjudicator.post(address(project, f"consistency/decide/?{ITEM}"), {"operation_id": uuid4(), "removes": "on"})
    assert SolvedCase.objects.count() == 1


def test_notes_are_downloaded_and_imported(project: Project, adjudicator: Client) -> None:
    told = {"type": "RE-ANNOT", "source_categ": "LVC.full", "source_mwe": ["rained", "cats", "dogs"]}
    special = {"type": "SPECIAL-CASE", "human_note": "odd", "source_categ": "VID", "source_mwe": ["It"]}
    notes = {
        "META": {},
        "DECISIONS": {
            "MWE_KEY=[[1, 2, [1, 2, 4]]]": {**told, "target_categ": "VID"},
            "MWE_KEY=[[1, 1, [0]]]": special,
            "MWE_KEY=[[1, 99, [0]]]": {**told, "target_categ": "VID"},
        },
    }
    file = SimpleUploadedFile("ParsemeNotes.json", json.dumps(notes).encode())
    sent = {"operation_id": uuid4(), "file": file}
    page = adjudicator.post(address(project, "consistency/import/"), sent, follow=True).content.decode()
    assert "1 correction imported." in page
    assert "Sentence 1, It: odd" in page
    assert "Sentence 99, rained cats dogs: there is no such sentence with a gold standard." in page
    assert (2, RAINED, "VID") in occurrences(project)
    written = adjudicator.get(address(project, "consistency/notes.json")).json()
    assert list(written["DECISIONS"]) == ["MWE_KEY=[[1, 2, [1, 2, 4]]]"]
    for content in (b"\xff", b"[]", b'{"DECISIONS": {"MWE_KEY=[[1, 2]]": {}}}'):
        sent = {"operation_id": uuid4(), "file": SimpleUploadedFile("odd.json", content)}
        answer = adjudicator.post(address(project, "consistency/import/"), sent)
        assert (answer.status_code, b"Nothing was imported." in answer.content) == (400, True)


def test_the_api_lists_corrects_and_undoes(project: Project, adjudicator: Client) -> None:
    root = f"/api/v1/projects/{project.slug}/expression-consistency/"
    (item, *_others) = adjudicator.get(root).json()["results"]
    assert (item["lemmas"], item["conflict"], len(item["occurrences"])) == (list(LEMMAS), 2, 3)
    seen = [{key: each[key] for key in ("passage", "words", "stands")} for each in item["occurrences"]]
    sent = {"operation_id": str(uuid4()), "occurrences": seen, "category": "VID"}
    change = adjudicator.post(root, sent, content_type="application/json").json()
    assert (change["corrections"], change["is_undone"]) == (2, False)
    undo = {"operation_id": str(uuid4())}
    answer = adjudicator.post(f"{root}{change['id']}/undo/", undo, content_type="application/json")
    assert answer.json()["is_undone"]
    lexicon = f"/api/v1/projects/{project.slug}/expression-lexicon/"
    sent = {"operation_id": str(uuid4()), "cases": [{"lemmas": ["day", "call"], "category": "VID"}]}
    assert adjudicator.post(lexicon, sent, content_type="application/json").json() == {"cases": 1}
    assert adjudicator.get(lexicon).json()["results"] == [{"lemmas": ["call", "day"], "category": "VID", "note": ""}]


def test_the_list_has_no_english_word_for_an_adjudicator_of_another_language(project: Project) -> None:
    user = make_member(project, role="adjudicator", user=make_user(name="Zo")).user
    Project.objects.filter(pk=project.pk).update(name="Zu")
    client = Client()
    for language in LANGUAGES:
        User.objects.filter(pk=user.pk).update(language=language)
        client.force_login(User.objects.get(pk=user.pk))
        for shown in ("all", "solved"):
            page = client.get(address(project, f"consistency/?show={shown}")).content.decode()
            assert f'<html lang="{language}" dir="ltr">' in page
            assert find_english(page.replace("cats and dogs", "zu").replace("cat and dog", "zu"), language) == []


def test_notes_that_cannot_be_read_are_refused_in_the_language_of_the_adjudicator(project: Project) -> None:
    user = make_member(project, role="adjudicator").user
    User.objects.filter(pk=user.pk).update(language="de")
    client = Client()
    client.force_login(User.objects.get(pk=user.pk))
    file = SimpleUploadedFile("Zu.json", "für".encode("latin-1"))
    answer = client.post(address(project, "consistency/import/"), {"operation_id": uuid4(), "file": file})
    assert answer.status_code == 400
    assert "Zu.json ist kein Text in UTF-8. Nichts wurde importiert." in answer.content.decode()
