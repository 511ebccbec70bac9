"""R28: three annotators in two tabs each, an adjudicator and a manager carry a campaign of word alignment at once.

Training, blind work with silent checks and suggestions, skipping, resuming, reopening, corrections and withdrawals of
pairs, rounds, adjudication and a release: every step at random, each person from a seed of their own, pressing the
buttons that pages offer as a browser does. A step that is refused was overtaken, and is offered no longer; in the
release every word of every pair has a link or a mark; and every counter of every page equals one recount from the
operations. R15 widened.
"""

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.core.files.storage import default_storage

from alignment.projects.models import AlignmentSettings
from alignment.releases.services import RELEASE
from alignment.suggestions.models import Suggestion
from alignment.training.services.known_gold import import_known_gold
from annotation_site.assignments.models import Assignment, Item
from annotation_site.feedback.models import FeedbackReply
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Membership, Project, Role
from annotation_site.releases.models import Release
from annotation_site.releases.verification import verify_release
from tests.alignment.training.gold import gold_file
from tests.factories import make_member, make_pairs, make_project
from tests.faults.people.r28_campaign.people import Actor, Adjudicator, Annotator, Manager, Record
from tests.faults.people.r28_campaign.recount import (
    Comparison,
    Recount,
    compare_managers_pages,
    compare_own_pages,
    compare_queue,
)
from tests.scripts.browsers import Browser
from tests.scripts.clients import make_annotators, sign_in
from tests.scripts.report import Report
from tests.scripts.script import script
from tests.scripts.stage import Stage, find_tracebacks
from tests.scripts.work import make_manager, wait_for_all

WORDS = 5
GOLD = "0-0 1-1 2-2 3-3 4-4"
TRAINING, CHECKS = 2, 4
TABS = 2
MOST_ROUNDS = 40


@script(small={"people": 3, "pairs": 12, "steps": 260})
def carry_campaign(stage: Stage, people: int = 3, pairs: int = 60, steps: int = 3_000, seed: int = 1) -> Report:
    project, annotators, adjudicator = _prepare(people, pairs)
    stage.need_worker()
    record, compared = Record(), Comparison()
    campaign = Campaign(stage.need_site(), project, annotators, adjudicator, record, seed)
    report = Report(f"R28  {people} annotators in two tabs each, adjudicator and manager; {pairs} pairs")
    release = asyncio.run(campaign.carry(steps, compared))
    if record.faults:  # the server's own words on them, which go with the stage
        print(find_tracebacks(stage.running("web")[0].log.read_text(errors="replace")))
    _report(report, record, compared, project, release, is_full=steps >= 1_000)
    return report


def _prepare(people: int, pairs: int) -> tuple[Project, list[Membership], Membership]:
    """Return a project with training and checks whose gold is known, and suggestions on every other pair."""
    manager = make_manager()
    project = make_project(manager)
    chosen = {"check_share": 20, "training_threshold": 30, "training_attempts": 9}
    AlignmentSettings.objects.filter(project=project).update(**chosen)
    Project.objects.filter(pk=project.pk).update(shows_feedback=True)
    text = " ".join(f"word{number}" for number in range(WORDS))
    items = make_pairs(project, [(text, text)] * (pairs + TRAINING + CHECKS))
    for use, known in (("training", items[:TRAINING]), ("check", items[TRAINING : TRAINING + CHECKS])):
        lines = "\n".join(f'{{"id": "{item.identifier}", "sure": "{GOLD}"}}' for item in known)
        import_known_gold(user=manager, project=project, file=gold_file(lines), use=use, operation_id=uuid4())
    Suggestion.objects.bulk_create(
        Suggestion(item=item, source_index=word, target_index=word, label="S")
        for item in items[::2]
        for word in range(WORDS)
    )
    return project, make_annotators(project, people), make_member(project, Role.ADJUDICATOR)


class Campaign:
    """Everybody at the web server, and the phases of a campaign."""

    def __init__(
        self,
        address: str,
        project: Project,
        annotators: Sequence[Membership],
        adjudicator: Membership,
        record: Record,
        seed: int,
    ) -> None:
        self.project, self.members = project, annotators
        sessions = {each.pk: sign_in(each.user) for each in [*annotators, adjudicator]}
        manager = sign_in(project.created_by)

        def enter(kind: type[Any], session: str, place: int) -> Any:
            chance = random.Random(f"{seed} {place}")
            return kind(Browser(address, session), chance, project.slug, record)

        self.annotators: list[Annotator] = [
            enter(Annotator, sessions[each.pk], TABS * place + tab)
            for place, each in enumerate(annotators)
            for tab in range(TABS)
        ]
        self.adjudicator: Adjudicator = enter(Adjudicator, sessions[adjudicator.pk], 100)
        self.manager: Manager = enter(Manager, manager, 101)
        self.manager.pairs = project.item_count

    async def carry(self, steps: int, compared: Comparison) -> Release | None:
        """Let everybody act at once, at first blind, then with rounds too; finish, and return the release. Counters are
        compared whenever all rest.
        """
        await self._act_at_once(steps * 2 // 3, is_round=False)
        await self._compare(compared)
        await self._act_at_once(steps // 3, is_round=True)
        await self._compare(compared)
        await self._finish()
        release = await self._release()
        await self._compare(compared)
        for actor in (*self.annotators, self.adjudicator, self.manager):
            actor.browser.close()
        return release

    async def _act_at_once(self, steps: int, *, is_round: bool) -> None:
        left = iter(range(steps))

        async def go_on(actor: Actor, **how: bool) -> None:
            for _ in left:
                await actor.act(**how)  # type: ignore[attr-defined]

        await asyncio.gather(
            *(go_on(each, is_round=is_round) for each in self.annotators),
            go_on(self.adjudicator),
            go_on(self.manager, is_round=is_round),
        )

    async def _finish(self) -> None:
        """Close the round, bring pairs back, submit what is begun or skipped, decide what is left, answer disputes."""
        for _ in range(MOST_ROUNDS):
            await asyncio.gather(*(each.finish_round() for each in self.annotators[::TABS]))
            await self.manager.close_rounds()
            for _ in range(2 * self.manager.pairs):
                if not await asyncio.to_thread(self._count, "withdrawn"):
                    break
                await self.manager.bring_back()
            await asyncio.gather(*(self._use_up(each) for each in self.annotators[::TABS]))
            await self.adjudicator.finish()
            await self.adjudicator.answer_disputes()
            if not await asyncio.to_thread(self._count_left):
                return

    async def _use_up(self, annotator: Annotator) -> None:
        for _ in range(4):
            await annotator.resume_all()
            for _ in range(self.manager.pairs):
                status, state = await annotator.browser.post_patiently(
                    f"/api/v1/projects/{self.project.slug}/next/", {}
                )
                if status != 200:
                    break
                await annotator.submit(state["assignment"])

    def _count(self, state: str) -> int:
        found = Item.objects.filter(project=self.project, state=state)
        return found.exclude(withdrawn_from="").count() if state == "withdrawn" else found.count()

    def _count_left(self) -> int:
        return self._count("open") + self._count("annotated") + count_disputes(self.project)

    async def _release(self) -> Release | None:
        """Ask for a release, wait for the worker, and return it."""
        body = {"request_id": str(uuid4()), "note": "R28"}
        status, answer = await self.manager.browser.post(f"/api/v1/projects/{self.project.slug}/releases/", body)
        assert status == 202, answer
        return await asyncio.to_thread(self._wait_for_release)

    def _wait_for_release(self) -> Release | None:
        wait_for_all(list(Job.objects.filter(project=self.project, kind=RELEASE)), 120)
        found: Release | None = Release.objects.filter(project=self.project).first()
        return found

    async def _compare(self, found: Comparison) -> None:
        """Compare every page of everybody with one recount."""
        counted = await asyncio.to_thread(Recount.make, self.project)
        for member, tab in zip(self.members, self.annotators[::TABS], strict=True):
            member.project = self.project
            await compare_own_pages(tab.browser, member, counted, found)
        await compare_managers_pages(self.manager.browser, self.project, counted, found)
        await compare_queue(self.adjudicator.browser, self.project, counted, found)
        found.categories = counted.sum_up()


def count_disputes(project: Project) -> int:
    """Return the number of disputes that wait for an answer; those on links of words that are gone do not."""
    waiting = FeedbackReply.objects.filter(project=project, state=FeedbackReply.State.DISPUTED)
    return waiting.exclude(feedback__assignment__state=Assignment.State.REPLACED).count()


def _report(
    report: Report,
    record: Record,
    compared: Comparison,
    project: Project,
    release: Release | None,
    *,
    is_full: bool,
) -> None:
    report.note("steps done", f"{sum(record.done.values()):,}")
    report.note("of each", ", ".join(f"{name} {count}" for name, count in sorted(record.done.items())))
    report.note("steps overtaken by others", ", ".join(f"{name} {n}" for name, n in sorted(record.overtaken.items())))
    report.at_least("kinds of step done", len(record.done), 12)
    report.equal("faults (500 and above)", len(record.faults), 0)
    report.equal("offered and only refused", len(record.only_refused), 0)
    report.equal("refused without a reason", len(record.unexplained), 0)
    for line in [*record.faults[:5], *record.only_refused[:8], *record.unexplained[:5]]:
        report.note("", line)
    for name in ("work", "check", "training"):
        report.at_least(f"submissions, {name}", compared.categories[name], 1)
    # A few pairs may be corrected before anybody has read them.
    report.at_least("submissions, earlier versions", compared.categories["earlier"], int(is_full))
    report.note("counters compared with the recount", f"{compared.compared:,}")
    report.equal("counters that differ", len(compared.differing), 0)
    for line in compared.differing[:8]:
        report.note("", line)
    work = Item.objects.filter(project=project).exclude(state=Item.State.WITHDRAWN)
    manifest = release.manifest if release else {}
    released = manifest.get("counts", {})
    report.equal("pairs in the release", released.get("pairs"), work.count())
    for item in work.exclude(state=Item.State.ADJUDICATED):
        holders = list(item.assignments.order_by("pk").values_list("annotator__pseudonym", "purpose", "state"))
        counts = f"{item.submitted_count} submitted, {item.assigned_count} assigned of {item.required_count}"
        report.note("", f"pair {item.number} is {item.state}: {counts}; {holders}")
    report.equal("disputes without an answer", count_disputes(project), 0)
    words = released.get("undefined_source"), released.get("undefined_target")
    report.equal("words without a link or a mark", words, (0, 0))
    if release:
        verified = verify_release(Path(default_storage.path(release.file.name)))
        report.equal("verify, differences", len(verified["differences"]), 0)
        for difference in verified["differences"]:
            print(f"verify: {difference}")


if __name__ == "__main__":
    carry_campaign.main()
