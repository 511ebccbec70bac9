// Keys for the links of the page, and a memory for what is typed; every action is a form that works without them.

import { Draft } from "../unsent/storage.js";

const rows = [...document.querySelectorAll(".gold-row")];
const here = () => rows.indexOf(document.activeElement.closest(".gold-row"));
const isTyping = (target) => target.matches("textarea, input:not([type=hidden])");

function stand(place) {
  rows[Math.max(0, Math.min(place, rows.length - 1))].focus();
}

function dispute(row) {
  const words = row.querySelector("details");
  if (!words) return;
  words.open = true;
  words.querySelector("textarea").focus();
}

/** A dispute that was typed comes back; one that waits for its answer has no field, and its text has arrived. */
function restore(row) {
  const draft = new Draft(`${row.parentElement.dataset.unsent}-${row.dataset.key}`);
  const field = row.querySelector("textarea");
  if (!field) {
    draft.write("");
    return;
  }
  draft.follow(field);
  if (field.value) field.closest("details").open = true;
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping(event.target)) {
    if (event.key === "Escape") event.target.closest(".gold-row")?.focus();
    return;
  }
  const place = here();
  const row = rows[place];
  const key = event.key.toLowerCase();
  if (event.key === "ArrowDown") stand(place + 1);
  else if (event.key === "ArrowUp") stand(place - 1);
  else if (key === "a" && event.shiftKey) document.querySelector("#all button")?.click();
  else if (key === "a" && row) row.querySelector("button[value=acknowledge]")?.click();
  else if (key === "d" && row) dispute(row);
  else return;
  event.preventDefault();
}

if (rows.length) {
  rows.forEach(restore);
  document.addEventListener("keydown", onKey);
  // Back from a reply: go on with the first link that still waits.
  if (location.hash === "#here" && !isTyping(document.activeElement)) (rows.find((row) => !row.classList.contains("is-done")) ?? rows[0]).focus();
}
