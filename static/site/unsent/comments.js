// The comments of an assignment: what is typed is kept in this browser until it has reached the server.

import { announce, build, byId } from "../elements.js";
import { gettext } from "../texts.js";
import { deliver } from "./queue.js";
import { Draft } from "./storage.js";
import { Unreachable } from "./transport.js";

const QUESTION = "question";
const OFFLINE = gettext("Offline: the comment stays in this browser. Try again when the connection is back.");

export class Comments {
  /** `subject` names what the comments are about, such as "rating-12"; `sign` gives what stands under the text of a new one. */
  constructor({ url, queue, subject, sign }) {
    Object.assign(this, { url, queue, sign });
    this.draft = new Draft(subject);
    this.form = byId("comment-form");
    this.text = byId("comment-text");
    this.asks = byId("comment-asks");
    this.form.hidden = "closed" in this.form.dataset;
    this.draft.follow(this.text, () => this.purpose, () => { this.asks.checked = this.draft.purpose === QUESTION; });
    this.asks.addEventListener("change", () => this.keep());
    if (this.text.value) this.open();
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.text.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.form.requestSubmit();
    });
  }

  get purpose() {
    return this.asks.checked ? QUESTION : "";
  }

  keep() {
    this.draft.write(this.text.value, this.purpose);
  }

  /** Opens what the box is folded into, if anything. */
  open() {
    this.form.closest("details")?.setAttribute("open", "");
  }

  focus() {
    this.text.focus();
  }

  /** Whether nothing typed is left unsent; what could not be sent stays in the box and in this browser. */
  async send() {
    const text = this.text.value.trim();
    if (!text) return true;
    if (this.sending) return this.sending;
    this.sending = this.post(text).finally(() => {
      this.sending = null;
    });
    return this.sending;
  }

  /** Sends what is typed before a form leads to another page, which waits for it. */
  sendBefore(form) {
    form?.addEventListener("submit", async (event) => {
      if (!this.text.value.trim()) return;
      event.preventDefault();
      if (await this.send()) form.requestSubmit(event.submitter);
    });
  }

  async post(text) {
    if (this.queue.phase === "offline") {
      this.explain(OFFLINE);
      return false;
    }
    this.keep();
    const body = { operation_id: this.draft.operationId, text, is_question: this.asks.checked };
    const button = this.form.querySelector("button");
    button.setAttribute("aria-disabled", "true");
    let trouble = "";
    try {
      const { ok, status, data } = await deliver(this.queue, this.url, body);
      if (ok) this.add(data, text);
      else if (status === 404) trouble = gettext("This is no longer yours, or no longer exists.");
      else trouble = status === 401 || status === 403 ? gettext("You are signed out; the comment stays here.") : data.detail;
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      trouble = OFFLINE;
    }
    button.removeAttribute("aria-disabled");
    this.explain(trouble);
    return !trouble;
  }

  explain(trouble) {
    byId("comment-trouble").textContent = trouble;
    byId("comment-trouble").hidden = !trouble;
    if (!trouble) return;
    this.open();
    byId("comment-trouble").scrollIntoView({ block: "nearest" });
  }

  add(comment, sent) {
    const list = byId("comment-list");
    const id = `comment-${comment.id}`;
    // One that had arrived before its answer was lost stands there already.
    if (!byId(id)) list.append(build("li", { id }, build("p", { dir: "auto" }, comment.text), build("small", {}, ...this.sign(comment))));
    list.hidden = false;
    if (this.text.value.trim() === sent) this.text.value = "";
    this.asks.checked = false;
    this.keep();
    announce(gettext("Comment added"));
  }
}

/** The comments of a form's page that are sent along when it is submitted or skipped; null where the page takes none. */
export function commentsBeside(form, { state, queue }) {
  if (!byId("comment-form")) return null;
  const sign = (comment) => (comment.is_question ? [gettext("question")] : []);
  const comments = new Comments({ url: state.urls.comments, queue, subject: form.dataset.unsent, sign });
  comments.sendBefore(document.querySelector("#skip form"));
  return comments;
}
