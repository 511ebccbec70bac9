// What the other annotators of a pair do. The page asks for one small part, who is where and the version of the pair, and is
// mostly answered that nothing changed; the pair itself is fetched only when its version differs.

import { announce, byId } from "../../site/elements.js";
import { gettext } from "../../site/texts.js";
import { showWithNews } from "./news.js";

// Measured in tests/benchmarks/reconciling.py: what others do shows within two seconds, the answer and a busy server included.
const PAUSE_MS = 1200;
const LONGEST_PAUSE_MS = 12_000;
const PATIENCE_MS = 10_000;
const STOP_POLLING = 286; // signed out

class Unanswered extends Error {}

/** The part that `id` names, of a page or a part of one. */
const partOf = (html, id) => new DOMParser().parseFromString(html, "text/html").getElementById(id);

function warn(text) {
  byId("delivery").textContent = text;
  byId("delivery").hidden = !text;
}

async function request(url, more = {}) {
  const headers = { ...more, "HX-Request": "true" };
  try {
    return await fetch(url, { headers, cache: "no-store", redirect: "manual", signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (error) {
    if (error instanceof TypeError || error.name === "TimeoutError") throw new Unanswered();
    throw error;
  }
}

/** `isBusy` says that something is done here, which comes first; `put` shows a new state of the page; `end` says why there is none any more. */
export class Others {
  constructor({ isBusy, put, end }) {
    Object.assign(this, { isBusy, put, end, isClosed: false, isAsking: false, pause: PAUSE_MS, tag: "" });
  }

  /** A page that nobody sees asks for nothing. */
  start() {
    document.addEventListener("visibilitychange", () => this.ask());
    window.addEventListener("online", () => this.ask());
    this.ask();
  }

  async ask() {
    clearTimeout(this.timer);
    if (this.isAsking || this.isClosed || document.hidden) return;
    this.isAsking = true;
    try {
      if (!this.isBusy()) await this.look();
    } finally {
      this.isAsking = false;
      if (!this.isClosed) this.timer = setTimeout(() => this.ask(), this.pause);
    }
  }

  /** A lost network is no error: what is typed here waits, and what others do shows when it is back. */
  async look() {
    try {
      const answer = await request(byId("pair").dataset.together, { "If-None-Match": this.tag });
      if (this.isOver(answer)) return;
      if (answer.status === 200) this.showPeople(await answer.text(), answer.headers.get("ETag"));
      this.hear();
      if (Number(byId("people").dataset.version) > Number(byId("pair").dataset.version)) await this.refresh();
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      this.pause = Math.min(this.pause * 2, LONGEST_PAUSE_MS);
      byId("connection").textContent = gettext("There is no connection. What others do shows when it is back.");
    }
  }

  hear() {
    this.pause = PAUSE_MS;
    byId("connection").textContent = "";
  }

  /** Whether the answer has nothing to show; anything but a closed round or a session that ended is asked for again. */
  isOver({ status, type }) {
    if (status === 404) {
      this.isClosed = true;
      this.end(gettext("The round is closed, or the pair left it. What you submitted counts; load the page again."));
    } else if (status === STOP_POLLING || type === "opaqueredirect") {
      this.pause = LONGEST_PAUSE_MS;
      this.isSignedOut = true;
      warn(gettext("You are signed out. Sign in in another tab."));
    } else if (status !== 200 && status !== 304) throw new Unanswered();
    else {
      if (this.isSignedOut) warn("");
      this.isSignedOut = false;
      return false;
    }
    return true;
  }

  showPeople(html, tag) {
    const people = partOf(html, "people");
    if (!people || this.isBusy()) return;
    this.tag = tag;
    this.tell(() => byId("people").replaceWith(people));
  }

  async refresh() {
    const shown = byId("pair").dataset.version;
    const answer = await request(byId("pair").dataset.now);
    if (this.isOver(answer)) return;
    const fresh = partOf(await answer.text(), "pair");
    // What was done here meanwhile has brought a newer state.
    if (fresh && !this.isBusy() && shown === byId("pair").dataset.version) this.tell(() => this.put(fresh));
  }

  tell(show) {
    const news = showWithNews(show);
    if (news) announce(news);
  }
}
