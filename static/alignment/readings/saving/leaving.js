// Ways out of a pair (submit, skip, reopen) and what stands in their way: untouched words, another tab, a lost session.

import { isEmpty } from "../model/state.js";
import { Conflict } from "./conflict.js";
import { clearNotice, showNotice } from "../views/notice.js";
import { Untouched } from "./untouched.js";
import { byId } from "../../../site/elements.js";
import { gettext } from "../../../site/texts.js";
import { chooseByDigit, reasonIn } from "../../../site/skipping.js";
import { waitingChanges } from "./operations.js";
import { deliver } from "../../../site/unsent/queue.js";
import { signedOutParts } from "../../../site/unsent/receipt.js";
import { Unreachable, request } from "../../../site/unsent/transport.js";

export class Leaving {
  constructor({ editor, deeds, queue, comments }) {
    Object.assign(this, { editor, queue, comments });
    this.held = null;
    this.untouched = new Untouched(editor, (markRest) => this.submit(markRest));
    this.differing = new Conflict(editor, (theirs, ours) => {
      this.adopt(theirs);
      if (ours) deeds.putOnTop(ours);
    });
    this.isGone = false;
    byId("submit").addEventListener("click", () => this.submit());
    byId("reopen").addEventListener("click", () => this.reopen());
    byId("skip").addEventListener("click", () => byId("skip-dialog").showModal());
    chooseByDigit(byId("skip-form"));
    byId("skip-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.skip(reasonIn(event.target));
    });
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
    byId("skip").hidden = !state.can_edit || state.state === "submitted"; // submitted and editable: in a round
    byId("next").hidden = state.can_edit;
    byId("reopen").hidden = !state.can_reopen || state.can_edit;
    if (state.can_edit) clearNotice();
    else this.notice(state.cannot_edit_reason || gettext("This pair can be read, not changed."), { isCalm: true });
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
      this.trouble(gettext("Offline: not sent. Try again when the connection is back."), { passes: true });
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
    return this.whileBusy(gettext("Submitting…"), async () => {
      if (!(await this.everythingSent())) return;
      const body = { version: this.queue.version, mark_rest: markRest };
      const answer = await deliver(this.queue, this.editor.state.urls.submit, body);
      if (answer.ok) this.leave(answer.data.next);
      else if (answer.data.code === "untouched") this.untouched.ask(answer.data);
      else this.refused(answer);
    });
  }

  skip(reason) {
    if (!reason) return this.trouble(gettext("Choose a reason, or write one."));
    return this.whileBusy(gettext("Skipping…"), async () => {
      if (!(await this.everythingSent())) return;
      const answer = await deliver(this.queue, this.editor.state.urls.skip, { version: this.queue.version, reason });
      if (answer.ok) this.leave(answer.data.next);
      else this.refused(answer);
    });
  }

  reopen() {
    return this.whileBusy(gettext("Reopening…"), async () => {
      const answer = await deliver(this.queue, this.editor.state.urls.reopen, { version: this.editor.state.version });
      if (!answer.ok) {
        this.refused(answer);
        return;
      }
      const { held } = this;
      this.adopt(answer.data);
      if (held && answer.data.can_edit) this.differing.show("stale_version", gettext("You made these changes while the pair was closed."), answer.data, held);
    });
  }

  leave(url) {
    this.isGone = true;
    window.location.assign(url ?? this.editor.state.urls.work);
  }

  /** An answer that is not yes, to an operation or to a way out. */
  refused({ status, data }) {
    if (status === 401 || status === 403) {
      this.queue.enter("signed_out");
    } else this.conflict(data.code ?? (status === 404 ? "gone" : "invalid"), data);
  }

  async conflict(code, data) {
    const unsaved = this.editor.unsaved();
    if (code === "stale_version" && data.state.can_edit) {
      this.differing.show(code, gettext("What is saved there and what you did here are both kept until you choose."), data.state, unsaved);
    } else if (data.state) {
      this.closePair(data, unsaved);
    } else if (code === "gone") {
      this.editor.state = { ...this.editor.state, can_edit: false };
      this.showMode();
      this.notice(gettext("This pair is no longer yours, or no longer exists."), { unsaved });
    } else await this.explainRefusal(data.detail, unsaved);
  }

  async explainRefusal(detail, unsaved) {
    if (isEmpty(unsaved)) {
      this.trouble(detail);
      return;
    }
    const { ok, data } = await request(this.editor.state.urls.state);
    if (ok) this.differing.show("invalid", detail, data, unsaved);
    else this.notice(detail, { unsaved });
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
    this.held = isEmpty(unsaved) ? null : unsaved;
    this.editor.load(state);
    this.editor.show();
    this.showMode();
    this.notice(detail || state.cannot_edit_reason, { unsaved });
  }

  signedOut() {
    showNotice(this.editor.state, "", { more: signedOutParts(this.queue, waitingChanges) });
  }

  notice(text, more = {}) {
    showNotice(this.editor.state, text, { ...more, giveUp: () => this.giveUp() });
  }

  giveUp() {
    this.held = null;
    this.queue.restart(this.editor.state.version);
    this.showMode();
  }
}
