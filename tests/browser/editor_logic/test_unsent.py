"""The queue of unsaved work, and the storage from which a tab takes over what another left."""

import pytest

pytestmark = pytest.mark.browser
# Pages say whose they are; the picture that is open here has no body.
PERSON = 'Object.defineProperty(document, "body", { value: { dataset: { person: "1" } }, configurable: true });'


def test_work_of_a_tab_that_is_still_closing_is_taken_over(run):
    taken = run(
        PERSON
        + """
        const { UnsentStorage } = await import("/site/unsent/storage.js");
        const key = "interlinea:unsent:1:rating-1:closing";
        localStorage.setItem(key, JSON.stringify({ base: 3, operations: [{ operation_id: "a" }] }));
        let letGo;
        await new Promise((held) => navigator.locks.request(key, () => {
          held();
          return new Promise((resolve) => { letGo = resolve; });
        }));
        const storage = new UnsentStorage("rating-1");
        const left = storage.takeOver();
        await new Promise((resolve) => setTimeout(resolve));
        letGo();
        const [{ base, operations }] = await left;
        return [base, operations, Object.keys(localStorage).length, localStorage.getItem(key)];
        """
    )
    assert taken == [3, [{"operation_id": "a"}], 1, None]


def test_work_of_a_tab_that_is_open_stays_with_it(run):
    left = run(
        PERSON
        + """
        localStorage.clear();
        const { UnsentStorage } = await import("/site/unsent/storage.js");
        const [open, other] = [new UnsentStorage("rating-2"), new UnsentStorage("rating-2")];
        open.keep(3, [{ operation_id: "a" }]);
        return [await other.takeOver(), Object.keys(localStorage).length];
        """
    )
    assert left == [[], 1]


def test_somebody_who_comes_back_while_a_request_fails_does_not_wait_long_for_the_next(run):
    failures = run(
        PERSON
        + """
        const { SavingQueue } = await import("/site/unsent/queue.js");
        const { Unreachable } = await import("/site/unsent/transport.js");
        let fail;
        const send = () => new Promise((_, reject) => { fail = () => reject(new Unreachable("away")); });
        const paused = new Promise((resolve) => {
          const status = () => window.queue?.phase === "offline" && resolve(window.queue.failures);
          window.queue = new SavingQueue({ version: 0, storage: { keep() {} }, send, handlers: { status } });
        });
        window.queue.failures = 4;
        window.queue.push({});
        await new Promise((resolve) => setTimeout(resolve));
        window.dispatchEvent(new Event("focus"));
        fail();
        return await paused;
        """
    )
    assert failures == 1


def test_what_is_not_found_is_gone_whatever_code_the_server_gives_it(run):
    codes = run(
        PERSON
        + """
        const { refusalOf } = await import("/site/unsent/queue.js");
        return [
          refusalOf({ status: 404, data: { code: "not_found" } }), refusalOf({ status: 404, data: "" }),
          refusalOf({ status: 409, data: { code: "not_editable" } }), refusalOf({ status: 400, data: {} }),
        ];
        """
    )
    assert codes == ["gone", "gone", "not_editable", "invalid"]
