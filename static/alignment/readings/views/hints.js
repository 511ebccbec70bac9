// The bars around the sentences name every action with its key. After ten pairs those that a person has not used in them fold
// behind “?”, which lists all. Kept in this browser.

import { byId } from "../../../site/elements.js";

const KEY = "interlinea:hints";
const LEARNING = 10; // pairs submitted before anything folds
// What always stands there: the answers, the way back from a mistake and the list of all keys; and what is there only in the
// matrix or for suggestions, which may be new to the person.
const LASTING = new Set(["sure", "possible", "mark", "mark-column", "undo", "keys", "accept", "accept-all", "dismiss"]);
// Hints that are no buttons, by the actions that they name.
const NAMED = { word: /^(go|stretch)-(arrowleft|arrowright)$/, sentence: /^(go|stretch)-(arrowup|arrowdown)$/, pick: /^pick$/ };

/** What was kept, with whatever does not fit this version of the page left out. */
export function readUse(kept) {
  const use = { pairs: 0, used: [], isUnfolded: false };
  let read;
  try {
    read = JSON.parse(kept ?? "{}");
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return use;
  }
  if (Number.isInteger(read?.pairs) && read.pairs > 0) use.pairs = read.pairs;
  if (Array.isArray(read?.used)) use.used = read.used.filter((name) => typeof name === "string");
  use.isUnfolded = read?.isUnfolded === true;
  return use;
}

/** The name under which a hint stands in the bar, of an action that a key or a button asked for. */
export const hintOf = (action) => Object.keys(NAMED).find((name) => NAMED[name].test(action)) ?? action;

export const isFolded = ({ pairs, used, isUnfolded }, hint) =>
  !isUnfolded && pairs >= LEARNING && !LASTING.has(hint) && !used.includes(hint);

export class Hints {
  constructor() {
    this.elements = [...document.querySelectorAll("#tools [data-action], #tools [data-hint], #view-bar [data-action]:has(kbd)")];
    this.use = readUse(this.stored());
    byId("unfold-hints").addEventListener("click", () => this.toggle());
    this.show();
  }

  stored() {
    try {
      return localStorage.getItem(KEY);
    } catch (error) {
      console.warn("This browser does not allow storage.", error);
      return null;
    }
  }

  keep(use) {
    this.use = use;
    try {
      localStorage.setItem(KEY, JSON.stringify(use));
    } catch (error) {
      console.warn("This browser does not keep which keys are used.", error);
    }
    this.show();
  }

  /** An action was asked for: what is used comes back, and stays. */
  note(action) {
    const hint = hintOf(action);
    if (!this.use.used.includes(hint)) this.keep({ ...this.use, used: [...this.use.used, hint] });
  }

  /** A pair was submitted. */
  count() {
    this.keep({ ...this.use, pairs: this.use.pairs + 1 });
  }

  toggle() {
    this.keep({ ...this.use, isUnfolded: !this.use.isUnfolded });
  }

  show() {
    const folded = this.elements.filter((each) => {
      const isAway = isFolded(this.use, each.dataset.hint ?? each.dataset.action);
      each.classList.toggle("is-folded-away", isAway);
      return isAway;
    });
    const button = byId("unfold-hints");
    button.hidden = !folded.length && !this.use.isUnfolded;
    button.setAttribute("aria-pressed", String(this.use.isUnfolded));
    byId("folded-count").textContent = folded.length ? `+${folded.length}` : "";
  }
}
