"""The search shows everybody what they may open, and nothing else."""

import json
from pathlib import Path
from typing import Any

import pytest

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project, Role
from annotation_site.search.queries import MOST, search
from tests.evaluation.judgements import make_round
from tests.factories import lease, make_member, make_pair, make_project, make_user
from tests.idiomaticity.making import make_rating_project

pytestmark = pytest.mark.django_db


def find(user: User, project: Project | None, typed: str) -> dict[str, list[str]]:
    """Return the titles that were found, by section."""
    return {section.title: [hit.title for hit in section.hits] for section in search(user, project, typed)}


def test_before_anything_is_typed_there_are_the_pages_of_the_project() -> None:
    manager = make_user(can_create_projects=True)
    project = make_project(manager)
    assert {"Overview", "Pairs", "Members", "Settings"} <= set(find(manager, project, "")["Pages"])


def test_pages_are_found_by_their_group_and_those_without_a_tab_too() -> None:
    manager = make_user(can_create_projects=True)
    project = make_project(manager)
    assert "Members" in find(manager, project, "people")["Pages"]
    assert "Webhooks" in find(manager, project, "webh")["Pages"]


def test_an_annotator_finds_no_page_of_managers_no_member_and_no_item_of_others() -> None:
    project = make_project(pairs=2)
    annotator = make_member(project)
    make_member(project, user=make_user("Ada Verdi"))
    found = find(annotator.user, project, "ada")
    assert "People" not in found
    assert "Members" not in find(annotator.user, project, "")["Pages"]
    assert "Pairs" not in find(annotator.user, project, "1")
    assert "My work" not in find(annotator.user, project, "1")


def test_annotators_find_their_own_work_by_number() -> None:
    project = make_project(pairs=2)
    annotator, other = make_member(project), make_member(project)
    mine = lease(annotator)
    number = str(mine.item.number)
    assert find(annotator.user, project, number)["My work"] == [f"pair {number}"]
    assert "My work" not in find(other.user, project, number)


def test_managers_find_pairs_by_number_by_words_and_by_identifier() -> None:
    manager = make_user(can_create_projects=True)
    project = make_project(manager)
    item = make_pair(project, source="The kettle boils", target="Il bollitore bolle")
    item.identifier = "news-17"
    item.save(update_fields=["identifier"])
    for typed in ("kett", "bollitore", "news-17", str(item.number)):
        assert find(manager, project, typed)["Pairs"] == ["The kettle boils"], typed


def test_more_items_than_the_list_shows_have_a_link_to_all() -> None:
    manager = make_user(can_create_projects=True)
    project = make_project(manager)
    for _ in range(MOST + 1):
        make_pair(project, source="The same kettle", target="Lo stesso bollitore")
    (pairs,) = (section for section in search(manager, project, "kettle") if section.title == "Pairs")
    assert len(pairs.hits) == MOST
    assert pairs.more == f"/alignment/{project.slug}/pairs/"


def test_members_are_found_by_name_address_and_letter() -> None:
    manager = make_user(can_create_projects=True)
    project = make_project(manager)
    member = make_member(project, user=make_user("Ada Verdi"))
    for typed in ("verdi", member.user.email[:6], member.pseudonym):
        assert "Ada Verdi" in find(manager, project, typed)["People"], typed


def test_only_ones_own_projects_are_found() -> None:
    person = make_user(can_create_projects=True)
    own = make_project(person, name="Kettles and pans")
    make_project(name="Kettles of others")
    assert find(person, None, "kettle") == {"Projects": [own.name]}


def test_compounds_are_found_by_their_sentences() -> None:
    project = make_rating_project()
    found = find(project.created_by, project, "keeps the light")
    assert found["Items"] == ["glass ceiling: A glass ceiling keeps the light in."]


def test_every_hit_can_be_opened(client: Any) -> None:
    project = make_rating_project()
    make_member(project, Role.ADJUDICATOR, make_user("Glass"))
    client.force_login(project.created_by)
    sections = search(project.created_by, project, "glass")
    assert {section.title for section in sections} == {"Items", "People"}
    for section in sections:
        for hit in section.hits:
            assert client.get(hit.url.partition("#")[0]).status_code == 200, hit


def test_judged_items_lead_to_their_round(client: Any) -> None:
    project = make_round().project
    client.force_login(project.created_by)
    hits = [hit for section in search(project.created_by, project, "1") for hit in section.hits if hit.is_text]
    assert hits
    assert all(client.get(hit.url.partition("#")[0]).status_code == 200 for hit in hits)


def build_documentation(folder: Path) -> None:
    """Write an index as Sphinx does, of two pages."""
    index = {
        "docnames": ["guides/managers", "formats"],
        "titles": ["For managers", "Formats"],
        "alltitles": {
            "Invite <em>people</em>": [[0, "invite-people"]],
            "For managers": [[0, None]],
            "Formats": [[1, None]],
        },
        "terms": {"invit": [0, 1], "excel": 1},
        "titleterms": {"format": 1},
    }
    (folder / "searchindex.js").write_text(f"Search.setIndex({json.dumps(index)})")


def find_help_on(typed: str) -> list[tuple[str, str]]:
    return [(hit.title, hit.url) for section in search(make_user(), None, typed) for hit in section.hits]


def test_headings_of_the_documentation_come_before_pages_with_the_word(settings: Any, tmp_path: Path) -> None:
    settings.HELP_ROOT = tmp_path
    build_documentation(tmp_path)
    assert find_help_on("invite") == [
        ("Invite people", "/help/guides/managers#invite-people"),
        ("For managers", "/help/guides/managers"),
        ("Formats", "/help/formats"),
    ]


def test_pages_are_found_by_words_of_their_text(settings: Any, tmp_path: Path) -> None:
    settings.HELP_ROOT = tmp_path
    build_documentation(tmp_path)
    assert find_help_on("excel") == [("Formats", "/help/formats")]
    assert find_help_on("excel people") == []


def test_without_documentation_there_is_no_section_of_it(settings: Any, tmp_path: Path) -> None:
    settings.HELP_ROOT = tmp_path
    assert find(make_user(), None, "invite") == {}
