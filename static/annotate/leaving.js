// Ways out of a pair (submit, skip, reopen) and what stands in their way: untouched words, another tab, a lost session.

import * as rules from "./state.js";
import { build, byId, linesOf, plural, wordOf } from "./pages.js";
import { deliver } from "./saving.js";
import { Unreachable, request } from "./transport.js";

const TITLES = {
  stale_version: "This pair was changed elsewhere",
  invalid: "The server refused a change",
};

export class Leaving {
  constructor(editor, queue, comments) {
    Object.assign(this, { editor, queue, comments });
    this.held = null;
    this.pending = null;
    this.isGone = false;
    this.wasSignedOut = false;
    byId("submit").addEventListener("click", () => this.submit());
    byId("reopen").addEventListener("click", () => this.reopen());
    byId("skip").addEventListener("click", () => byId("skip-dialog").showModal());
    byId("skip-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.skip(byId("skip-reason").value.trim());
    });
    byId("untouched-mark").addEventListener("click", () => {
      byId("untouched-dialog").close();
      this.submit(true);
    });
    byId("untouched-back").addEventListener("click", () => this.goToFirstUntouched());
    // Both ways out of the conflict are choices: closing it by Escape would leave the page between two states.
    byId("conflict-dialog").addEventListener("cancel", (event) => event.preventDefault());
    byId("conflict-dialog").addEventListener("close", () => this.pending && byId("conflict-dialog").showModal());
    byId("conflict-take").addEventListener("click", () => this.settle(false));
    byId("conflict-on-top").addEventListener("click", () => this.settle(true));
    for (const button of document.querySelectorAll("[data-close]")) {
      button.addEventListener("click", () => button.closest("dialog").close());
    }
    this.showMode();
  }

  /** Which buttons there are: those of work, or those of reading. */
  showMode() {
    const { state } = this.editor;
    byId("editor").classList.toggle("is-read-only", !state.can_edit);
    byId("tools").hidden = !state.can_edit;
    byId("submit").hidden = !state.can_edit;
    byId("skip").hidden = !state.can_edit;
    byId("next").hidden = state.can_edit;
    byId("reopen").hidden = !state.can_reopen;
    if (state.can_edit) this.clearNotice();
    else this.notice(state.cannot_edit_reason || "This pair can be read, not changed.", { isCalm: true });
  }

  /** Runs one way out at a time, with editing held while it is under way. */
  async whileBusy(said, job) {
    const { editor } = this;
    if (editor.isBusy) return;
    editor.isBusy = true;
    byId("receipt").textContent = said;
    try {
      await job();
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.trouble("Offline: not sent. Try again when the connection is back.", { passes: true });
    } finally {
      editor.isBusy = this.isGone;
      editor.show();
      this.queue.handlers.status();
    }
  }

  trouble(text, { passes = false } = {}) {
    if (byId("skip-dialog").open) {
      byId("skip-fault").textContent = text;
      byId("skip-fault").hidden = false;
    } else if (passes) this.editor.tell(text);
    else this.notice(text);
  }

  /** Whether comment and changes have all reached the server. */
  async everythingSent() {
    if (!(await this.queue.settled())) {
      if (this.queue.phase === "offline") throw new Unreachable("offline");
      return false;
    }
    return this.comments.send();
  }

  submit(markRest = false) {
    if (!this.editor.canEdit) return undefined;
    return this.whileBusy("Submitting…", async () => {
      if (!(await this.everythingSent())) return;
      const body = { version: this.queue.version, mark_rest: markRest };
      const answer = await deliver(this.queue, this.editor.state.urls.submit, body);
      if (answer.ok) this.leave(answer.data.next);
      else if (answer.data.code === "untouched") this.askAboutUntouched(answer.data);
      else this.refused(answer);
    });
  }

  skip(reason) {
    if (!reason) return undefined;
    return this.whileBusy("Skipping…", async () => {
      if (!(await this.everythingSent())) return;
      const answer = await deliver(this.queue, this.editor.state.urls.skip, { version: this.queue.version, reason });
      if (answer.ok) this.leave(answer.data.next);
      else this.refused(answer);
    });
  }

  reopen() {
    return this.whileBusy("Reopening…", async () => {
      const answer = await deliver(this.queue, this.editor.state.urls.reopen, { version: this.editor.state.version });
      if (!answer.ok) {
        this.refused(answer);
        return;
      }
      const { held } = this;
      this.adopt(answer.data);
      if (held && answer.data.can_edit) this.showConflict("stale_version", "You made these changes while the pair was closed.", answer.data, held);
    });
  }

  leave(url) {
    this.isGone = true;
    window.location.assign(url ?? this.editor.state.urls.work);
  }

  askAboutUntouched({ detail, source, target, can_mark_rest: canMarkRest }) {
    this.untouched = [["source", source], ["target", target]].flatMap(([side, indices]) => indices.map((index) => ({ side, index })));
    byId("untouched-detail").textContent = detail;
    byId("untouched-mark").hidden = !canMarkRest;
    const { state } = this.editor;
    const lists = [["source", source], ["target", target]].filter(([, indices]) => indices.length).map(([side, indices]) =>
      build("p", { class: "chips" }, build("b", {}, state[side].name), ...indices.map((index) => wordOf(state, side, index, "span"))));
    byId("untouched-words").replaceChildren(...lists);
    byId("untouched-dialog").showModal();
  }

  goToFirstUntouched() {
    byId("untouched-dialog").close();
    this.editor.goTo(this.untouched[0]);
  }

  /** An answer that is not yes, to an operation or to a way out. */
  refused({ status, data }) {
    if (status === 401 || status === 403) {
      this.queue.enter("signed_out");
      this.signedOut();
    } else this.conflict(data.code ?? (status === 404 ? "gone" : "invalid"), data);
  }

  async conflict(code, data) {
    const unsaved = this.editor.unsaved();
    if (code === "stale_version" && data.state.can_edit) {
      this.showConflict(code, "What is saved there and what you did here are both kept until you choose.", data.state, unsaved);
    } else if (data.state) {
      this.closePair(data, unsaved);
    } else if (code === "gone") {
      this.editor.state = { ...this.editor.state, can_edit: false };
      this.showMode();
      this.notice("This pair is no longer yours, or no longer exists.", { unsaved });
    } else await this.explainRefusal(data.detail, unsaved);
  }

  async explainRefusal(detail, unsaved) {
    if (rules.isEmpty(unsaved)) {
      this.trouble(detail);
      return;
    }
    const { ok, data } = await request(this.editor.state.urls.state);
    if (ok) this.showConflict("invalid", detail, data, unsaved);
    else this.notice(detail, { unsaved });
  }

  showConflict(code, detail, theirs, ours) {
    const { state, saved } = this.editor;
    this.pending = { theirs, ours };
    byId("conflict-title").textContent = TITLES[code];
    byId("conflict-detail").textContent = detail;
    byId("conflict-theirs").replaceChildren(...linesOf(state, rules.difference(saved, rules.createModel(theirs))));
    byId("conflict-ours").replaceChildren(...linesOf(state, ours));
    byId("conflict-on-top").hidden = rules.isEmpty(ours);
    if (!byId("conflict-dialog").open) byId("conflict-dialog").showModal();
  }

  settle(onTop) {
    const { theirs, ours } = this.pending;
    this.pending = null;
    byId("conflict-dialog").close();
    this.adopt(theirs);
    if (onTop) this.editor.putOnTop(ours);
  }

  adopt(state) {
    this.held = null;
    this.editor.load(state);
    this.queue.restart(state.version);
    this.editor.show();
    this.showMode();
  }

  /** The pair can no longer be changed: show it as it is, and keep what was not saved readable. */
  closePair({ detail, state }, unsaved) {
    this.held = rules.isEmpty(unsaved) ? null : unsaved;
    this.editor.load(state);
    this.editor.show();
    this.showMode();
    this.notice(detail || state.cannot_edit_reason, { unsaved });
  }

  signedInAgain() {
    this.wasSignedOut = false;
    this.showMode();
  }

  signedOut() {
    this.wasSignedOut = true;
    const number = this.queue.operations.length;
    const waiting = number ? ` ${plural(number, "change waits", "changes wait")} in this browser.` : "";
    const link = build("a", { href: byId("editor").dataset.signIn, target: "_blank", rel: "noopener" }, "Sign in in a new tab");
    this.notice(`You are signed out.${waiting}`, { more: [link, " and come back here: everything goes on by itself."] });
  }

  notice(text, { unsaved = null, more = [], isCalm = false } = {}) {
    byId("notice").classList.toggle("notice-warning", !isCalm);
    const parts = [build("p", {}, text, ...(more.length ? [" ", ...more] : []))];
    if (unsaved && !rules.isEmpty(unsaved)) {
      parts.push(build("p", {}, build("b", {}, "Not saved from here:")), build("ul", {}, ...linesOf(this.editor.state, unsaved)));
      parts.push(build("button", { type: "button", class: "compact", click: () => this.giveUp() }, "Discard these changes"));
    }
    byId("notice").replaceChildren(...parts);
    byId("notice").hidden = false;
  }

  giveUp() {
    this.held = null;
    this.queue.restart(this.editor.state.version);
    this.showMode();
  }

  clearNotice() {
    byId("notice").hidden = true;
    byId("notice").replaceChildren();
  }
}
