"""Steps that each person of the campaign takes at random, and the record of what was offered, taken and refused."""

import asyncio
import random
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from tests.scripts.browsers import Browser, Offer, Page, list_paths

# A step that is refused so often in a row, and offered again each time, was no race.
MOST_REFUSALS = 6
RETRY_SECONDS = 0.2
LABELS = ("S", "P", "S", None)
SAID = "Is this one expression or two?"
UNAVAILABLE = 503
NO_SUCH_PAGE = "Page not found"


@dataclass
class Record:
    """Steps so far: done, refused because somebody else was quicker, and offers that were only refused."""

    done: Counter[str] = field(default_factory=Counter)
    overtaken: Counter[str] = field(default_factory=Counter)
    only_refused: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    unexplained: list[str] = field(default_factory=list)


class Outcome:
    """The answer to a step: done or refused, with the sentence."""

    def __init__(self, status: int, refusal: str = "") -> None:
        self.status, self.refusal = status, refusal

    @property
    def is_done(self) -> bool:
        return self.status < 400 and not self.refusal


def read_outcome(page: Page) -> Outcome:
    """Return what a page says of the step that led to it; a page without the step says why in its words."""
    refusal = "; ".join(page.refusals)
    if page.status >= 400 and not refusal and NO_SUCH_PAGE not in page.text:
        refusal = page.heading
    return Outcome(page.status, refusal)


@dataclass
class Actor:
    """One tab of a person, with a seed of its own."""

    browser: Browser
    chance: random.Random
    slug: str
    record: Record

    async def take(
        self, name: str, find: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[Outcome]]
    ) -> bool:
        """Take a step that `find` finds offered; what is refused must be offered no longer, or differently, at once."""
        refusals: list[str] = []
        offer = await find()
        while offer is not None:
            outcome = await send(offer)
            if outcome.status >= 500 and outcome.status != UNAVAILABLE:
                self.record.faults.append(f"{name}: {outcome.status}")
                return False
            if outcome.is_done:
                self.record.done[name] += 1
                return True
            if outcome.status != UNAVAILABLE:
                refusals.append(f"{outcome.status} {outcome.refusal}")
                if not outcome.refusal:
                    self.record.unexplained.append(f"{name}: {outcome.status}, {_describe_offer(offer)}")
            if len(refusals) >= MOST_REFUSALS:
                self.record.only_refused.append(f"{name}: {refusals[-1]}")
                return False
            await asyncio.sleep(RETRY_SECONDS * self.chance.random())
            offer = await find()
        if refusals:
            self.record.overtaken[name] += 1
        return False

    async def press_one(self, path: str, wanted: Callable[[Offer], dict[str, str] | None]) -> bool:
        """Open a page and press one of the buttons for which `wanted` knows what to send."""
        page = await self._open(path)
        offers = [offer for offer in page.list_offers() if wanted(offer) is not None] if page else []
        if not offers:
            return False
        chosen = self.chance.choice(offers)

        async def find() -> Offer | None:
            again = await self._open(path)
            found = again.list_offers() if again else ()
            return next((each for each in found if (each.action, each.label) == (chosen.action, chosen.label)), None)

        async def send(offer: Offer) -> Outcome:
            return read_outcome(await self.browser.press(offer, **(wanted(offer) or {})))

        return await self.take(chosen.step, find, send)

    async def _open(self, path: str) -> Page | None:
        """Return the page, or None where there is none any more."""
        page = await self.browser.open(path)
        if page.status >= 500 and page.status != UNAVAILABLE:
            self.record.faults.append(f"GET {path}: {page.status}")
        return page if page.status < 400 else None


class Annotator(Actor):
    """Links words in the editor, and takes every step that pages of own work, training and rounds offer."""

    async def act(self, *, is_round: bool) -> None:
        steps = [self.work_on_next, self.work_on_next, self.work_on_next, self.choose_from_list, self.look_at_own]
        steps += [self.look_at_feedback, *[self.reconcile] * (4 if is_round else 1)]
        await self.chance.choice(steps)()

    async def work_on_next(self) -> None:
        """Lease a pair, draw a few links, and submit, skip or leave it."""
        status, state = await self.browser.post_patiently(f"/api/v1/projects/{self.slug}/next/", {})
        if status == 204:
            # What the API says of nobody's turn may be training that was not passed.
            await self.press_one(f"/alignment/{self.slug}/training/", self._fill)
            return
        if status == 200:
            await self._work_on(state["assignment"])

    async def _work_on(self, key: int) -> None:
        for _ in range(self.chance.randint(1, 2)):
            await self.change(key)
        if self.chance.random() < 0.8:
            await self.submit(key)
        elif self.chance.random() < 0.5:
            await self.send(key, "skip", reason="Words are split wrongly")

    async def change(self, key: int) -> None:
        await self.take("operations", lambda: self._read(key, "can_edit"), lambda state: self._draw(state))

    async def submit(self, key: int) -> bool:
        return await self.send(key, "submit", mark_rest=True)

    async def send(self, key: int, step: str, **data: Any) -> bool:
        async def find() -> dict[str, Any] | None:
            state = await self._read(key, "can_edit")
            return state if state and (state["state"] == "in_progress" or step == "submit") else None

        async def post(state: dict[str, Any]) -> Outcome:
            return await self._post(state, step, data)

        return await self.take(step, find, post)

    async def _read(self, key: int, offered: str) -> dict[str, Any] | None:
        status, state = await self.browser.get(f"/api/v1/assignments/{key}/")
        return state if status == 200 and state[offered] else None

    async def _draw(self, state: dict[str, Any]) -> Outcome:
        """Make one change of the editor: undo or redo, dismiss a suggestion, mark a word, or link words."""
        chance, history = self.chance.random(), state["history"]
        if chance < 0.1 and history["done"]:
            return await self._post(state, "operations", {"kind": "undo"})
        if chance < 0.15 and history["undone"]:
            return await self._post(state, "operations", {"kind": "redo"})
        if chance < 0.2 and state["suggestions"]:
            dismissed = [[*self.chance.choice(state["suggestions"])[:2], True]]
            return await self._post(state, "operations", {"kind": "set", "dismissed": dismissed})
        if chance < 0.3 and (bare := _list_bare(state)):
            marked = [[*self.chance.choice(bare), True]]
            return await self._post(state, "operations", {"kind": "set", "unaligned": marked})
        return await self._link(state)

    async def _link(self, state: dict[str, Any]) -> Outcome:
        """Link word by word, which is the gold of training and checks, or one cell somewhere."""
        sizes = len(state["source"]["tokens"]), len(state["target"]["tokens"])
        links: list[list[Any]] = [[word, word, "S"] for word in range(min(sizes))]
        if self.chance.random() < 0.6:
            links = [[*map(self.chance.randrange, sizes), self.chance.choice(LABELS)]]
        elif state["suggestions"]:
            links = [[*suggested[:2], "S", "suggestion"] for suggested in state["suggestions"]]
        drawn = [link for link in links if link[2]]
        places = {("source", link[0]) for link in drawn} | {("target", link[1]) for link in drawn}
        unmarked = [[side, word, False] for side, word in sorted(places) if word in state["unaligned"][side]]
        return await self._post(state, "operations", {"kind": "set", "links": links, "unaligned": unmarked})

    async def _post(self, state: dict[str, Any], step: str, data: dict[str, Any]) -> Outcome:
        body = {"operation_id": str(uuid4()), "version": state["version"], **data}
        status, answer = await self.browser.post(state["urls"][step], body)
        return Outcome(status, "" if status < 400 else str(answer.get("detail", "")))

    async def choose_from_list(self) -> None:
        """Press a button of the list of own work."""
        state = self.chance.choice(["", "open", "submitted", "given-back", "training", "earlier"])
        await self.press_one(f"/alignment/{self.slug}/assignments/?state={state}", self._fill)

    async def look_at_own(self) -> None:
        """Open one of the pairs of own work and press a button of its page."""
        page = await self._open(f"/alignment/{self.slug}/assignments/")
        links = [link for link in page.links if "/annotate/" in link] if page else []
        if links:
            await self.press_one(self.chance.choice(links), self._fill)

    async def look_at_feedback(self) -> None:
        """Acknowledge or dispute gold beside one's own reading."""
        page = await self._open(f"/alignment/{self.slug}/feedback/")
        links = [link for link in page.links if "/feedback/" in link and link[-2].isdecimal()] if page else []
        if links:
            await self.press_one(self.chance.choice(links), self._fill)

    async def reconcile(self) -> None:
        """Open a pair of the round and press a button, or change it in the editor."""
        page = await self._open(f"/alignment/{self.slug}/reconciliation/")
        links = [link for link in page.links if "/reconcile/" in link] if page else []
        if links:
            chosen = self.chance.choice(links)
            await self.press_one(chosen, self._fill)
            if self.chance.random() < 0.3:
                await self.change(int(chosen.strip("/").split("/")[-1]))

    async def resume_all(self) -> None:
        """Resume what was skipped and can be, and submit what is begun."""
        for state, step in (("given-back", "resume"), ("open", "")):
            page = await self._open(f"/alignment/{self.slug}/assignments/?state={state}")
            if page is None:
                continue
            if step:
                for offer in [each for each in page.list_offers() if each.step == step]:
                    outcome = read_outcome(await self.browser.press(offer))
                    self.record.done[step] += outcome.is_done
            for link in [each for each in page.links if "/annotate/" in each]:
                await self.submit(int(link.strip("/").split("/")[-1]))

    async def finish_round(self) -> None:
        """Keep or submit every reading of the round that waits."""
        page = await self._open(f"/alignment/{self.slug}/reconciliation/?state=waiting")
        for link in dict.fromkeys(each for each in (page.links if page else ()) if "/reconcile/" in each):
            await self.press_one(link, lambda offer: {} if offer.step == "settle" else None)

    def _fill(self, offer: Offer) -> dict[str, str] | None:
        known: dict[str, dict[str, str]] = {
            "next": {},
            "resume": {},
            "reopen": {},
            "skip": {"reason": "A word is missing"},
            "submit": {"mark_rest": "on"},
            "comment": {"text": SAID},
            "again": {},
            "change": {},
            "undo": {},
            "settle": {},
            "say": {"text": SAID},
            "reply": {"text": "I read it as one unit."},
        }
        return known.get(offer.step)


class Adjudicator(Actor):
    """Decides, accepts readings and agreed pairs, and undoes both."""

    async def act(self) -> None:
        await self.chance.choice([self.decide, self.decide, self.decide, self.accept])()

    async def decide(self) -> None:
        shown = self.chance.choice(["to-decide", "to-decide", "decided"])
        page = await self._open(f"/alignment/{self.slug}/adjudication/?show={shown}")
        links = self._pairs(page)
        if links:
            await self.press_one(self.chance.choice(links), self._fill)

    async def accept(self) -> None:
        await self.press_one(f"/alignment/{self.slug}/adjudication/?show=agreed", self._fill)

    def _pairs(self, page: Page | None) -> list[str]:
        links = page.links if page else ()
        start = f"/alignment/{self.slug}/adjudication/"
        return list(
            dict.fromkeys(link for link in links if link.startswith(start) and link[len(start) :][:1].isdecimal())
        )

    def _fill(self, offer: Offer) -> dict[str, str] | None:
        known: dict[str, dict[str, str]] = {"decide": {}, "adopt": {}, "undo": {}, "accept": {}}
        return known.get(offer.step)

    async def finish(self) -> None:
        """Accept what all agree on, and decide everything else as one annotator has it."""
        await self.press_one(f"/alignment/{self.slug}/adjudication/?show=agreed", self._only("accept"))
        page = await self._open(f"/alignment/{self.slug}/adjudication/?show=to-decide")
        for link in self._pairs(page):
            await self.press_one(link, self._only("adopt"))

    async def answer_disputes(self) -> None:
        """Answer every dispute that the queue names, on the page of its pair."""
        page = await self._open(f"/alignment/{self.slug}/adjudication/?show=agreed")
        disputes = page.text.split("Disputed by annotators", 1)[1:] if page else []
        for number in set(re.findall(r"/adjudication/(\d+)/", disputes[0].split("</section>")[0] if disputes else "")):
            path = f"/alignment/{self.slug}/adjudication/{number}/"
            await self.press_one(path, lambda offer: {} if "=dispute-" in offer.label else None)

    @staticmethod
    def _only(step: str) -> Callable[[Offer], dict[str, str] | None]:
        return lambda offer: {} if offer.step == step else None


class Manager(Actor):
    """Corrects, withdraws and brings back pairs, answers questions, and opens, closes and reopens rounds."""

    pairs: int = 0

    async def act(self, *, is_round: bool) -> None:
        steps = [self.correct, self.withdraw, self.bring_back, self.answer, self.change_known_gold]
        if is_round:
            steps += [self.hold_round, self.hold_round, self.remove_from_round]
        await self.chance.choice(steps)()

    async def correct(self) -> None:
        """Correct a word of a pair where its page leads to that."""
        number = self.chance.randint(1, self.pairs)
        page = await self._open(f"/alignment/{self.slug}/pairs/{number}/")
        for path in list_paths(page.links, "/correct/")[:1] if page else ():
            await self._correct_by(path)

    async def _correct_by(self, path: str) -> None:
        async def find() -> Offer | None:
            page = await self._open(path)
            return next((each for each in page.list_offers() if each.step == "correct"), None) if page else None

        async def send(offer: Offer) -> Outcome:
            words = dict(offer.fields)["source"].split(" ")
            words[self.chance.randrange(len(words))] = f"word{self.chance.randrange(10_000)}"
            typed = {"source": " ".join(words), "confirm": "1"}
            if self.chance.random() < 0.5:
                typed["keep_respelled"] = "on"
            return read_outcome(await self.browser.press(offer, **typed))

        await self.take("correct", find, send)

    async def withdraw(self) -> None:
        await self.press_one(
            f"/projects/{self.slug}/items/withdraw/?item={self.chance.randint(1, self.pairs)}", self._fill
        )

    async def bring_back(self) -> None:
        page = await self._open(f"/projects/{self.slug}/items/?state=withdrawn")
        numbers = [value for name, value in (page.boxes if page else ()) if name == "item"]
        if numbers:
            await self.press_one(
                f"/projects/{self.slug}/items/bring-back/?item={self.chance.choice(numbers)}", self._fill
            )

    async def answer(self) -> None:
        await self.press_one(f"/projects/{self.slug}/questions/", self._fill)

    async def hold_round(self) -> None:
        page = await self._open(f"/alignment/{self.slug}/rounds/")
        links = [
            each
            for each in (page.links if page else ())
            if f"/alignment/{self.slug}/rounds/" in each and each[-2].isdecimal()
        ]
        paths = [
            f"/alignment/{self.slug}/rounds/",
            *links,
            *(f"{each}reopen/" for each in links if self.chance.random() < 0.3),
        ]
        await self.press_one(self.chance.choice(paths), self._fill)

    async def remove_from_round(self) -> None:
        """Remove a pair from the open round."""
        rounds = f"/api/v1/projects/{self.slug}/rounds/"

        async def find() -> str | None:
            latest = [row["number"] for row in (await self.browser.get(rounds))[1]["results"] if not row["closed_at"]]
            pairs = (await self.browser.get(f"{rounds}{latest[0]}/pairs/"))[1]["results"] if latest else []
            open_pairs = [row["number"] for row in pairs if row["is_open"]]
            return f"{rounds}{latest[0]}/pairs/{self.chance.choice(open_pairs)}/remove/" if open_pairs else None

        await self.take("remove from round", find, self._post)

    async def change_known_gold(self) -> None:
        """Use an adjudicated pair for checks, or stop using one."""
        if self.chance.random() < 0.5:
            page = f"/alignment/{self.slug}/known-gold/"
            await self.press_one(page, lambda offer: {} if offer.step == "remove" else None)
            return
        address = f"/api/v1/projects/{self.slug}/"

        async def find() -> int | None:
            rows = (await self.browser.get(f"{address}items/?state=adjudicated&page_size=100"))[1]["results"]
            free = [row["number"] for row in rows if not row["known_gold"]]
            return self.chance.choice(free) if free else None

        async def send(number: int) -> Outcome:
            return await self._post(f"{address}known-gold/", numbers=[number], use="check")

        await self.take("use for checks", find, send)

    async def _post(self, path: str, **data: Any) -> Outcome:
        status, answer = await self.browser.post(path, {"operation_id": str(uuid4()), **data})
        return Outcome(status, "" if status < 400 else str(answer.get("detail", "")))

    async def close_rounds(self) -> None:
        page = await self._open(f"/alignment/{self.slug}/rounds/")
        for link in dict.fromkeys(page.links if page else ()):
            if f"/alignment/{self.slug}/rounds/" in link and link[-2].isdecimal():
                await self.press_one(link, lambda offer: {} if offer.step == "close" else None)

    def _fill(self, offer: Offer) -> dict[str, str] | None:
        known: dict[str, dict[str, str]] = {
            "withdraw": {},
            "bring-back": {},
            "answer": {"answer": "One expression."},
            "rounds": {},
            "close": {},
            "reopen": {},
        }
        return known.get(offer.step)


def _describe_offer(offer: Any) -> str:
    """Return what was pressed, for the record."""
    return f"{offer.action} {offer.label}" if isinstance(offer, Offer) else str(offer)[:200]


def _list_bare(state: dict[str, Any]) -> list[tuple[str, int]]:
    """Return the words of a reading that have neither a link nor a mark."""
    linked = {("source", link[0]) for link in state["links"]} | {("target", link[1]) for link in state["links"]}
    words = [(side, word) for side in ("source", "target") for word in range(len(state[side]["tokens"]))]
    return [(side, word) for side, word in words if (side, word) not in linked and word not in state["unaligned"][side]]
