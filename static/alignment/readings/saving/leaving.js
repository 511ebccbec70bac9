// Ways out of a pair (submit, skip, reopen) and what stands in their way: untouched words, another tab, a lost session.

import { copyCells, isEmpty } from "../model/state.js";
import { Conflict } from "./conflict.js";
import { clearNotice, showNotice } from "../views/notice.js";
import { Untouched } from "./untouched.js";
import { byId } from "../../../site/elements.js";
import { gettext } from "../../../site/texts.js";
import { answerByKeys, focusWords, reasonIn } from "../../../site/skipping.js";
import { waitingChanges } from "./operations.js";
import { deliver, refusalOf } from "../../../site/unsent/queue.js";
import { makeReadOnly } from "../../../site/unsent/read-only.js";
import { signedOutParts } from "../../../site/unsent/receipt.js";
import { Unreachable, request } from "../../../site/unsent/transport.js";

export class Leaving {
  constructor({ editor, actions, queue, comments, submitted }) {
    Object.assign(this, { editor, actions, queue, comments, submitted });
    this.held = null; // what was drawn and waits while the pair is closed; the queue keeps it in the browser
    this.untouched = new Untouched(editor, () => this.submitWithRest());
    this.differing = new Conflict(editor, (theirs, ours) => {
      this.adopt(theirs);
      if (ours) actions.putOnTop(ours);
    });
    this.isGone = false;
    byId("submit").addEventListener("click", () => this.submit());
    byId("reopen").addEventListener("click", () => this.reopen());
    byId("skip").addEventListener("click", () => {
      byId("skip-dialog").showModal();
      focusWords(byId("skip-form"));
    });
    answerByKeys(byId("skip-form"));
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
    if (!state.can_edit) byId("skip-dialog").close();
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

  /** Submits with the words that are left marked as without counterpart; of target words none may be left. */
  submitWithRest() {
    if (!this.editor.canEdit) return undefined;
    if (this.editor.state.scope === "full") this.actions.markRest();
    return this.submit();
  }

  submit() {
    if (!this.editor.canEdit) return undefined;
    return this.whileBusy(gettext("Submitting…"), async () => {
      if (!(await this.everythingSent())) return;
      const answer = await deliver(this.queue, this.editor.state.urls.submit, { version: this.queue.version });
      if (answer.ok) {
        this.submitted();
        this.leave(answer.data.next);
      } else if (answer.data.code === "untouched") this.untouched.ask(answer.data);
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
      if (!answer.ok) this.refused(answer);
      else if (this.held) this.askAboutHeld(answer.data);
      else this.adopt(answer.data);
    });
  }

  /** Shows the pair as it is now; what waits stays in the browser until the person has chosen. */
  askAboutHeld(state) {
    if (!state.can_edit) this.closePair({ state }, this.held);
    else {
      this.showState(state);
      this.differing.show("stale_version", gettext("You made these changes while the pair was closed."), state, this.held);
    }
  }

  leave(url) {
    this.isGone = true;
    window.location.assign(url ?? this.editor.state.urls.work);
  }

  /** An answer that is not yes, to an operation or to a way out. */
  refused(answer) {
    if (answer.status === 401 || answer.status === 403) {
      this.queue.enter("signed_out");
    } else this.conflict(refusalOf(answer), answer.data);
  }

  async conflict(code, data) {
    const unsaved = this.held ?? this.editor.unsaved();
    if (code === "stale_version" && data.state.can_edit) {
      this.differing.show(code, gettext("What is saved there and what you did here are both kept until you choose."), data.state, unsaved);
    } else if (data.state) {
      this.closePair(data, unsaved);
    } else if (code === "gone") this.losePair(unsaved);
    else await this.explainRefusal(data.detail, unsaved);
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
    this.queue.restart(state.version);
    this.showState(state);
  }

  showState(state) {
    this.editor.load(state);
    this.editor.show();
    this.showMode();
  }

  /** The pair can no longer be changed: show it as it is, and keep what was not saved readable. */
  closePair({ detail, state }, unsaved) {
    this.held = isEmpty(unsaved) ? null : unsaved;
    this.showState(state);
    this.notice(detail || state.cannot_edit_reason, { unsaved });
  }

  /** The pair is somebody else's or gone: show what the server last had of it, and keep what was not saved readable. */
  losePair(unsaved) {
    const { editor } = this;
    const reason = gettext("This pair is no longer yours, or no longer exists.");
    this.held = isEmpty(unsaved) ? null : unsaved;
    editor.state = { ...editor.state, can_edit: false, can_reopen: false, cannot_edit_reason: reason };
    editor.model = copyCells(editor.saved);
    editor.show();
    this.showMode();
    makeReadOnly(byId("comment-form"));
    this.notice(reason, { unsaved });
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
