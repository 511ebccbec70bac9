// The notice above the sentences: why a pair cannot be changed, and what has not been saved from here.

import { isEmpty } from "../model/state.js";
import { build, byId } from "../../../site/elements.js";
import { gettext } from "../../../site/texts.js";
import { linesOf } from "./pages.js";

/** `giveUp` is offered where there is something unsaved to discard. */
export function showNotice(state, text, { unsaved = null, more = [], isCalm = false, giveUp = null } = {}) {
  byId("notice").classList.toggle("notice-warning", !isCalm);
  const parts = [build("p", {}, text, ...(more.length ? [" ", ...more] : []))];
  if (unsaved && !isEmpty(unsaved)) {
    parts.push(build("p", {}, build("b", {}, gettext("Your unsaved changes:"))), build("ul", {}, ...linesOf(state, unsaved)));
    parts.push(build("button", { type: "button", class: "compact", click: giveUp }, gettext("Discard these changes")));
  }
  byId("notice").replaceChildren(...parts);
  byId("notice").hidden = false;
}

export function clearNotice() {
  byId("notice").hidden = true;
  byId("notice").replaceChildren();
}
