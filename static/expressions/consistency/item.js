// Deciding on occurrences by keys. Check boxes and buttons do all of it without this script, except other words for one.
import { isTyping } from "../../site/elements.js";
import { gettext, ngettext } from "../../site/texts.js";

const form = document.getElementById("occurrences");
const rows = [...document.querySelectorAll(".occurrence")];
const picked = document.getElementById("picked");
const allSkipped = document.getElementById("all-skipped");
const others = document.getElementById("other-category");
let current = 0;
let edited = null;

const boxOf = (row) => row.querySelector("input[type=checkbox]");
const wordsOf = (row) => [...row.querySelectorAll(".word.is-picked")].map((word) => word.dataset.word);

function say() {
  if (!picked) return;
  const count = rows.filter((row) => boxOf(row).checked).length;
  if (edited) picked.textContent = gettext("Choose the words, then a category.");
  else if (count) picked.textContent = ngettext(count, "{n} occurrence chosen", "{n} occurrences chosen");
  else picked.textContent = allSkipped?.checked ? "" : gettext("A key decides on this occurrence.");
}

function show(place) {
  if (!rows.length) return;
  current = Math.max(0, Math.min(place, rows.length - 1));
  rows.forEach((row, at) => row.classList.toggle("is-current", at === current));
  boxOf(rows[current]).focus({ preventScroll: true });
  rows[current].scrollIntoView({ block: "nearest" });
}

function toggle(isAll) {
  const boxes = isAll ? rows.map(boxOf) : [boxOf(rows[current])];
  const isOn = boxes.every((box) => box.checked);
  for (const box of boxes) box.checked = !isOn;
  say();
}

function edit() {
  const row = rows[current];
  if (edited) stopEditing();
  edited = row;
  for (const other of rows) boxOf(other).checked = other === row;
  row.classList.add("is-edited");
  for (const word of row.querySelectorAll(".word")) {
    word.setAttribute("role", "button");
    word.tabIndex = 0;
  }
  say();
}

/** Puts the words back as they were. */
function stopEditing() {
  const before = edited.dataset.words.split(" ");
  edited.classList.remove("is-edited");
  for (const word of edited.querySelectorAll(".word")) {
    word.classList.toggle("is-picked", before.includes(word.dataset.word));
    word.removeAttribute("role");
    word.removeAttribute("tabindex");
  }
  boxOf(edited).checked = false;
  edited = null;
  say();
}

function pick(word) {
  word.classList.toggle("is-picked");
}

/** Without a choice the key is about the occurrence in hand. */
function complete() {
  if (edited) form.elements.words.value = wordsOf(edited).join(" ");
  else if (!allSkipped?.checked && !rows.some((row) => boxOf(row).checked)) boxOf(rows[current]).checked = true;
}

function press(key, event) {
  if (key === "j" || key === "arrowdown") return () => show(current + 1);
  if (key === "k" || key === "arrowup") return () => show(current - 1);
  if (key === "e" && rows.length) return edit;
  if (key === "escape" && edited) return stopEditing;
  if (key === "." && others) return () => others.focus();
  if (key === "s" && allSkipped) return () => allSkipped.click();
  if (key === "enter" && !event.target.closest("a, button, select, summary")) return () => document.getElementById("next").click();
  if (key === " " && edited && event.target.matches(".word")) return () => pick(event.target);
  if (key === " " && rows.length && (event.shiftKey || !event.target.closest("a, button, select, summary"))) return () => toggle(event.shiftKey);
  const button = document.querySelector(`button[data-key="${CSS.escape(key)}"]`);
  return button ? () => button.click() : null;
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping()) return;
  if (event.target.matches("select")) return;
  const act = press(event.key.toLowerCase(), event);
  if (!act) return;
  event.preventDefault();
  act();
});
form?.addEventListener("click", ({ target }) => {
  if (target.matches("button[name=category]")) complete();
  if (edited && target.matches(".is-edited .word")) pick(target);
});
form?.addEventListener("change", ({ target }) => {
  if (target === others && others.value) {
    const hidden = document.createElement("button");
    hidden.name = "category";
    hidden.value = others.value;
    hidden.hidden = true;
    form.append(hidden);
    hidden.click();
  }
  say();
});
form?.addEventListener("focusin", ({ target }) => {
  const place = rows.indexOf(target.closest(".occurrence"));
  if (place >= 0 && place !== current) show(place);
});
show(0);
say();
document.documentElement.dataset.consistency = "ready";
