"""Pairs that a manager may use for training or checks."""

import threading
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from alignment.adjudication.services.decisions import decide_links
from alignment.formats import ALIGNMENT_FORMATS
from alignment.projects.models import AlignmentSettings
from alignment.training.models import KnownGold
from alignment.training.services.known_gold import import_known_gold, mark_known_gold, remove_known_gold
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.assignments.services.withdrawal import withdraw_items
from annotation_site.projects.models import Project, Role
from annotation_site.web.exceptions import DomainError, NotEditable
from tests.alignment.imported_annotation.importing import packed
from tests.alignment.training.gold import gold_file
from tests.alignment.training.training_project import GOLD, TrainingProject
from tests.factories import draw, make_member, make_project, make_reading, submit
from tests.markup import markup_of
from tests.running.waiting import is_somebody_waiting
from tests.servers import wait_until

pytestmark = pytest.mark.django_db


def test_only_settled_pairs_are_chosen() -> None:
    training = TrainingProject()
    known = {"user": training.manager, "project": training.project, "use": "training"}
    open_number = next(number for number in range(1, 5) if number not in training.numbers)
    with pytest.raises(DomainError, match="It needs all its readings and no open disagreements"):
        mark_known_gold(**known, numbers=[open_number], operation_id=uuid4())
    with pytest.raises(DomainError, match="no pair 99"):
        mark_known_gold(**known, numbers=[99], operation_id=uuid4())
    assert KnownGold.objects.count() == 2


def test_a_pair_with_a_dispute_left_is_not_settled() -> None:
    project = make_project(pairs=1)
    one, other = make_member(project), make_member(project)
    mine = make_reading(one, GOLD)
    make_reading(other, "0-0P 1-2S 2-1S")
    known = {"user": project.created_by, "project": project, "use": "check", "numbers": [1]}
    with pytest.raises(DomainError):
        mark_known_gold(**known, operation_id=uuid4())
    adjudicator = make_member(project, Role.ADJUDICATOR).user
    decide_links(user=adjudicator, item_id=mine.item_id, operation_id=uuid4(), version=0, decisions=[(0, 0, "P")])
    operation_id = uuid4()
    [row] = mark_known_gold(**known, operation_id=operation_id)
    assert mark_known_gold(**known, operation_id=operation_id) == [row]
    with pytest.raises(DomainError, match="already used for a different action"):
        mark_known_gold(**{**known, "numbers": [1, 2]}, operation_id=operation_id)
    assert (row.reading["possible"], row.reading["sure"]) == ("0-0", "1-2 2-1")


def test_gold_from_a_file_takes_untouched_pairs_out_of_work() -> None:
    project = make_project(pairs=2)
    known = {"user": project.created_by, "project": project, "use": "check"}
    line = '{"id": "pair-1", "sure": "0-0 1-2", "possible": "2-1"}'
    assert import_known_gold(**known, file=gold_file(line), operation_id=uuid4()) == 1
    assert Item.objects.get(number=1).state == Item.State.WITHDRAWN
    make_reading(make_member(project))
    for bad, why in (
        ('{"id": "pair-2", "sure": "0-0"}', "being annotated"),
        ('{"id": "pair-9", "sure": "0-0"}', "no pair pair-9"),
        ('{"id": "pair-1", "sure": "7-0"}', "points to source token 8, but there are only 3"),
        ("nonsense", "line 1"),
    ):
        with pytest.raises(DomainError, match=why):
            import_known_gold(**known, file=gold_file(bad, "jsonl"), operation_id=uuid4())
    remove_known_gold(user=project.created_by, project=project, number=1, operation_id=uuid4())
    assert Item.objects.get(number=1).state == Item.State.OPEN


def test_training_and_check_pairs_are_called_so_not_withdrawn() -> None:
    project = make_project(pairs=4)
    known = {"user": project.created_by, "project": project}
    for number, use in ((1, "training"), (2, "check")):
        line = f'{{"id": "pair-{number}", "sure": "0-0"}}'
        import_known_gold(**known, use=use, file=gold_file(line), operation_id=uuid4())
    client = Client()
    client.force_login(project.created_by)
    address = reverse("alignment:pairs", args=[project.slug])
    listed = client.get(address)
    assert [row["item_state"] for row in listed.context["rows"]] == ["Training", "Check pair", "Waiting", "Waiting"]
    chosen = [(each["label"], each["count"]) for each in listed.context["filters"] if each["count"]]
    assert chosen == [("All", 4), ("To annotate", 2), ("Training and checks", 2)]
    assert [row["item"].number for row in client.get(f"{address}?state=known").context["rows"]] == [1, 2]
    assert client.get(f"{address}?state=withdrawn").context["rows"] == []
    overview = markup_of(client.get(reverse("alignment:overview", args=[project.slug])))
    pair = markup_of(client.get(reverse("alignment:pair", args=[project.slug, 1])))
    for page in (markup_of(listed), overview, pair):
        assert "withdrawn" not in page.lower().replace("state=withdrawn", "")
    assert "<b>2</b> for training and checks" in overview
    rows = client.get(reverse("api:items", args=[project.slug])).json()["results"]
    assert [row["known_gold"] for row in rows] == ["training", "check", None, None]


def write_aligned(sentence: str, left: str, right: str) -> str:
    """Return aligned text in which the first words are linked, and the second with the third."""
    sides = [
        (left, "a black cat", {1: f"{right}-1", 2: f"{right}-3"}),
        (right, "un gatto nero", {1: f"{left}-1", 3: f"{left}-2"}),
    ]
    written = ""
    for place, (side, text, links) in enumerate(sides, start=1):
        words = [
            f'<w n="{side}-{n}"><text>{word}</text><refs nrefs="{links.get(n, "")}"/></w>'
            for n, word in enumerate(text.split(), start=1)
        ]
        written += f'<wds lnum="L{place}">{"".join(words)}</wds>'
    return f'<aligned-text><sentence id="{sentence}">{written}</sentence></aligned-text>'


GOLD_FILES = {
    "pharaoh": "\n0-0 1-2\n",
    "talp": "\n1-1 2p3\n",
    "question": "\n0-0 1?2\n",
    "suffix": "\n0-0S 1-2P\n",
    "naacl": "2 1 1 S\n2 2 3 P\n",
    "xl-wa": "a black cat\tun gatto nero\t0-0\na black cat\tun gatto nero\t0-0 1-2\n",
    "giza": "# Sentence pair (2) source length 3 target length 3 alignment score : 1\nun gatto nero\n"
    "NULL ({ 2 }) a ({ 1 }) black ({ 3 }) cat ({ })\n",
    "giza-sp": "# sentence pair 2\nun gatto nero\nNULL ({ 2 / / }) a ({ 1 / / }) black ({ p3 / / }) cat ({ / / })\n",
    "mt-equal": "2\ten_it\tsys1\t1\tSure alignment\t1-1\n2\ten_it\tsys1\t0\tPossible alignment\t2-3\n",
    "jsonl": '{"id": "2", "sure": "0-0", "possible": "1-2"}',
    "blinker": packed(A1__samp1_SentPair1="1 1\n2 3\n"),
    "alpheios": write_aligned("2", "1", "1"),
    "ugarit": f"<document><id>2</id>{write_aligned('1', '1', '2')}</document>",
}
OF_VERSES = {"usfm", "burrito"}  # whose pairs are called TIT 1:2, and so have ids in the project


@pytest.mark.parametrize("name", GOLD_FILES)
@pytest.mark.parametrize("is_detected", [True, False], ids=["detected", "chosen"])
def test_gold_comes_in_every_format_of_links(name: str, is_detected: bool) -> None:
    project = make_project(pairs=2)
    Item.objects.filter(project=project).update(identifier="")
    known = {"user": project.created_by, "project": project, "use": "check", "operation_id": uuid4()}
    import_known_gold(**known, file=gold_file(GOLD_FILES[name], "detect" if is_detected else name))
    reading = KnownGold.objects.get(item__number=2).reading
    cells = {*reading["sure"].split(), *reading["possible"].split()}
    assert cells == {"0-0", "1-2"}
    assert KnownGold.objects.count() == (2 if name == "xl-wa" else 1)


def test_every_format_of_links_is_tried() -> None:
    assert {*GOLD_FILES, *OF_VERSES} == set(ALIGNMENT_FORMATS)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("0-0\n0-0\n0-0\n", r"^gold\.txt: The file has 3 sentences, but the project has 2\."),
        ("1-1\n", r"unclear whether words are counted from 0 or from 1"),
        ("\n\n", r"^gold\.txt: The file is empty"),
        ("a black dog\tun gatto nero\t0-0\n", r"line 1: Word 3 of the source sentence is “dog” here and “cat” in the"),
        (
            '{"id": "pair-1", "sure": "0-0"}\n{"id": "pair-1", "sure": "1-1"}',
            r"line 2: Pair pair-1 already occurs in l",
        ),
        ("%PDF-1.4\n", r"^gold\.txt is a PDF document; a plain text file is needed"),
    ],
)
def test_gold_that_does_not_fit_is_refused_with_its_place(text: str, why: str) -> None:
    project = make_project(pairs=2)
    known = {"user": project.created_by, "project": project, "use": "check", "operation_id": uuid4()}
    with pytest.raises(DomainError, match=why):
        import_known_gold(**known, file=gold_file(text))
    assert not KnownGold.objects.exists()


def test_gold_by_number_is_that_of_the_pair_with_this_number_whatever_its_id() -> None:
    project = make_project(pairs=2)
    Item.objects.filter(project=project, number=1).update(identifier="2")
    known = {"user": project.created_by, "project": project, "use": "check"}
    import_known_gold(**known, file=gold_file("\n0-0\n"), operation_id=uuid4())
    import_known_gold(**known, file=gold_file('{"id": "2", "sure": "1-1"}'), operation_id=uuid4())
    readings = {row.item.number: row.reading["sure"] for row in KnownGold.objects.select_related("item")}
    assert readings == {2: "0-0", 1: "1-1"}


def test_the_manager_chooses_submits_and_removes_on_the_page() -> None:
    training = TrainingProject()
    client = Client()
    client.force_login(training.manager)
    address = reverse("alignment:known_gold", args=[training.project.slug])
    assert "2</dd>" in markup_of(client.get(address))
    bad = {"mark-operation_id": str(uuid4()), "mark-numbers": "two", "mark-use": "check"}
    assert client.post(address + "mark/", bad).status_code == 400
    good = bad | {"mark-numbers": f"{training.numbers[0]}-{training.numbers[0]}"}
    assert client.post(address + "mark/", good).status_code == 302
    assert list(KnownGold.objects.for_checks().values_list("item__number", flat=True)) == [training.numbers[0]]
    file = SimpleUploadedFile("gold.jsonl", f'{{"id": "pair-{training.numbers[0]}", "sure": "0-0"}}'.encode())
    fields = {"file-operation_id": str(uuid4()), "file-use": "check", "file-file": file}
    fields |= {"file-alignment_format": "detect", "file-base": "detect"}
    assert client.post(address + "import/", fields).status_code == 302
    assert KnownGold.objects.get(use="check").origin == "imported"
    client.post(f"{address}{training.numbers[0]}/remove/", {"operation_id": str(uuid4())})
    assert KnownGold.objects.count() == 1


def make_known(use: str) -> Project:
    """Return a project of four pairs, of which the first two came with gold before anybody began them."""
    project = make_project(pairs=4)
    AlignmentSettings.objects.filter(project=project).update(check_share=50)
    lines = "\n".join(f'{{"id": "pair-{number}", "sure": "0-0 1-2", "possible": "2-1"}}' for number in (1, 2))
    known = {"user": project.created_by, "project": project, "use": use}
    import_known_gold(**known, file=gold_file(lines), operation_id=uuid4())
    return Project.objects.get(pk=project.pk)


def stop_using(project: Project, number: int) -> str:
    remove_known_gold(user=project.created_by, project=project, number=number, operation_id=uuid4())
    return str(Item.objects.get(project=project, number=number).state)


def lease_known(project: Project, purpose: str) -> Assignment:
    """Return the first such lease of one newcomer after another."""
    for _ in range(24):
        member = make_member(project)
        assignment = lease_next(user=member.user, project=project)
        if assignment is not None and assignment.purpose == purpose:
            return assignment
    raise AssertionError(f"24 newcomers got no {purpose}")


def test_a_pair_of_an_attempt_at_the_set_is_not_work_though_nobody_has_come_to_it() -> None:
    project = make_known("training")
    newcomer = make_member(project)
    first = lease_next(user=newcomer.user, project=project)
    assert first is not None and first.item.number == 1
    assert stop_using(project, 2) == "withdrawn"
    submit(draw(first, GOLD))
    second = lease_next(user=newcomer.user, project=project)
    assert second is not None and (second.purpose, second.item.number) == ("training", 2), "as when it began"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("use", "purpose"), [("training", "training"), ("check", "check")])
def test_a_pair_that_is_leased_in_the_moment_of_its_removal_is_not_work(use: str, purpose: str) -> None:
    project = make_known(use)
    left: list[str] = []

    def remove() -> None:
        left.append(stop_using(project, number))
        connection.close()

    with transaction.atomic():
        leased = lease_known(project, purpose)
        # Of training, the pair to which the attempt has not come.
        number = leased.item.number if use == "check" else 2
        manager = threading.Thread(target=remove)
        manager.start()
        wait_until(lambda: is_somebody_waiting() or bool(left), "the manager comes")
    manager.join()
    assert left == ["withdrawn"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("use", "purpose"), [("training", "training"), ("check", "check")])
def test_a_pair_that_is_removed_in_the_moment_of_its_lease_is_not_leased(use: str, purpose: str) -> None:
    project = make_known(use)
    newcomers = [make_member(project) for _ in range(12)]
    leased: list[Assignment | None] = []

    def lease_all() -> None:
        leased.extend(lease_next(user=each.user, project=project) for each in newcomers)
        connection.close()

    annotators = threading.Thread(target=lease_all)
    with transaction.atomic():
        assert [stop_using(project, number) for number in (1, 2)] == ["open", "open"]
        annotators.start()
        wait_until(lambda: is_somebody_waiting() or not annotators.is_alive(), "somebody comes")
    annotators.join()
    assert len(leased) == len(newcomers)
    assert not Assignment.objects.filter(purpose=purpose).exists()
    assert {each.purpose for each in leased if each is not None} == {"work"}, "nobody is kept from work"


def test_a_second_manager_who_stops_using_a_pair_reads_that_it_is_not_used() -> None:
    project = make_known("check")
    client = Client()
    client.force_login(project.created_by)
    address = reverse("alignment:known_gold_remove", args=[project.slug, 1])
    pages = [client.post(address, {"operation_id": uuid4()}, follow=True) for _ in range(2)]
    said = [[str(message) for message in page.context["messages"]] for page in pages]
    assert said == [
        ["Pair 1 is no longer used. It is assigned as work."],
        ["Pair 1 is not used for training or checks."],
    ]


def test_the_manager_is_told_that_a_pair_which_annotators_know_is_no_work() -> None:
    project = make_known("training")
    lease_known(project, "training")
    client = Client()
    client.force_login(project.created_by)
    page = client.post(
        reverse("alignment:known_gold_remove", args=[project.slug, 2]), {"operation_id": uuid4()}, follow=True
    )
    [message] = page.context["messages"]
    assert str(message) == "Pair 2 is no longer used. It is not assigned as work, because annotators have seen it."
    with pytest.raises(NotEditable, match="Pair 2 is no longer assigned in any case: annotators know it from training"):
        withdraw_items(user=project.created_by, project=project, numbers=[2], operation_id=uuid4())
