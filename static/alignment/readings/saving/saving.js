// Sends operations in order, with the last acknowledged version, until every one is answered: one by itself, several that
// wait (the line was down, or slow) in one request. A request is asked again until it is answered; ids make that harmless.

import { request, Unreachable } from "../../../site/transport.js";
import { outcomeOf } from "../model/changes.js";

// As many as the server takes at once.
const MOST_AT_ONCE = 200;
const PAUSES = [1, 2, 4, 8, 15];
const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/**
 * `phase` is idle, saving, offline, signed_out or halted (the server refused; the queue is kept and shown).
 * Handlers: status(), acknowledged(operation), conflict(code, answer).
 */
export class SavingQueue {
  constructor({ version, url, batchUrl, shelf, handlers }) {
    this.version = version;
    this.url = url;
    this.batchUrl = batchUrl;
    this.isOneByOne = false;
    this.shelf = shelf;
    this.handlers = handlers;
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
  }

  /** `change` is what happened to the cells; for undo and redo the server works it out from its own history. */
  push(kind, change) {
    const outcome = kind === "set" ? outcomeOf(change) : { links: [], unaligned: [] };
    this.operations.push({ operation_id: crypto.randomUUID(), kind, ...outcome, change });
    this.keep();
    this.pump();
  }

  /** Goes on with operations of an earlier page, under their own ids, so that none is applied twice. */
  resume(operations) {
    this.operations.push(...operations);
    this.keep();
    this.pump();
  }

  /** Gives the waiting operations up and goes on from the server's version. */
  restart(version) {
    this.operations = [];
    this.version = version;
    this.keep();
    this.enter("idle");
  }

  keep() {
    this.shelf.keep(this.version, this.operations);
  }

  enter(phase) {
    this.phase = phase;
    this.handlers.status();
    const watchers = this.watchers;
    this.watchers = [];
    for (const look of watchers) look();
  }

  retryNow() {
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

  /** Whether everything has reached the server: waits while it is being sent, not while the line is down. */
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
    this.turn = result.catch(() => {});
    return result;
  }

  async drain() {
    while (this.operations.length && this.phase !== "halted") {
      const sent = this.operations.slice(0, this.isOneByOne ? 1 : MOST_AT_ONCE);
      if (this.phase !== "offline") this.enter("saving");
      let answer;
      try {
        answer = await this.post(sent);
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

  post(sent) {
    const bodies = sent.map(({ operation_id, kind, links, unaligned, dismissed }) => ({ operation_id, kind, links, unaligned, dismissed }));
    const { version } = this;
    if (bodies.length > 1) return request(this.batchUrl, "POST", { version, operations: bodies });
    return request(this.url, "POST", { version, ...bodies[0] });
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
      this.version = Math.max(this.version, data.version);
      this.savedAt = new Date(data.saved_at);
      this.keep();
      for (const operation of sent) this.handlers.acknowledged(operation);
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
    this.handlers.conflict(data.code ?? (status === 404 ? "gone" : "invalid"), data);
    return false;
  }
}

const identities = new Map();

/**
 * Sends something that is not a change of links (submit, skip, reopen, a comment). Asked again with the same body, it carries
 * the same operation id, so that a lost answer doubles nothing.
 */
export async function deliver(queue, url, body) {
  const key = url + JSON.stringify(body);
  if (!identities.has(key)) identities.set(key, crypto.randomUUID());
  const answer = await queue.exclusively(() => request(url, "POST", { operation_id: identities.get(key), ...body }));
  identities.delete(key);
  return answer;
}
