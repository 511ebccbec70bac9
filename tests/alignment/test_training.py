"""Training before real work, silent checks in it, and that neither counts where work counts."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from alignment.models import AlignmentSettings, KnownGold, PairAgreement, TrainingRun
from alignment.released_pairs import read_released_pairs
from alignment.services.adjudication import decide_links
from alignment.services.known_gold import import_known_gold, mark_known_gold, remove_known_gold
from alignment.services.leasing import lease_next_pair
from alignment.services.readings import reopen_reading
from alignment.services.training import allow_try, try_again
from annotation_site.projects.exceptions import DomainError, NotEditable
from annotation_site.projects.models import Assignment, Item, Membership, Operation, Project, Role
from annotation_site.projects.services.assignments import skip_assignment, take_up_assignment
from tests.factories import draw, make_member, make_project, make_reading, submit
from tests.test_authorisation import ONCE_ONLY

pytestmark = pytest.mark.django_db
GOLD, WRONG = "0-0S 1-2S 2-1S", "0-1S 1-0S 2-2S"


class Campaign:
    """Two pairs read alike by two people and used as known gold, and two more to do."""

    def __init__(self, use: str = "training", **settings: int) -> None:
        self.project = make_project(pairs=4)
        self.manager = self.project.created_by
        self.elders = [make_member(self.project), make_member(self.project)]
        for elder in self.elders:
            for _ in range(2):
                make_reading(elder, GOLD)
        settled = Item.objects.filter(project=self.project, state=Item.State.ANNOTATED).order_by("number")
        self.numbers = list(settled.values_list("number", flat=True))
        mark_known_gold(user=self.manager, project=self.project, numbers=self.numbers, use=use, operation_id=uuid4())
        AlignmentSettings.objects.filter(project=self.project).update(**settings)
        self.newcomer = make_member(self.project)

    def next(self, annotator: Membership | None = None) -> Assignment | None:
        annotator = annotator or self.newcomer
        return lease_next_pair(user=annotator.user, project=Project.objects.get(pk=self.project.pk))

    def read(self, links: str, annotator: Membership | None = None) -> Assignment:
        assignment = self.next(annotator)
        assert assignment is not None
        return submit(draw(assignment, links))

    def again(self) -> TrainingRun:
        return try_again(user=self.newcomer.user, project=self.project, operation_id=uuid4())


def client_of(member: Membership) -> Client:
    client = Client()
    client.force_login(member.user)
    return client


# --- training


def test_a_newcomer_gets_the_training_pairs_first_and_passes() -> None:
    campaign = Campaign()
    first, second = campaign.read(GOLD), campaign.read(GOLD)
    assert [each.item.number for each in (first, second)] == campaign.numbers
    assert first.purpose == second.purpose == "training"
    run = TrainingRun.objects.get()
    assert (run.state, run.agr, run.threshold) == ("passed", 1.0, 80)
    third = campaign.next()
    assert third is not None
    assert (third.purpose, third.item.number in campaign.numbers) == ("work", False)


def test_the_threshold_is_over_the_whole_set() -> None:
    campaign = Campaign(training_threshold=50)
    campaign.read(WRONG)
    campaign.read(GOLD)
    assert (TrainingRun.objects.get().agr, TrainingRun.objects.get().state) == (0.5, "passed")


def test_who_does_not_pass_gets_no_real_pair_but_another_try_from_an_empty_page() -> None:
    campaign = Campaign(training_tries=2)
    first = campaign.read(WRONG)
    campaign.read(WRONG)
    assert campaign.next() is None
    assert campaign.again().number == 2
    with pytest.raises(DomainError):
        campaign.again()
    assignment = campaign.next()
    assert assignment is not None
    assert (assignment.pk, assignment.links.count(), assignment.unaligned_tokens.count()) == (first.pk, 0, 0)
    submit(draw(assignment, GOLD))
    campaign.read(GOLD)
    assert list(TrainingRun.objects.values_list("state", flat=True).order_by("number")) == ["failed", "passed"]
    assert campaign.next() is not None


def test_used_up_tries_are_the_managers_to_extend() -> None:
    campaign = Campaign(training_tries=1)
    campaign.read(WRONG)
    campaign.read(WRONG)
    with pytest.raises(DomainError):
        campaign.again()
    known = {"user": campaign.manager, "project": campaign.project, "annotator_id": campaign.newcomer.pk}
    operation_id = uuid4()
    assert allow_try(**known, operation_id=operation_id).number == 2
    assert allow_try(**known, operation_id=operation_id).number == 2
    assert TrainingRun.objects.count() == 2
    with pytest.raises(DomainError):
        allow_try(**known, operation_id=uuid4())
    assert campaign.next() is not None


def test_who_was_at_work_before_goes_on() -> None:
    campaign = Campaign()
    assignment = campaign.next(campaign.elders[0])
    assert assignment is not None
    assert assignment.purpose == "work"


def test_training_counts_nowhere_else() -> None:
    campaign = Campaign()
    before = list(Item.objects.order_by("number").values_list("assigned_count", "submitted_count", "state"))
    comparisons, released = PairAgreement.objects.count(), list(read_released_pairs(campaign.project))
    assignment = campaign.next()
    assert assignment is not None
    known = {"user": campaign.newcomer.user, "assignment_id": assignment.pk, "operation_id": uuid4()}
    skip_assignment(**known, version=assignment.version, reason="odd")
    take_up_assignment(**known | {"operation_id": uuid4()})
    assignment.refresh_from_db()
    submit(draw(assignment, WRONG))
    campaign.read(WRONG)
    assert list(Item.objects.order_by("number").values_list("assigned_count", "submitted_count", "state")) == before
    assert PairAgreement.objects.count() == comparisons
    assert list(read_released_pairs(campaign.project)) == released
    assert Membership.objects.get(pk=campaign.newcomer.pk).submitted_count == 0


def test_a_skipped_training_pair_comes_again_last() -> None:
    campaign = Campaign()
    assignment = campaign.next()
    assert assignment is not None
    skip_assignment(
        user=campaign.newcomer.user,
        assignment_id=assignment.pk,
        operation_id=uuid4(),
        version=assignment.version,
        reason="odd",
    )
    assert campaign.read(GOLD).item.number == campaign.numbers[1]
    assert campaign.read(GOLD).pk == assignment.pk


def test_gold_is_seen_only_once_the_pair_is_handed_in() -> None:
    campaign = Campaign()
    assignment = campaign.next()
    assert assignment is not None
    client = client_of(campaign.newcomer)
    address = reverse("alignment:training_pair", args=[assignment.pk])
    assert client.get(address).status_code == 404
    fields = {"operation_id": str(uuid4()), "version": draw(assignment, WRONG).version, "mark_rest": "on"}
    answer = client.post(reverse("alignment:submit", args=[assignment.pk]), fields)
    assert answer["Location"] == address
    page = client.get(address).content.decode()
    assert "not in gold" in page and "missing" in page
    assert client_of(campaign.elders[0]).get(address).status_code == 404
    # In the next try the pair is closed again until it is handed in.
    campaign.read(WRONG)
    campaign.again()
    campaign.next()
    assert client.get(address).status_code == 404


def test_a_training_pair_stays_as_it_was_handed_in() -> None:
    campaign = Campaign()
    done = campaign.read(GOLD)
    with pytest.raises(NotEditable):
        reopen_reading(user=campaign.newcomer.user, assignment_id=done.pk, operation_id=uuid4(), version=done.version)


def test_later_decisions_do_not_change_a_test() -> None:
    campaign = Campaign()
    known = KnownGold.objects.order_by("item")[0]
    assert known.reading["sure"] == "0-0 1-2 2-1"
    campaign.read(GOLD)
    remove_known_gold(user=campaign.manager, project=campaign.project, number=campaign.numbers[0], operation_id=uuid4())
    campaign.read(GOLD)
    assert TrainingRun.objects.get().agr == 1.0


# --- choosing pairs


def test_only_settled_pairs_are_chosen() -> None:
    campaign = Campaign()
    known = {"user": campaign.manager, "project": campaign.project, "use": "training"}
    open_number = next(number for number in range(1, 5) if number not in campaign.numbers)
    with pytest.raises(DomainError, match="not settled"):
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
    [row] = mark_known_gold(**known, operation_id=uuid4())
    assert (row.reading["possible"], row.reading["sure"]) == ("0-0", "1-2 2-1")


def test_gold_from_a_file_takes_untouched_pairs_out_of_work() -> None:
    project = make_project(pairs=2)
    known = {"user": project.created_by, "project": project, "name": "gold.jsonl", "use": "training"}
    line = '{"id": "pair-1", "sure": "0-0 1-2", "possible": "2-1"}'
    assert import_known_gold(**known, lines=[line], operation_id=uuid4()) == 1
    assert Item.objects.get(number=1).state == Item.State.WITHDRAWN
    make_reading(make_member(project))
    for bad, why in (
        ('{"id": "pair-2", "sure": "0-0"}', "being annotated"),
        ('{"id": "pair-9", "sure": "0-0"}', "no pair pair-9"),
        ('{"id": "pair-1", "sure": "7-0"}', "not so many"),
        ("nonsense", "line 1"),
    ):
        with pytest.raises(DomainError, match=why):
            import_known_gold(**known, lines=[bad], operation_id=uuid4())
    remove_known_gold(user=project.created_by, project=project, number=1, operation_id=uuid4())
    assert Item.objects.get(number=1).state == Item.State.OPEN


def test_the_manager_chooses_hands_in_and_removes_on_the_page() -> None:
    campaign = Campaign()
    client = Client()
    client.force_login(campaign.manager)
    address = reverse("alignment:known_gold", args=[campaign.project.slug])
    assert "2</dd>" in client.get(address).content.decode()
    bad = {"mark-operation_id": str(uuid4()), "mark-numbers": "two", "mark-use": "check"}
    assert client.post(address + "mark/", bad).status_code == 400
    good = bad | {"mark-numbers": f"{campaign.numbers[0]}-{campaign.numbers[0]}"}
    assert client.post(address + "mark/", good).status_code == 302
    assert list(KnownGold.objects.for_checks().values_list("item__number", flat=True)) == [campaign.numbers[0]]
    file = SimpleUploadedFile("gold.jsonl", f'{{"id": "pair-{campaign.numbers[0]}", "sure": "0-0"}}'.encode())
    fields = {"file-operation_id": str(uuid4()), "file-use": "check", "file-file": file}
    assert client.post(address + "import/", fields).status_code == 302
    assert KnownGold.objects.get(use="check").origin == "imported"
    client.post(f"{address}{campaign.numbers[0]}/remove/", {"operation_id": str(uuid4())})
    assert KnownGold.objects.count() == 1


# --- silent checks


@pytest.fixture
def checked() -> Campaign:
    """Half of what is given out is a check, while there are any: here the newcomer's first two draws or so."""
    return Campaign(use="check", check_share=50)


def draw_until(campaign: Campaign, purpose: str) -> Assignment:
    """The first such draw of one newcomer after another; that chance gives none of 24 does not happen."""
    for _ in range(24):
        assignment = campaign.next()
        if assignment is not None and assignment.purpose == purpose:
            return assignment
        campaign.newcomer = make_member(campaign.project)
    raise AssertionError(f"24 newcomers got no {purpose}")


def test_checks_are_mixed_in_at_about_their_share() -> None:
    campaign = Campaign(use="check", check_share=50)
    purposes: list[str] = []
    for _ in range(12):
        member = make_member(campaign.project)
        assignment = campaign.next(member)
        purposes.append(assignment.purpose if assignment else "none")
    assert 1 <= purposes.count("check") <= 11


def test_without_a_share_there_are_none() -> None:
    campaign = Campaign(use="check", check_share=0)
    assert {campaign.read(GOLD).purpose, campaign.read(GOLD).purpose} == {"work"}


def look(client: Client, assignment: Assignment) -> list[bytes]:
    """Everything the annotator can read of an assignment, with what must differ between two pairs left out."""
    slug = assignment.item.project.slug
    addresses = [
        reverse("alignment:annotate", args=[assignment.pk]),
        reverse("api:assignment-detail", args=[assignment.pk]),
        reverse("alignment:work", args=[slug]),
        reverse("alignment:overview", args=[slug]),
        reverse("api:assignments"),
        reverse("alignment:feedback", args=[slug]),
        reverse("alignment:training", args=[slug]),
    ]
    return [ONCE_ONLY.sub(b"", client.get(address).content) for address in addresses]


def test_a_check_is_byte_for_byte_what_work_is(checked: Campaign) -> None:
    """The same assignment is looked at as a check and as work, in every state it goes through."""
    assignment = draw_until(checked, "check")
    client = client_of(checked.newcomer)
    # What work on a pair that is still being annotated shows: the item of a check is settled.
    state = Item.objects.get(pk=assignment.item_id).state
    known = {"user": checked.newcomer.user, "assignment_id": assignment.pk}

    def compare() -> None:
        as_check = look(client, assignment)
        Assignment.objects.filter(pk=assignment.pk).update(purpose="work")
        Item.objects.filter(pk=assignment.item_id).update(state=Item.State.OPEN)
        as_work = look(client, assignment)
        Assignment.objects.filter(pk=assignment.pk).update(purpose="check")
        Item.objects.filter(pk=assignment.item_id).update(state=state)
        assert as_check == as_work

    compare()
    draw(assignment, WRONG)
    compare()
    skip_assignment(**known, operation_id=uuid4(), version=assignment.version, reason="odd")
    compare()
    take_up_assignment(**known, operation_id=uuid4())
    assignment.refresh_from_db()
    submit(assignment)
    compare()
    assignment.refresh_from_db()
    reopen_reading(**known, operation_id=uuid4(), version=assignment.version)
    compare()


def test_an_adjudicated_pair_as_a_check_says_nothing_of_it(checked: Campaign) -> None:
    Item.objects.filter(number__in=checked.numbers).update(state=Item.State.ADJUDICATED)
    assignment = draw_until(checked, "check")
    submit(draw(assignment, WRONG))
    state = client_of(checked.newcomer).get(reverse("api:assignment-detail", args=[assignment.pk])).json()
    assert (state["can_reopen"], state["cannot_edit_reason"]) == (True, "You submitted this pair.")


def test_a_check_counts_for_its_annotator_and_for_nothing_else(checked: Campaign) -> None:
    assignment = draw_until(checked, "check")
    count = Membership.objects.get(pk=checked.newcomer.pk).submitted_count
    item = Item.objects.filter(pk=assignment.item_id).values_list("assigned_count", "submitted_count", "state").get()
    comparisons, released = PairAgreement.objects.count(), list(read_released_pairs(checked.project))
    submit(draw(assignment, WRONG))
    assert Membership.objects.get(pk=checked.newcomer.pk).submitted_count == count + 1
    now = Item.objects.filter(pk=assignment.item_id).values_list("assigned_count", "submitted_count", "state").get()
    assert now == item
    assert PairAgreement.objects.count() == comparisons
    assert list(read_released_pairs(checked.project)) == released


def test_nobody_is_checked_on_what_they_read_before(checked: Campaign) -> None:
    for elder in checked.elders:
        for _ in range(2):
            assignment = checked.next(elder)
            if assignment is not None:
                assert assignment.item.number not in checked.numbers
                submit(draw(assignment, GOLD))


def test_the_managers_page_of_a_pair_does_not_mix_checks_in(checked: Campaign) -> None:
    assignment = draw_until(checked, "check")
    draw(assignment, WRONG)
    client = Client()
    client.force_login(checked.manager)
    page = client.get(reverse("alignment:pair", args=[checked.project.slug, assignment.item.number])).content.decode()
    assert f"Annotator {checked.newcomer.pseudonym}" not in page
    assert Operation.objects.filter(assignment=assignment).count() == 2


# --- the API


def test_the_api_says_where_one_stands_and_begins_again() -> None:
    campaign = Campaign(training_tries=2)
    client = client_of(campaign.newcomer)
    address = reverse("api:training", args=[campaign.project.slug])
    assert client.get(address).json()["is_required"] is True
    campaign.read(WRONG)
    campaign.read(WRONG)
    answer = client.post(address, {"operation_id": str(uuid4())}, content_type="application/json").json()
    assert [run["state"] for run in answer["runs"]] == ["failed", "underway"]
    assert (answer["tries_left"], answer["done"], answer["total"]) == (0, 0, 2)
    manager = Client()
    manager.force_login(campaign.manager)
    listed = manager.get(reverse("api:known-gold", args=[campaign.project.slug])).json()
    assert [row["number"] for row in listed["results"]] == campaign.numbers
