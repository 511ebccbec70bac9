// What a person did and the server has not acknowledged. It is kept in this browser and sent in order, with the last version
// acknowledged, and asked again until it is answered; operation ids make that harmless.

import { request, Unreachable } from "./transport.js";

const PAUSES = [1, 2, 4, 8, 15];
const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/**
 * `send(operations, version)` answers {status, ok, data}, with data.version where it is ok; it gets at most `most` at once.
 * `phase` is idle, saving, offline, signed_out or halted (the server refused; the operations are kept and shown).
 * Handlers: status(), acknowledged(operation, data), refused(code, data).
 */
export class SavingQueue {
  constructor({ version, storage, send, most = 1, handlers }) {
    Object.assign(this, { version, storage, send, most, handlers });
    this.isOneByOne = false;
    this.operations = [];
    this.phase = "idle";
    this.savedAt = null;
    this.failures = 0;
    this.turn = Promise.resolve();
    this.wake = () => {};
    this.watchers = [];
    this.pumping = null;
    window.addEventListener("online", () => this.retryNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.retryNow());
    window.addEventListener("focus", () => this.retryNow());
    window.addEventListener("beforeunload", (event) => this.operations.length && event.preventDefault());
    // A page that comes back from the browser's memory may be behind the server.
    window.addEventListener("pageshow", (event) => event.persisted && window.location.reload());
  }

  push(operation) {
    this.operations.push({ operation_id: crypto.randomUUID(), ...operation });
    this.keep();
    this.pump();
  }

  /** Puts an operation that holds the whole state in the place of those that wait; one under way may have arrived. */
  replace(operation) {
    this.operations = this.operations.filter((each) => each.isUnderWay);
    this.push(operation);
  }

  /**
   * Goes on with operations of an earlier page, under their own ids and the version on which they were made: what had
   * arrived is not done again, and what was made on a state that is gone is refused.
   */
  resume(version, operations) {
    this.version = version;
    this.operations.unshift(...operations.map((each) => ({ ...each, isUnderWay: true, isResumed: true })));
    this.goOn(version);
  }

  /** Sends what was refused on top of the version that the person has seen since. */
  goOn(version) {
    this.version = version;
    this.keep();
    this.enter("idle");
    this.pump();
  }

  /** Gives the waiting operations up and goes on from the server's version. */
  restart(version) {
    this.operations = [];
    this.goOn(version);
  }

  keep() {
    this.storage.keep(this.version, this.operations);
  }

  enter(phase) {
    this.phase = phase;
    this.handlers.status();
    const watchers = this.watchers;
    this.watchers = [];
    for (const look of watchers) look();
  }

  /** What is under way now may still fail of what is over: it is asked again soon. */
  retryNow() {
    this.failures = 0;
    if (this.phase === "signed_out") this.pump();
    this.wake();
  }

  pump() {
    if (!this.pumping && this.phase !== "halted") {
      this.pumping = this.exclusively(() => this.drain()).finally(() => {
        this.pumping = null;
        if (this.operations.length && this.phase === "idle") this.pump();
      });
    }
    this.handlers.status();
    return this.pumping;
  }

  /** Whether everything has reached the server: waits while it is being sent, and while the line is down. */
  async sent() {
    while (!(await this.settled()) && this.phase === "offline") await this.pump();
    return !this.operations.length;
  }

  /** As `sent`, but does not wait for a line that is down. */
  settled() {
    this.wake();
    return new Promise((resolve) => {
      const look = () => {
        if (!this.operations.length) resolve(true);
        else if (["offline", "halted", "signed_out"].includes(this.phase)) resolve(false);
        else this.watchers.push(look);
      };
      look();
    });
  }

  /** One request in flight at a time, whoever asks. */
  exclusively(job) {
    const result = this.turn.then(job);
    // Whoever asked gets the error by `result`; the next in turn goes on all the same.
    this.turn = result.catch(() => {});
    return result;
  }

  async drain() {
    while (this.operations.length && this.phase !== "halted") {
      const sent = this.operations.slice(0, this.isOneByOne ? 1 : this.most);
      for (const operation of sent) operation.isUnderWay = true;
      if (this.phase !== "offline") this.enter("saving");
      let answer;
      try {
        answer = await this.send(sent, this.version);
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        await this.pause();
        continue;
      }
      this.failures = 0;
      if (!this.take(sent, answer)) return;
    }
    this.isOneByOne = false;
    if (this.phase !== "halted") this.enter("idle");
  }

  async pause() {
    const seconds = PAUSES[Math.min(this.failures, PAUSES.length - 1)];
    this.failures += 1;
    this.enter("offline");
    await Promise.race([sleep(seconds), new Promise((resolve) => { this.wake = resolve; })]);
  }

  take(sent, { status, ok, data }) {
    if (ok) {
      this.operations.splice(0, sent.length);
      this.version = data.version;
      this.savedAt = new Date(data.saved_at ?? Date.now());
      this.keep();
      for (const operation of sent) this.handlers.acknowledged(operation, data);
      this.enter("saving");
      return true;
    }
    if (status === 401 || status === 403) {
      this.enter("signed_out");
      return false;
    }
    // Of several all were refused: one by one, those before the one to blame arrive.
    if (sent.length > 1 && [400, 413].includes(status)) {
      this.isOneByOne = true;
      return true;
    }
    this.enter("halted");
    this.handlers.refused(refusalOf({ status, data }), data);
    return false;
  }
}

/** The code of an answer that is not yes; what is not found is "gone" whatever the server's code for it. */
export const refusalOf = ({ status, data }) => (status === 404 ? "gone" : (data.code ?? "invalid"));

const identities = new Map();

/**
 * Sends what must be answered while the person waits (submit, skip, reopen, a comment). Asked again with the same body, it
 * carries the same operation id, so that a lost answer doubles nothing; a body may bring an id that outlives the page.
 */
export async function deliver(queue, url, body) {
  const key = url + JSON.stringify(body);
  if (!identities.has(key)) identities.set(key, crypto.randomUUID());
  const answer = await queue.exclusively(() => request(url, "POST", { operation_id: identities.get(key), ...body }));
  identities.delete(key);
  return answer;
}
