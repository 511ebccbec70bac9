// A form that is saved whole, at every change: the latest state is sent, and an earlier one that waits is not.

import { byId } from "../elements.js";
import { gettext } from "../texts.js";
import { offerChoice } from "./choice.js";
import { SavingQueue } from "./queue.js";
import { makeReadOnly } from "./read-only.js";
import { receiptWriter, signedOutParts } from "./receipt.js";
import { UnsentStorage } from "./storage.js";
import { request } from "./transport.js";

const waits = () => gettext("your answers wait");

export class FormSaver {
  /**
   * `read` gives the answers as a part of the request's body, and `write` puts such a part into the form; `describe` says it in
   * words, `stored` takes it out of a state of the server, `refuse` shows a sentence about what the server will not take;
   * `isBlank` says of a state that nothing is answered in it, so that nothing there would be overwritten.
   */
  constructor({ form, state, read, write, describe, stored, refuse, isBlank = () => false }) {
    Object.assign(this, { state, read, write, describe, stored, refuse, isBlank });
    this.isLost = false;
    this.notice = byId("notice");
    this.storage = new UnsentStorage(form.dataset.unsent);
    this.known = JSON.stringify(read());
    this.queue = new SavingQueue({
      version: state.version,
      storage: this.storage,
      send: ([{ operation_id, part }], version) => request(state.urls.operations, "POST", { operation_id, version, ...part }),
      handlers: {
        status: () => this.status(),
        acknowledged: (_, { version }) => this.writeVersion(version),
        refused: (code, data) => this.refused(code, data),
      },
    });
    const place = byId("receipt");
    const signedOut = () => this.explain(...signedOutParts(this.queue, waits));
    this.status = place
      ? receiptWriter({ queue: this.queue, place, waits, signedOut, signedIn: () => this.explain() })
      : () => {};
  }

  /** Until a refusal is settled the form stays as it is, and for good where it is no longer the person's. */
  get isStopped() {
    return this.isLost || this.queue.phase === "halted";
  }

  get version() {
    return this.queue.version;
  }

  save() {
    const part = this.read();
    const written = JSON.stringify(part);
    if (written === this.known) return;
    this.known = written;
    this.queue.replace({ part });
  }

  /** Whether everything is saved; waits for a line that is down. `isUnseen`: the server has not been told what the page began with. */
  async saveAll({ isUnseen = false } = {}) {
    if (isUnseen) this.known = "";
    this.save();
    return this.queue.sent();
  }

  /** Goes on with answers that an earlier page could not send. */
  async resume() {
    const left = await this.storage.takeOver();
    if (!left.length) return;
    const operations = left.flatMap((kept) => kept.operations);
    const { part } = operations.at(-1);
    if (!this.state.can_edit) {
      const sentence = gettext("These answers were kept in this browser and did not reach the server. Reopen this to save them.");
      offerChoice(this.notice, sentence, [this.describe(part)], { [gettext("Discard them")]: () => this.storage.keep(0, []) });
      return;
    }
    this.write(part);
    this.known = JSON.stringify(this.read());
    this.queue.resume(left[0].base, operations);
  }

  writeVersion(version) {
    for (const field of document.querySelectorAll("input[name=version]")) field.value = version;
  }

  explain(...parts) {
    this.notice.replaceChildren(...parts);
    this.notice.hidden = !parts.length;
  }

  refused(code, data) {
    const mine = this.queue.operations.at(-1).part;
    if (code === "stale_version" && data.state.can_edit && this.isBlank(data.state)) {
      this.queue.goOn(data.state.version);
    } else if (code === "stale_version" && data.state.can_edit) {
      const lines = [
        gettext("Saved there: {answers}", { answers: this.describe(this.stored(data.state)) }),
        gettext("Entered here: {answers}", { answers: this.describe(mine) }),
      ];
      offerChoice(this.notice, data.detail, lines, {
        [gettext("Save what I entered here")]: () => this.queue.goOn(data.state.version),
        [gettext("Take what is saved")]: () => this.show(data.state),
      });
    } else if (code === "invalid") {
      // It is asked again when something changes, or at once where something has changed since.
      this.queue.operations.shift();
      this.queue.goOn(this.queue.version);
      this.refuse(data.detail);
    } else if (code === "gone") this.lose(mine);
    else {
      this.offerToDiscard(data.detail, mine, gettext("Discard it and show what is saved"), () => window.location.reload());
    }
  }

  /** The form can be read from now on; what it holds stays in the browser until the person gives it up. */
  lose(mine) {
    const sentence = gettext("This is no longer yours, or no longer exists.");
    this.isLost = true;
    for (const each of document.querySelectorAll("main form")) makeReadOnly(each);
    this.offerToDiscard(sentence, mine, gettext("Discard it"), () => this.explain(sentence));
  }

  offerToDiscard(sentence, mine, text, goOn) {
    offerChoice(this.notice, sentence, [gettext("Not saved from here: {answers}", { answers: this.describe(mine) })], {
      [text]: () => {
        this.queue.restart(this.queue.version);
        goOn();
      },
    });
  }

  /** Takes the server's answers into the form. */
  show(state) {
    this.write(this.stored(state));
    this.known = JSON.stringify(this.read());
    this.queue.restart(state.version);
    this.writeVersion(state.version);
  }
}
