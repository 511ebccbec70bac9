// What the other annotators of a pair do: the page asks for it every two seconds, and is told when nothing changed.

import { announce, byId } from "../../site/elements.js";
import { gettext } from "../../site/texts.js";

const SECONDS = 2;
const tag = () => `"${byId("pair").dataset.tag}"`;
const states = () => [...document.querySelectorAll("[data-other]")].map((each) => each.textContent.replace(/\s+/g, " ").trim()).join(", ");
const countSaid = () => document.querySelectorAll("#said time").length;

function warn(text) {
  byId("delivery").textContent = text;
  byId("delivery").hidden = !text;
}

/** `isBusy` says that something is done here, which comes first; `put` shows a new state of the page; `end` says why there is none any more. */
export class Others {
  constructor({ isBusy, put, end }) {
    Object.assign(this, { isBusy, put, end, isClosed: false });
  }

  start() {
    document.addEventListener("visibilitychange", () => this.ask());
    setInterval(() => this.ask(), SECONDS * 1000);
  }

  async ask() {
    if (document.hidden || this.isBusy() || this.isClosed) return;
    const asked = tag();
    try {
      const headers = { "If-None-Match": asked, "HX-Request": "true" };
      const answer = await fetch(byId("pair").dataset.now, { headers, cache: "no-store", redirect: "manual" });
      if (!this.isBusy() && asked === tag()) await this.take(answer, asked);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      if (!this.isBusy()) warn(gettext("There is no connection. What others do shows when it is back."));
    }
  }

  async take(answer, asked) {
    if (answer.status === 404) {
      this.isClosed = true;
      this.end(gettext("The round is closed, or the pair left it. What you submitted counts; load the page again."));
    } else if (answer.status === 286 || answer.type === "opaqueredirect") warn(gettext("You are signed out. Sign in in another tab."));
    else if (answer.status !== 200) warn(answer.status === 304 ? "" : gettext("The server does not answer as it should."));
    else this.show(await answer.text(), asked);
  }

  show(text, asked) {
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("pair");
    if (!fresh || this.isBusy() || asked !== tag()) return;
    const [comments, before] = [countSaid(), states()];
    warn("");
    this.put(fresh);
    if (countSaid() > comments) announce(gettext("New comment: {text}", { text: document.querySelector("#said li:last-child").textContent.trim() }));
    else if (states() !== before) announce(states());
    else announce(gettext("Changed: {state}", { state: byId("differences-title").textContent }));
  }
}
