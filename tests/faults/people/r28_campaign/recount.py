"""One recount of the campaign from its operations, compared with every counter of every page and of the API."""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse

from alignment.readings.links import disagreements
from alignment.readings.queries.submissions import item_decisions, item_readings
from alignment.rounds.models import RoundItem
from annotation_site.assignments.models import Assignment, Item
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Membership, Project
from tests.scripts.browsers import Browser, Page

State, Purpose = Assignment.State, Assignment.Purpose
READY = (Item.State.ANNOTATED, Item.State.ADJUDICATED)
AFTER = {
    "lease": State.IN_PROGRESS,
    "reopen": State.IN_PROGRESS,
    "resume": State.IN_PROGRESS,
    "skip": State.SKIPPED,
    "submit": State.SUBMITTED,
}


@dataclass
class Recount:
    """The state of every assignment and pair as the operations leave them, in the order in which they were made."""

    states: dict[int, str] = field(default_factory=dict)
    withdrawn: set[int] = field(default_factory=set)
    corrected: Counter[int] = field(default_factory=Counter)
    rows: dict[int, Assignment] = field(default_factory=dict)
    items: list[Item] = field(default_factory=list)
    people: list[Membership] = field(default_factory=list)
    # Of pairs that can be adjudicated: disagreements, and those without a decision.
    disputed: dict[int, int] = field(default_factory=dict)
    undecided: dict[int, int] = field(default_factory=dict)

    @classmethod
    def make(cls, project: Project) -> "Recount":
        found = cls(
            rows={each.pk: each for each in Assignment.objects.filter(item__project=project)},
            items=list(Item.objects.filter(project=project)),
            people=list(project.memberships.annotators()),
        )
        for operation in Operation.objects.filter(project=project).order_by("pk").select_related("item"):
            found._apply(operation)
        found._compare_readings()
        return found

    def _compare_readings(self) -> None:
        """Count disagreements anew, from what was submitted last and from the decisions that stand."""
        held = set(RoundItem.objects.filter(item__in=self.items, is_open=True).values_list("item", flat=True))
        for item in self.items:
            if item.state in READY and item.pk not in held:
                cells = disagreements([reading for _, reading in item_readings(item)])
                self.disputed[item.pk] = len(cells)
                self.undecided[item.pk] = len(set(cells) - item_decisions(item).keys())

    def _apply(self, operation: Operation) -> None:
        key, kind = operation.assignment_id, operation.kind
        if kind in AFTER and key is not None:
            # A reading that a round settles is submitted all the time.
            self.states[key] = AFTER[kind]
        elif kind == "carry_over" and key is not None:
            before = operation.payload["from"]
            self.states[key], self.states[before] = self.states[before], State.REPLACED
        elif kind == "correct_pair":
            self.corrected[operation.item.number] += 1
            for pseudonym in operation.payload["reopened"]:
                [own] = [
                    pk
                    for pk, row in self.rows.items()
                    if row.item_id == operation.item_id and self._name(row) == pseudonym and pk in self.states
                ]
                self.states[own] = State.IN_PROGRESS
        elif kind in ("withdraw", "bring_back"):
            (self.withdrawn.add if kind == "withdraw" else self.withdrawn.discard)(operation.item.number)

    def _name(self, row: Assignment) -> str:
        return next(each.pseudonym for each in self.people if each.pk == row.annotator_id)

    def count(self, annotator: int | None, state: str, *purposes: str) -> int:
        """Return how many assignments an annotator, or everybody, has in a state and with one of the purposes."""
        wanted = set(purposes) or set(Purpose.values)
        return sum(
            self.states.get(pk) == state and row.purpose in wanted and annotator in (None, row.annotator_id)
            for pk, row in self.rows.items()
        )

    def sum_up(self) -> Counter[str]:
        """Return everybody's submissions by what they are."""
        found: Counter[str] = Counter()
        for key, state in self.states.items():
            if state in (State.SUBMITTED, State.REPLACED):
                found["earlier" if state == State.REPLACED else self.rows[key].purpose] += 1
        return found

    def count_on_item(self, item: int) -> tuple[int, int]:
        """Return how many have a place on an item, and how many of them submitted."""
        states = [self.states.get(pk) for pk, row in self.rows.items() if row.item_id == item and row.purpose == "work"]
        submitted = states.count(State.SUBMITTED)
        return submitted + states.count(State.IN_PROGRESS), submitted


@dataclass
class Comparison:
    """Counters that were read and compared, and those that differ from the recount."""

    compared: int = 0
    categories: Counter[str] = field(default_factory=Counter)
    differing: list[str] = field(default_factory=list)

    def equal(self, where: str, shown: Any, recounted: Any) -> None:
        self.compared += 1
        if shown != recounted:
            self.differing.append(f"{where}: shows {shown}, recounted {recounted}")


OWN = ("work", "check", "repeat", "extra")


async def compare_own_pages(browser: Browser, annotator: Membership, counted: Recount, found: Comparison) -> None:
    """Compare an annotator's own pages: work, overview, start page, and the API."""
    key, project = annotator.pk, annotator.project
    submitted = counted.count(key, State.SUBMITTED, *OWN)
    begun = counted.count(key, State.IN_PROGRESS, *OWN)
    given_back = counted.count(key, State.SKIPPED, *OWN) + counted.count(key, State.RETURNED, *OWN)
    trained = sum(counted.count(key, state, "training") for state in State.values if state != State.REPLACED)
    wanted = {
        "": submitted + begun + given_back,
        "open": begun,
        "submitted": submitted,
        "given-back": given_back,
        "training": trained,
        "earlier": counted.count(key, State.REPLACED),
    }
    who = f"annotator {annotator.pseudonym}"
    page = await browser.open(reverse("alignment:assignments", args=[project.slug]))
    shown = read_filters(page)
    for state, count in wanted.items():
        found.equal(f"{who}, My work, {state or 'all'}", shown.get(state, 0), count)
        rows = await browser.open(f"{page.address}?state={state}")
        found.equal(f"{who}, rows of My work, {state or 'all'}", count_rows(rows), min(count, 50))
    for route in ("alignment:assignments", "alignment:overview", "projects:home"):
        at = await browser.open(reverse(route, args=[] if route.endswith("home") else [project.slug]))
        found.equal(f"{who}, {route}, submitted", read_number(at, r"<span>([\d,]+) submitted</span>"), submitted)
    overview = await browser.open(reverse("alignment:overview", args=[project.slug]))
    skipped = counted.count(key, State.SKIPPED, *OWN)
    found.equal(f"{who}, overview, skipped", read_number(overview, r">([\d,]+) skipped<") or 0, skipped)
    for state in (State.IN_PROGRESS, State.SUBMITTED, State.SKIPPED):
        status, answer = await browser.get(f"/api/v1/assignments/?project={project.slug}&state={state}")
        assert status == 200, answer
        found.equal(f"{who}, API, {state}", answer["count"], counted.count(key, state))
    first = next(
        pk for pk, row in counted.rows.items() if row.annotator_id == key and counted.states[pk] != State.REPLACED
    )
    progress = (await browser.get(f"/api/v1/assignments/{first}/"))[1]["progress"]
    found.equal(f"{who}, API, progress", progress["submitted"], submitted)
    found.equal(f"{who}, API, left and submitted", progress["total"], progress["submitted"] + progress["left"])


async def compare_managers_pages(browser: Browser, project: Project, counted: Recount, found: Comparison) -> None:
    """Compare what the manager reads of people and pairs, on pages and in the API."""
    status, answer = await browser.get(f"/api/v1/projects/{project.slug}/members/?page_size=100")
    assert status == 200, answer
    members = {row["id"]: row for row in answer["results"]}
    tables = {
        "overview": read_people(await browser.open(reverse("alignment:overview", args=[project.slug]))),
        "members": read_people(await browser.open(reverse("projects:members", args=[project.slug]))),
    }
    for each in counted.people:
        who, own = f"manager, annotator {each.pseudonym}", members[each.pk]
        apart = {
            "work": counted.count(each.pk, State.SUBMITTED, "work"),
            "checks": counted.count(each.pk, State.SUBMITTED, "check"),
            "repeats": counted.count(each.pk, State.SUBMITTED, "repeat"),
            "extra": counted.count(each.pk, State.SUBMITTED, "extra"),
            "training": counted.count(each.pk, State.SUBMITTED, "training"),
            "earlier": counted.count(each.pk, State.REPLACED),
        }
        found.equal(f"{who}, API of members, apart", own["submitted"], apart)
        found.equal(f"{who}, API of members", own["submitted_count"], counted.count(each.pk, State.SUBMITTED, *OWN))
        for name, rows in tables.items():
            found.equal(f"{who}, {name}", rows.get(each.pseudonym), (apart["work"], name_apart(apart)))
    status, answer = await browser.get(f"/api/v1/projects/{project.slug}/annotator-quality/")
    assert status == 200, answer
    readings = {row["id"]: row["readings"] for row in answer["results"]}
    for each in counted.people:
        looked_at = counted.count(each.pk, State.SUBMITTED, "work", "check")
        found.equal(f"API of annotator quality, {each.pseudonym}", readings[each.pk], looked_at)
    skips = await browser.open(reverse("alignment:skips", args=[project.slug]))
    found.equal("manager, Skipped", count_rows(skips), min(50, counted.count(None, State.SKIPPED, "work")))
    await _compare_pairs(browser, project, counted, found)


async def compare_queue(browser: Browser, project: Project, counted: Recount, found: Comparison) -> None:
    """Compare the adjudicator's queue, and what the start page says of it."""
    left = {key: count for key, count in counted.undecided.items() if count}
    wanted = {
        "to-decide": len(left),
        "decided": sum(count > 0 and key not in left for key, count in counted.disputed.items()),
        "agreed": sum(count == 0 for count in counted.disputed.values()),
    }
    address = reverse("alignment:adjudication", args=[project.slug])
    shown = read_filters(await browser.open(address), "show")
    for state, count in wanted.items():
        found.equal(f"adjudicator, queue, {state}", shown.get(state, 0), count)
        listed = await browser.get(f"/api/v1/projects/{project.slug}/adjudication/?show={state}")
        found.equal(f"adjudicator, API of the queue, {state}", listed[1]["count"], count)
    page = await browser.open(address)
    for words, count in {
        "disagreements left": sum(left.values()),
        "decided": sum(counted.disputed.values()) - sum(left.values()),
        "pairs with full agreement": wanted["agreed"],
    }.items():
        number = read_number(page, rf"<dt>{words}</dt><dd>([\d,]+)</dd>")
        found.equal(f"adjudicator, figures, {words}", number, count)
    home = await browser.open(reverse("projects:home"))
    waiting = read_number(home, r"Adjudicate ([\d,]+) pairs?")
    found.equal("adjudicator, start page", waiting or 0, len(left))


async def _compare_pairs(browser: Browser, project: Project, counted: Recount, found: Comparison) -> None:
    items = counted.items
    by_state = Counter(each.state for each in items)
    known = sum(each.state == "withdrawn" and not each.withdrawn_from for each in items)
    withdrawn = by_state["withdrawn"] - known
    found.equal("pairs withdrawn, by operations", withdrawn, len(counted.withdrawn))
    for each in items:
        is_open = not each.withdrawn_from and each.submitted_count < each.required_count
        if each.state != "withdrawn":
            found.equal(f"pair {each.number}, open", each.state == "open", is_open)
        kept = each.assigned_count, each.submitted_count
        found.equal(f"pair {each.number}, assigned and submitted", kept, counted.count_on_item(each.pk))
        found.equal(f"pair {each.number}, version", each.version, counted.corrected[each.number] + 1)
    wanted = {"": len(items), "withdrawn": withdrawn, "known": known}
    wanted |= {state: by_state[state] for state in ("open", "annotated", "adjudicated")}
    page = await browser.open(reverse("alignment:pairs", args=[project.slug]))
    shown = read_filters(page)
    for state, count in wanted.items():
        found.equal(f"manager, Pairs, {state or 'all'}", shown.get(state, 0), count)
        listed = await browser.open(f"{page.address}?state={state}")
        found.equal(f"manager, rows of Pairs, {state or 'all'}", count_rows(listed), min(count, 50))
    overview = await browser.open(reverse("alignment:overview", args=[project.slug]))
    for words, count in {
        "adjudicated": by_state["adjudicated"],
        "annotated": by_state["annotated"],
        "to annotate": by_state["open"],
        "for training and checks": known,
        "withdrawn": withdrawn,
    }.items():
        number = read_number(overview, rf"<b>([\d,]+)</b>{words}<")
        found.equal(f"manager, overview, {words}", number or 0, count)
    total = len(items) - known - withdrawn
    imported = read_number(overview, r"([\d,]+) pairs? imported")
    found.equal("manager, checklist, imported", imported, len(items))
    ready = re.search(r"([\d,]+) of ([\d,]+) pairs? have all their readings", overview.text)
    shown_ready = tuple(int(number.replace(",", "")) for number in ready.groups()) if ready else None
    found.equal("manager, checklist, readings", shown_ready, (total - by_state["open"], total))
    status, answer = await browser.get(f"/api/v1/projects/{project.slug}/items/")
    assert status == 200, answer
    found.equal("API, pairs", answer["count"], len(items))
    listed = await browser.open(reverse("projects:items", args=[project.slug]))
    found.equal("manager, Withdraw or bring back, all", read_filters(listed).get("", 0), len(items))
    archive = await browser.open(reverse("projects:archive", args=[project.slug]))
    found.equal(
        "manager, archive, submissions",
        read_number(archive, r"<dd>([\d,]+) of work"),
        counted.count(None, State.SUBMITTED, "work"),
    )


def name_apart(apart: dict[str, int]) -> str:
    """Return what a table of people says beside the number of work."""
    words = {
        "checks": ("check", "checks"),
        "repeats": ("repeat", "repeats"),
        "extra": ("without a place", "without a place"),
        "training": ("in training", "in training"),
        "earlier": ("earlier version", "earlier versions"),
    }
    return ", ".join(
        f"{apart[name]} {one if apart[name] == 1 else many}" for name, (one, many) in words.items() if apart[name]
    )


def read_filters(page: Page, name: str = "state") -> dict[str, int]:
    """Return the numbers of the filters of a list, by the state in their addresses."""
    lists = re.search(r'<ul class="filters".*?</ul>', page.text, re.DOTALL)
    found: dict[str, int] = defaultdict(int)
    for link, inner in re.findall(r'<a href="([^"]*)"[^>]*>(.*?)</a>', lists[0] if lists else "", re.DOTALL):
        state = re.search(rf"{name}=([a-z-]*)", link)
        number = re.search(r'class="count">([\d,]+)<', inner)
        found[state[1] if state else ""] = int(number[1].replace(",", "")) if number else -1
    return found


def count_rows(page: Page) -> int:
    """Return the number of rows in the table of a page; an empty list may show an example, which is none."""
    if 'class="empty' in page.text:
        return 0
    bodies = re.findall(r"<tbody>(.*?)</tbody>", page.text, re.DOTALL)
    return bodies[0].count("<tr") if bodies else 0


def read_people(page: Page) -> dict[str, tuple[int, str]]:
    """Return the numbers of a table of people, by pseudonym."""
    found = {}
    cells = r'<td class="number">([\d,]+)</td>\s*<td class="quiet small">(.*?)</td>'
    for row in re.findall(r"<tr\b[^>]*>(.*?)</tr>", page.text, re.DOTALL):
        name = re.search(r'<th scope="row">([A-Z]+)</th>|<span class="pill">([A-Z]+)</span>', row)
        numbers = re.search(cells, row, re.DOTALL)
        if name and numbers:
            found[name[1] or name[2]] = (int(numbers[1].replace(",", "")), numbers[2].strip())
    return found


def read_number(page: Page, pattern: str) -> int | None:
    """Return the first number that a pattern finds in a page."""
    found = re.search(pattern, page.text)
    return int(found[1].replace(",", "")) if found else None
