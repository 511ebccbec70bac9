"""Changes between two releases: from their files, in a job, on a page and on the command line."""

import json
import random
import subprocess
import sys
import zipfile
from pathlib import Path
from uuid import uuid4

import pytest
from django.test import Client

from alignment.adjudication.services.decisions import decide_links
from alignment.agreement.queries.changes import count_changes
from alignment.readings.links import Reading
from alignment.releases.differences import MOST_LISTED
from alignment.releases.jobs import compare_stored_releases
from alignment.releases.services import request_release_difference
from alignment.releases.views import reports as release_reports
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import work_on
from annotation_site.projects.models import Project, Role
from annotation_site.projects.services.projects import change_settings
from annotation_site.releases.archives import UnreadableReleaseError
from annotation_site.releases.differences import compare_releases
from tests.alignment.corrections.correcting import correct
from tests.alignment.releases.conftest import SaveAll
from tests.alignment.releasing import change, make_release_of
from tests.factories import make_member, make_pair, make_project, make_reading
from tests.running.kept_rows import made_once
from tests.servers import ROOT


@pytest.fixture
def project(transactional_db: None) -> Project:
    return made_once(make_released_project)


def make_released_project() -> Project:
    """Two annotators who differ on the second of two pairs; release 1 is before, release 2 after a decision, a new
    pair and another policy."""
    project = make_project(pairs=2)
    first, second = make_member(project), make_member(project)
    make_reading(first, "0-0S 1-2S 2-1S")
    make_reading(first, "0-0S 1-2S 2-1S")
    make_reading(second, "0-0S 1-2S 2-1S")
    make_reading(second, "0-0S 1-2S 2-1P 2-2P")
    make_release_of(project)
    count_changes(project.pk)
    item = project.items.get(agreement__disagreement_count=2)
    adjudicator = make_member(project, Role.ADJUDICATOR).user
    decide_links(
        user=adjudicator,
        item_id=item.pk,
        operation_id=uuid4(),
        version=0,
        decisions=[(2, 1, "S"), (2, 2, "none")],
    )
    make_pair(project, "it rains", "piove")
    make_reading(first, "1-0S")
    make_reading(second, "1-0S")
    change_settings(
        user=project.created_by,
        project=project,
        name=project.name,
        description="",
        annotators_per_item=2,
        spread=project.spread,
        gold_policy="och-ney",
    )
    project.refresh_from_db()
    make_release_of(project, licence="CC0-1.0")
    return project


def compare(first: Path, second: Path) -> dict:
    return compare_releases(first, second, (first.name, second.name))


def test_pairs_and_links_are_counted_by_what_became_of_them(save_all: SaveAll) -> None:
    difference = compare(*save_all(make_released_project))
    assert difference["pairs"] == {"added": 1, "removed": 0, "text_changed": 0, "links_changed": 1, "unchanged": 1}
    assert {key: count for key, count in difference["links"].items() if count} == {
        "added_sure": 1,  # of the new pair
        "removed_possible": 1,
        "possible_to_sure": 1,
    }
    assert {row["what"] for row in difference["described"]} >= {"policy", "licence"}
    assert (difference["from"]["counts"]["pairs"], difference["to"]["counts"]["pairs"]) == (2, 3)
    changed = next(row for row in difference["changed_pairs"] if row["what"] == "links_changed")
    assert [(link["source"], link["target"], link["from"], link["to"]) for link in changed["changes"]] == [
        ("cat", "gatto", "P", "S"),
        ("cat", "nero", "P", None),
    ]


def test_the_other_way_round_is_the_opposite(save_all: SaveAll) -> None:
    first, second = save_all(make_released_project)
    back = compare(second, first)
    assert (back["pairs"]["added"], back["pairs"]["removed"]) == (0, 1)
    assert back["links"]["sure_to_possible"] == 1
    assert back["links"]["added_possible"] == 1


def test_a_release_equals_itself(save_all: SaveAll) -> None:
    first, _ = save_all(make_released_project)
    difference = compare(first, first)
    assert difference["equal"]
    assert difference["changed_pairs"] == []


def test_links_of_words_that_stayed_are_compared_through_a_correction(save_all: SaveAll) -> None:
    first, _ = save_all(make_released_project)
    other = change(first, "texts.jsonl", lambda text: text.replace('"black"', '"dark"', 1))
    difference = compare(first, other)
    assert difference["pairs"]["text_changed"] == 1
    assert not any(difference["links"].values())


def count_gold(path: Path) -> dict[str, int]:
    """Count links by label and marks in the lines of a release's gold standard."""
    counts = {"sure": 0, "possible": 0, "unaligned": 0}
    with zipfile.ZipFile(path) as archive:
        [name] = [name for name in archive.namelist() if name.endswith("gold.jsonl")]
        for line in archive.read(name).decode().splitlines():
            gold = Reading.from_json(json.loads(line))
            counts["sure"] += list(gold.links.values()).count("S")
            counts["possible"] += list(gold.links.values()).count("P")
            counts["unaligned"] += len(gold.unaligned_source) + len(gold.unaligned_target)
    return counts


def make_corrected_project() -> Project:
    """Release a pair before and after a correction takes out a word on each side, which were linked."""
    project = make_project()
    make_pair(project, "a rather black cat sleeps", "un gatto molto nero dorme")
    for annotator in (make_member(project), make_member(project)):
        make_reading(annotator, "0-0S 1-2S 2-3S 3-1S 4-4P")
    make_release_of(project)
    correct(project, "a black cat sleeps", "un gatto nero dorme")
    make_release_of(project)
    return project


def test_a_link_of_words_that_were_taken_out_is_removed(save_all: SaveAll) -> None:
    first, second = save_all(make_corrected_project)
    assert count_gold(second)["sure"] - count_gold(first)["sure"] == -1
    assert {key: count for key, count in compare(first, second)["links"].items() if count} == {"removed_sure": 1}
    assert {key: count for key, count in compare(second, first)["links"].items() if count} == {"added_sure": 1}


def require_that_changes_add_up(first: Path, second: Path) -> None:
    """Compare the changes between two releases with the difference of their totals."""
    difference = compare(first, second)
    links, marks = difference["links"], difference["unaligned"]
    old, new = count_gold(first), count_gold(second)
    turned = links["sure_to_possible"] - links["possible_to_sure"]
    assert new["sure"] - old["sure"] == links["added_sure"] - links["removed_sure"] - turned
    assert new["possible"] - old["possible"] == links["added_possible"] - links["removed_possible"] + turned
    assert new["unaligned"] - old["unaligned"] == marks["added"] - marks["removed"]


def test_the_changes_add_up_to_the_difference_of_the_totals(save_all: SaveAll) -> None:
    for make in (make_corrected_project, make_released_project):
        require_that_changes_add_up(*save_all(make))


def draw_pair(chance: random.Random, source: list[str], target: list[str]) -> str:
    """Return a random reading of a pair, as a line of a release: links of both labels, and marks on bare words."""
    links = {
        (i, j): chance.choice("SP") for i in range(len(source)) for j in range(len(target)) if chance.random() < 0.2
    }
    sources = {i for i in range(len(source)) if not any(cell[0] == i for cell in links) and chance.random() < 0.7}
    targets = {j for j in range(len(target)) if not any(cell[1] == j for cell in links) and chance.random() < 0.7}
    return json.dumps(Reading(links, frozenset(sources), frozenset(targets)).to_json())


def correct_at_random(chance: random.Random, words: list[str]) -> list[str]:
    """Return a sentence with some words respelled, taken out, put in or moved to the end."""
    corrected: list[str] = []
    for word in words:
        step = chance.random()
        if step < 0.6:
            corrected.append(word)
        elif step < 0.75:
            corrected.append(f"{word}x")
        elif step < 0.85:
            corrected += [word, chance.choice(words)]
    return corrected[1:] + corrected[:1] if chance.random() < 0.3 else corrected or words


def test_the_changes_add_up_for_readings_and_corrections_at_random(save_all: SaveAll) -> None:
    first, second = save_all(make_corrected_project)
    chance = random.Random(36)
    with zipfile.ZipFile(first) as archive:
        [name] = [name for name in archive.namelist() if name.endswith("texts.jsonl")]
        text = json.loads(archive.read(name).decode().splitlines()[0])
    texts: tuple[list[str], list[str]] = ([], [])
    golds: tuple[list[str], list[str]] = ([], [])
    for number in range(1, 61):
        sentences = [[chance.choice("abcdef") for _ in range(chance.randint(2, 9))] for _ in range(2)]
        for text_lines, gold_lines in zip(texts, golds, strict=True):
            row = {**text, "number": number, "source_tokens": sentences[0], "target_tokens": sentences[1]}
            text_lines.append(json.dumps(row) + "\n")
            gold_lines.append(draw_pair(chance, *sentences) + "\n")
            sentences = [correct_at_random(chance, words) for words in sentences]
    releases = [
        change(
            change(path, "texts.jsonl", lambda _, new=new: "".join(new)),
            "gold.jsonl",
            lambda _, gold=gold: "".join(gold),
        )
        for path, new, gold in zip((first, second), texts, golds, strict=True)
    ]
    assert compare(*releases)["pairs"]["text_changed"] > 30
    require_that_changes_add_up(*releases)
    require_that_changes_add_up(*reversed(releases))


def test_numbers_out_of_order_are_no_release(save_all: SaveAll) -> None:
    first, _ = save_all(make_released_project)
    other = change(first, "texts.jsonl", lambda text: text.replace('"number":2', '"number":1', 1))
    with pytest.raises(UnreadableReleaseError, match="changed-"):
        compare(first, other)


def test_only_the_first_pairs_are_listed_and_all_are_counted(save_all: SaveAll) -> None:
    first, _ = save_all(make_released_project)

    def lengthen(text: str, count: int) -> str:
        lines = text.splitlines(keepends=True)
        row = json.loads(lines[-1])
        more = [json.dumps({**row, "number": number}) + "\n" for number in range(3, 3 + count)]
        return "".join([*lines, *more])

    longer = change(first, "texts.jsonl", lambda text: lengthen(text, 300))
    longer = change(longer, "gold.jsonl", lambda text: lengthen(text, 300))
    difference = compare(first, longer)
    assert difference["pairs"]["added"] == 300
    assert len(difference["changed_pairs"]) == MOST_LISTED
    assert difference["not_listed"] == 100


def test_the_command_says_by_its_exit_status_whether_they_differ(save_all: SaveAll) -> None:
    first, second = save_all(make_released_project)
    environment = {"PATH": "/usr/bin:/bin", "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"}

    def run(*files: Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "manage.py", "compare-releases", *map(str, files)]
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)

    differ, equal, unreadable = run(first, second), run(first, first), run(first, first.parent)
    assert (differ.returncode, json.loads(differ.stdout)["pairs"]["added"]) == (1, 1), differ.stderr
    assert (equal.returncode, json.loads(equal.stdout)["equal"]) == (0, True)
    assert (unreadable.returncode, unreadable.stdout) == (2, "")


def test_the_page_shows_what_changed(project: Project, client: Client) -> None:
    client.force_login(project.created_by)
    page = client.get(f"/alignment/{project.slug}/releases/2/changes/").content.decode()
    assert "Release 2, since release 1" in page
    assert "Possible to Sure" in page
    assert "CC0-1.0" in page
    assert client.get(f"/alignment/{project.slug}/releases/2/changes/?from=7").status_code == 404
    assert client.get(f"/alignment/{project.slug}/releases/2/changes/?from=x").status_code == 404


def test_large_releases_are_compared_once_by_a_job(
    project: Project, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release_reports, "PAIRS_AT_ONCE", 1)
    client.force_login(project.created_by)
    address = f"/alignment/{project.slug}/releases/2/changes/?from=1"
    assert "Compare releases" in client.get(address).content.decode()
    for _ in range(2):
        assert client.post(address).status_code == 302
    job = Job.objects.get(kind="release_difference")
    assert f"/jobs/{job.pk}/status/" in client.get(address).content.decode()
    work_on(job.pk, compare_stored_releases)
    job.refresh_from_db()
    assert job.state == Job.State.SUCCEEDED, job.error
    assert "Possible to Sure" in client.get(address).content.decode()
    found = client.get(f"/alignment/{project.slug}/changes/{job.pk}/")
    assert found["Location"] == address


def test_a_comparison_that_cannot_be_read_says_which_file(project: Project) -> None:
    before, after = project.releases.order_by("number")
    job = request_release_difference(user=project.created_by, project=project, before=before, after=after)
    before.file.storage.delete(before.file.name)
    work_on(job.pk, compare_stored_releases)
    job.refresh_from_db()
    assert job.state == Job.State.FAILED
    assert "missing from storage" in job.error


def test_the_first_release_is_not_compared_backwards(project: Project, client: Client) -> None:
    client.force_login(project.created_by)
    page = client.get(f"/alignment/{project.slug}/releases/1/changes/").content.decode()
    assert "Nothing to compare with" in page
