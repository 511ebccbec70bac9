// Reasons and answers that are typed and not saved: this browser keeps them until a decision with them has arrived.

import { byId } from "../../site/elements.js";
import { Draft } from "../../site/unsent/storage.js";

const FIELDS = "#pair input[name^='note:']";
const draftOf = ({ name }) => new Draft(`${byId("pair").dataset.unsent}-${name}`);
const keep = (field) => draftOf(field).write(field.value === field.defaultValue ? "" : field.value);

/** Puts what was typed in an earlier page over what is saved. */
export function restoreReasons() {
  for (const field of document.querySelectorAll(FIELDS)) {
    const text = field.value === field.defaultValue && draftOf(field).read();
    if (!text) continue;
    field.value = text;
    field.closest("details")?.setAttribute("open", "");
  }
}

/** The name of the field whose text an action carries; a choice begins with what it decides. */
function nameIn({ note, fields }) {
  const [decided] = new Map(fields).get("choice")?.split("|") ?? [];
  return note ?? (decided && `note:${decided}`);
}

/** After the action has arrived; what was typed since stays. */
export function forgetReason(action) {
  const name = nameIn(action);
  if (!name) return;
  const [field] = document.getElementsByName(name);
  if (field) keep(field);
  else draftOf({ name }).write("");
}

export function listenToReasons() {
  document.addEventListener("input", ({ target }) => { if (target.matches(FIELDS)) keep(target); });
}
