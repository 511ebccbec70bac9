// A page whose every action is a form, answered by the page's new state (#pair). What is pressed is sent in order, each with
// the version that the answer before it brought; without scripts the same buttons post the same forms.

import { announce, byId } from "../elements.js";
import { gettext } from "../texts.js";
import { offerChoice } from "./choice.js";
import { SavingQueue } from "./queue.js";
import { makeReadOnly } from "./read-only.js";
import { receiptOf, signedOutParts } from "./receipt.js";
import { UnsentStorage } from "./storage.js";
import { Unreachable, request } from "./transport.js";

// Written anew for every request.
const OWN_FIELDS = new Set(["csrfmiddlewaretoken", "operation_id", "version"]);
const pageIn = (html) => new DOMParser().parseFromString(html, "text/html");
const pairIn = (html) => pageIn(html).getElementById("pair");
const sentenceIn = (html) => pageIn(html).querySelector(".notice-error")?.textContent.trim();
const versionIn = (element) => Number(element.querySelector("input[name=version]")?.value);

export class Actions {
  /** `swap(fresh, action, wasRefused)` puts a new state of the page in; `waits` says of a number of actions that they wait. */
  constructor({ swap, waits }) {
    this.swap = swap;
    this.waits = waits;
    this.ending = null; // why nothing can be done on the page any more
    this.place = byId("delivery");
    this.storage = new UnsentStorage(byId("pair").dataset.unsent);
    this.queue = new SavingQueue({
      version: versionIn(byId("pair")),
      storage: this.storage,
      send: ([action], version) => this.send(action, version),
      handlers: {
        status: () => this.status(),
        acknowledged: (action, { fresh }) => this.swap(fresh, action, false),
        refused: (code, data) => this.refused(data),
      },
    });
  }

  get waiting() {
    return this.queue.operations;
  }

  /** Reads what a button of the page would post; `more` is kept with it for `swap`. */
  push(form, submitter, more) {
    const fields = [...new FormData(form, submitter)].filter(([name]) => !OWN_FIELDS.has(name));
    const url = submitter?.hasAttribute("formaction") ? submitter.formAction : form.action;
    const says = submitter?.dataset.says || form.dataset.says || gettext("Saved");
    this.queue.push({ url, fields, says, ...more });
  }

  async send({ operation_id, url, fields }, version) {
    const body = new URLSearchParams([...fields, ["operation_id", operation_id], ["version", version]]);
    const { status, ok, data } = await request(url, "POST", body);
    const html = typeof data === "string" ? data : "";
    const fresh = pairIn(html);
    return { status, ok: ok && Boolean(fresh), data: { fresh, version: fresh && versionIn(fresh), status, sentence: sentenceIn(html) } };
  }

  /** The page has a newer state than the last answer. */
  seen() {
    if (!this.waiting.length) this.queue.version = versionIn(byId("pair"));
  }

  /** Asks for another view of the page, behind what is being sent; nothing is saved by it. `body` gives a form's fields then. */
  look(url, body) {
    if (["offline", "halted", "signed_out"].includes(this.queue.phase)) return Promise.resolve(null);
    return this.queue.exclusively(async () => {
      try {
        const { data } = body ? await request(url, "POST", body()) : await request(url, "GET", undefined, { isPage: true });
        return typeof data === "string" ? pairIn(data) : null;
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        return null;
      }
    });
  }

  /** Goes on with what an earlier page could not send. */
  async resume() {
    const left = await this.storage.takeOver();
    if (!left.length) return;
    this.queue.resume(left[0].base, left.flatMap((kept) => kept.operations));
    announce(gettext("Sending what was kept from before: {waiting}.", { waiting: this.waits(this.waiting.length) }));
  }

  status() {
    const { phase } = this.queue;
    if (phase === "signed_out") this.explain(...signedOutParts(this.queue, this.waits));
    else if (phase === "offline") this.explain(`${receiptOf(this.queue, this.waits)}. ${gettext("They are sent when the connection is back.")}`);
    else if (phase === "halted") this.ask?.();
    else this.explain(...(this.ending ? [this.ending] : []));
  }

  explain(...parts) {
    this.place.replaceChildren(...parts);
    this.place.hidden = !parts.length;
  }

  /** Shows why. One action made just now is dropped, since its button is at hand; what is more is asked about. */
  refused({ fresh, version, status, sentence }) {
    const [action, ...others] = this.waiting;
    const isStale = status === 409;
    if (!fresh) {
      this.lose(status, sentence);
      return;
    }
    if (!isStale || (!others.length && !action.isResumed)) this.waiting.shift();
    this.queue.keep();
    this.swap(fresh, action, true);
    if (!this.waiting.length) this.settle(version);
    else {
      this.offer(isStale ? gettext("This was changed elsewhere before these were saved:") : gettext("One action was refused. These wait:"), {
        [gettext("Save them on top")]: () => this.queue.goOn(version),
        [gettext("Discard them")]: () => this.settle(version),
      });
    }
  }

  /** The server's sentence says why no state of the page came back; where the page is not found, the work on it has ended. */
  lose(status, sentence) {
    const general = gettext("This could not be saved: the page is no longer open to you.");
    if (status === 404) this.end(sentence || general);
    const reason = sentence ? gettext("{reason} This was not saved:", { reason: sentence }) : general;
    this.offer(reason, { [gettext("Discard it")]: () => this.settle(this.queue.version) });
  }

  /** Nothing can be done here any more: says why, and makes the page's buttons unusable. */
  end(sentence) {
    this.ending = sentence;
    makeReadOnly(byId("pair"));
    this.status();
  }

  get hasEnded() {
    return this.ending !== null;
  }

  /** Shows what waits and asks; what is done meanwhile joins the list. */
  offer(sentence, answers) {
    this.ask = () => {
      const lines = this.waiting.map(({ about, says }) => (about ? `${about}: ${says}` : says));
      offerChoice(this.place, sentence, lines, answers);
    };
    this.ask();
  }

  settle(version) {
    for (const each of document.querySelectorAll(".is-sending")) each.classList.remove("is-sending");
    this.queue.restart(version);
  }
}
