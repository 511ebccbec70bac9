// One key per decision, which its button names (`data-keys`, from alignment/adjudication/card_choices.py). Every action is a
// form of the page: without this script the same buttons post the same forms.

import { announce, byId, isTyping, listenToClosers } from "../../site/elements.js";
import { gettext, ngettext } from "../../site/texts.js";
import { Actions } from "../../site/unsent/actions.js";
import { textOf } from "../../site/unsent/choice.js";
import { listenToOwnLinks } from "./own-links.js";
import { buttonHere, card, current, firstOpen, move, moveOn, openLinks, showHere, stage, stand, stop } from "./place.js";
import { forgetReason, listenToReasons, restoreReasons } from "./reasons.js";
import { placeOn } from "./stage.js";

const pair = () => byId("pair");
let last = null; // ids of the row and the link decided last, of which W writes the reason

// --- putting a new state in, without taking anything out of one's hands
function keepState() {
  const notes = new Map();
  for (const input of document.querySelectorAll("#pair input[type=text]")) {
    if (input.value !== input.defaultValue) notes.set(input.name, input.value);
  }
  const open = [...document.querySelectorAll("#pair details[open]")].map((each) => [each.className, each.closest(".dispute")?.id]);
  const active = document.activeElement;
  const isNote = active?.matches("input[type=text]");
  return { notes, open, isNote, focus: active?.name, ...(isNote && { from: active.selectionStart, to: active.selectionEnd }) };
}

function restoreState(kept, sentNote, wasRefused) {
  for (const [name, value] of kept.notes) {
    const input = document.getElementsByName(name)[0];
    if (input && (name !== sentNote || wasRefused)) input.value = value;
  }
  for (const [name, id] of kept.open) {
    const within = id ? byId(id) : pair();
    const isOver = name === "rows-of-card" && within && "done" in within.dataset && !current.row;
    if (name !== "again" && !isOver) within?.querySelector(`details.${name}`)?.setAttribute("open", "");
  }
  markWaiting();
  if (!kept.isNote) return;
  const input = document.getElementsByName(kept.focus)[0];
  input?.focus({ preventScroll: true });
  input?.setSelectionRange(kept.from, kept.to);
}

function markWaiting() {
  for (const { key, row } of actions.waiting) if (key && !row) byId(`card-${key}`)?.classList.add("is-sending");
}

function put(fresh, action, wasRefused) {
  const kept = keepState();
  const form = action.isOwnLinks ? null : byId("own-links"); // what is linked on one card stays while another is decided
  pair().replaceWith(document.adoptNode(fresh));
  stage.prepare();
  if (form && !byId("own-links")) byId(`card-${form.elements.own_links.value}`)?.append(form);
  byId("left").replaceChildren(...byId("left-now").cloneNode(true).childNodes);
  document.dispatchEvent(new CustomEvent("htmx:load", { detail: { elt: pair() } }));
  restoreState(kept, action.note, wasRefused);
  if (!form && byId("own-links")) restoreReasons(); // the matrix was opened, and its reason with it
  const focus = !kept.isNote;
  if (wasRefused && action.key) stand(action.key, action.row, { focus });
  else if (action.isUndo) stand(firstOpen()?.dataset.key ?? current.card, null, { focus });
  else if (current.card) stand(current.card, current.row, { focus });
  if (wasRefused) byId("trouble")?.scrollIntoView({ block: "center" });
  else if (!firstOpen() && focus) byId("next").focus({ preventScroll: true });
}

function swap(fresh, action, wasRefused) {
  put(fresh, action, wasRefused);
  if (wasRefused) return;
  forgetReason(action);
  if (action.isUndo) last = null;
  else if (action.key && action.key !== "new") last = [action.row && `row-${action.row}`, `card-${action.key}`];
  const left = document.querySelectorAll(".dispute:not([data-done])").length;
  const outcome = action.key && byId(`card-${action.key}`)?.querySelector(".outcome")?.textContent;
  if (action.isWhole && !left && !actions.waiting.length && !isTyping()) {
    byId("next").click();
    return;
  }
  announce(`${outcome || action.says}. ${left ? gettext("{n} left.", { n: left }) : gettext("All decided.")}`);
}

const actions = new Actions({ swap, waits: (number) => ngettext(number, "{n} decision waits", "{n} decisions wait") });

/** The name of the field with the reason that goes along. */
function noteOf(form, key, row) {
  const { own_links: place, pseudonym } = form.elements;
  if (form.id === "own-links") return `note:own_links-${place.value}`;
  if (pseudonym) return `note:all-${pseudonym.value}`;
  return key && `note:${row ? `row-${row.dataset.key}` : key}`;
}

function submit(event) {
  const form = event.target;
  if (!form.closest("#pair")) return;
  event.preventDefault();
  if (actions.hasEnded) return;
  const button = event.submitter;
  if (button?.id === "add-words") {
    matrix.grow(button);
    return;
  }
  const element = button?.closest(".dispute");
  const row = button?.closest(".link-row");
  const key = element?.dataset.key;
  const about = row?.querySelector(".pairing") ?? element?.querySelector("h2.unit");
  actions.push(form, button, {
    key,
    row: row?.dataset.key ?? null,
    note: noteOf(form, key, row),
    isUndo: button?.id === "undo-last",
    isWhole: "goesOn" in form.dataset,
    isOwnLinks: form.id === "own-links",
    about: about && textOf(about),
  });
  form.closest("dialog")?.close();
  if (!element) return;
  Object.assign(current, { card: key, row: row?.dataset.key ?? null });
  markWaiting();
  moveOn();
}

// --- keys
const buttonWith = (within, key) => [...within].find((each) => each.dataset.keys.split(" ").includes(key));

function press(key) {
  const button = buttonHere(key);
  if (!button) return false;
  button.form.requestSubmit(button);
  return true;
}

/** Opens the reason of the decided row where one stands, else of the last decision, else of what is decided next. */
function writeReason() {
  const isDecided = "done" in (stop()?.dataset ?? {});
  const place = isDecided ? stop() : (last?.map(byId).find((each) => each && "done" in each.dataset) ?? stop());
  place?.closest("details")?.setAttribute("open", "");
  const line = [...(place?.querySelectorAll(".note-line") ?? [])].find((each) => place.matches(".link-row") || !each.closest(".link-row"));
  line?.querySelector("input").focus();
}

function adoptBy(key) {
  const opener = buttonWith(document.querySelectorAll("[data-dialog][data-keys]"), key);
  opener?.click();
  return Boolean(opener);
}

const moves = {
  j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1),
  ArrowRight: () => openLinks(true), ArrowLeft: () => openLinks(false),
  d: () => card()?.querySelector("[data-own-links]")?.click(), l: () => document.querySelector("[data-own-links=new]")?.click(),
  "[": () => byId("previous")?.click(), "]": () => byId("next")?.click(),
  u: () => byId("undo-last")?.click(), z: () => byId("undo-last")?.click(),
  "?": () => byId("keys-dialog").showModal(),
  w: writeReason,
};

function onKeyInNote(event) {
  if (event.key !== "Escape" && event.key !== "Enter") return;
  event.preventDefault();
  const save = event.target.closest(".note-line")?.querySelector(".save-note");
  if (event.key === "Enter" && save && event.target.value !== event.target.defaultValue) save.form.requestSubmit(save);
  else stop()?.focus();
}

function goNext(event) {
  if (event.target.closest("a, button, summary")) return;
  event.preventDefault();
  if (!firstOpen() && !actions.waiting.length) byId("next").click();
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.matches("input[type=text], textarea")) onKeyInNote(event);
  else if (event.key === "Enter") goNext(event);
  else {
    const isArrow = event.key.startsWith("Arrow");
    if ((isArrow && event.target.closest(".readings-stage, .table-scroll")) || (event.repeat && !isArrow)) return;
    const key = event.code.startsWith("Digit") ? event.code.slice(5) : event.key.toUpperCase();
    if (act(event, key)) event.preventDefault();
  }
}

function act(event, key) {
  if (event.shiftKey && event.key !== "?") return adoptBy(key);
  const go = moves[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!go) return press(key);
  go();
  return true;
}

function onPlace(event) {
  const element = event.target.closest?.(".dispute");
  if (!element || element.classList.contains("is-sending")) return;
  const row = event.target.closest(".link-row")?.dataset.key ?? null;
  if (element.dataset.key !== current.card || row !== current.row) stand(element.dataset.key, row, { focus: false });
}

function onPress(event) {
  moves[event.target.closest?.("[data-press]")?.dataset.press]?.();
}

function onPoint(event) {
  const place = placeOn(event.target);
  if (place) stage.show({ [place.side]: [place.index] });
}

const matrix = listenToOwnLinks({ actions, put });
document.addEventListener("click", onPress);
document.addEventListener("pointerover", onPoint);
document.addEventListener("pointerout", (event) => { if (placeOn(event.target)) showHere(); });
document.addEventListener("submit", submit, true);
document.addEventListener("keydown", onKey);
document.addEventListener("focusin", onPlace);
document.addEventListener("click", onPlace);
listenToClosers();
listenToReasons();
restoreReasons();

stage.prepare();
const start = document.querySelector(".dispute.is-current") || document.querySelector(".dispute");
// A page opens at its top; only a card below the window is scrolled to. Who types an answer already keeps the focus.
const focus = !isTyping();
if (start) stand(start.dataset.key, null, { focus, scroll: start.getBoundingClientRect().top > window.innerHeight - 180 });
else if (focus) byId("next")?.focus();
await actions.resume();
markWaiting();
document.documentElement.dataset.adjudication = "ready";
