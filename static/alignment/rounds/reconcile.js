// One key per link, and the other's changes as they happen. Every action is a form of the page: without this script the same
// buttons post the same forms, and loading the page again shows what the others did and where they are.

import { announce, byId, isTyping, listenToClosers } from "../../site/elements.js";
import { ngettext } from "../../site/texts.js";
import { Actions } from "../../site/unsent/actions.js";
import { textOf } from "../../site/unsent/choice.js";
import { Draft } from "../../site/unsent/storage.js";
import { Stage, placeOn } from "../adjudication/stage.js";
import { showWithNews } from "./news.js";
import { Others } from "./others.js";
import { Words } from "./words.js";

let isPressed = false; // a button that is swapped while it is pressed would lose its click
let current = null; // key of the row on which one stands
const pair = () => byId("pair");
const rows = () => [...document.querySelectorAll(".difference")];
const row = () => current && byId(`row-${current}`);
const stage = new Stage();
const showRow = (key = row() && current) => {
  const [source, target] = key ? key.split("-").map((index) => [Number(index)]) : [[], []];
  stage.show({ source, target });
};
const words = new Words(stage, showRow);
const draft = new Draft(pair().dataset.unsent);

// --- where one stands
function stand(key, { focus = true } = {}) {
  current = key;
  for (const each of rows()) each.classList.toggle("is-current", each.dataset.key === key);
  if (focus && row()) {
    row().focus({ preventScroll: true });
    row().scrollIntoView({ block: "nearest" });
  }
  words.show();
  for (const each of document.querySelectorAll(".dock [data-press]")) each.disabled = actions.hasEnded;
}

function move(step) {
  const all = rows();
  const here = all.findIndex((each) => each.dataset.key === current);
  const there = all[Math.max(0, Math.min(all.length - 1, here + step))];
  if (there) stand(there.dataset.key);
}

function moveOn() {
  const all = rows();
  const here = all.findIndex((each) => each.dataset.key === current);
  const isOpen = (each) => !("done" in each.dataset) && !each.classList.contains("is-sending");
  const next = [...all.slice(here + 1), ...all.slice(0, here)].find(isOpen);
  if (next) stand(next.dataset.key);
}

/** What a comment that is sent says. */
const textIn = (action) => (action.form === "say" ? new Map(action.fields).get("text") : null);

// --- putting a new state in, without taking anything out of one's hands
// The comment that is being typed is in none of these: its box stays the same element, with its cursor and its history.
const PARTS = ["troubles", "stage", "links", "people", "said", "dock"];

function keepState() {
  const active = document.activeElement;
  const isInside = PARTS.some((id) => byId(id).contains(active));
  return {
    isInside,
    focus: isInside && active.id,
    word: isInside && placeOn(active) ? words.locate(active) : null,
    open: [...pair().querySelectorAll("details[open]")].map((each) => each.className),
    scroll: byId("said").scrollTop,
  };
}

function replaceParts(fresh) {
  for (const { name, value } of fresh.attributes) pair().setAttribute(name, value);
  for (const input of fresh.querySelectorAll("#say input[type=hidden]")) byId("say").elements[input.name].value = input.value;
  for (const id of PARTS) byId(id).replaceWith(fresh.querySelector(`#${id}`));
}

function emptyBox(action) {
  const box = byId("comment-text");
  if (textIn(action) !== box.value) return;
  box.value = "";
  byId("comment-asks").checked = false;
}

function put(fresh, action = null) {
  const kept = keepState();
  replaceParts(fresh);
  if (action) emptyBox(action);
  document.dispatchEvent(new CustomEvent("htmx:load", { detail: { elt: pair() } }));
  stage.prepare();
  words.prepare();
  for (const name of kept.open) pair().querySelector(`details.${name}`)?.setAttribute("open", "");
  byId("said").scrollTop = action?.form === "say" ? byId("said").scrollHeight : kept.scroll;
  for (const each of actions.waiting) if (each.key) byId(`row-${each.key}`)?.classList.add("is-sending");
  if (!row()) current = rows()[0]?.dataset.key ?? null;
  stand(current, { focus: false });
  if (kept.word) words.focus(kept.word);
  else if (kept.focus) byId(kept.focus)?.focus({ preventScroll: true });
  if (kept.isInside && !pair().contains(document.activeElement)) row()?.focus({ preventScroll: true });
}

function swap(fresh, action, wasRefused) {
  const news = showWithNews(() => put(fresh, wasRefused ? null : action));
  if (wasRefused) {
    byId("trouble")?.scrollIntoView({ block: "center" });
    return;
  }
  if (action.form === "say") draft.write(byId("comment-text").value);
  announce(`${action.says}. ${byId("differences-title").textContent.trim()}. ${news}`.trim());
  const isAllSeen = !document.querySelector(".difference:not([data-done])");
  if (action.form === "change" && isAllSeen) byId("done").focus({ preventScroll: true });
}

const actions = new Actions({ swap, waits: (number) => ngettext(number, "{n} change waits", "{n} changes wait") });

const isBusy = () => isPressed || actions.waiting.length > 0;
const others = new Others({
  isBusy,
  put: (fresh) => {
    put(fresh);
    actions.seen();
  },
  end: (sentence) => actions.end(sentence),
});

// --- sending
/** Sends the comment that is typed, if any, then finishes; a comment that was refused stays in its box, and the page with it. */
async function settle(form) {
  const hasComment = () => byId("comment-text").value.trim() !== "";
  if (hasComment()) byId("say").requestSubmit(byId("say").querySelector("button"));
  if ((await actions.queue.sent()) && !hasComment()) (byId("settle") ?? form).submit();
}

function submit(event) {
  const form = event.target;
  if (!form.closest("#pair")) return;
  event.preventDefault();
  if (actions.hasEnded) return;
  if (form.id === "settle") {
    settle(form);
    return;
  }
  // The box is empty again only when the comment has arrived.
  if (form.id === "say" && actions.waiting.some((each) => textIn(each) === byId("comment-text").value)) return;
  const place = event.submitter?.closest(".difference");
  const key = place?.dataset.key;
  actions.push(form, event.submitter, { form: form.id, key, about: place && textOf(place.querySelector(".pairing")) });
  if (!key) return;
  current = key;
  byId(`row-${key}`).classList.add("is-sending");
  moveOn();
}

// --- keys
const buttonHere = (key) => [...(row()?.querySelectorAll("[data-key]:enabled") ?? [])].find((each) => each.dataset.key === key);

function press(key) {
  const button = buttonHere(key);
  if (!button) return false;
  button.form.requestSubmit(button);
  return true;
}

const moves = {
  j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1),
  ArrowLeft: () => byId("previous")?.click(), ArrowRight: () => byId("next")?.click(),
  u: () => byId("undo-last").click(), z: () => byId("undo-last").click(), c: () => byId("comment-text").focus(),
  Enter: () => byId("done").click(), "?": () => byId("keys-dialog").showModal(),
};

function onKeyInComment(event) {
  if (event.key === "Escape") (row() ?? byId("done")).focus();
  else if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.value.trim()) event.target.form.requestSubmit();
  else return;
  event.preventDefault();
}

function onKey(event) {
  const { target } = event;
  if (event.isComposing || document.querySelector("dialog[open]")) return;
  if (target.matches("textarea")) {
    onKeyInComment(event);
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isArrow = event.key.startsWith("Arrow");
  const word = target.closest("#stage .word");
  if (word && ["ArrowLeft", "ArrowRight"].includes(event.key)) words.step(word, event.key === "ArrowRight" ? 1 : -1);
  else if (word && [" ", "Enter"].includes(event.key)) words.pin(word);
  else if (event.key === "Enter" && target.closest("a, button, summary")) return;
  else if ((event.repeat && !isArrow) || (isArrow && target.closest(".table-scroll, .said, .readings-stage:focus"))) return;
  else {
    const go = moves[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (go) go();
    else if (!press(event.key.toUpperCase())) return;
  }
  event.preventDefault();
}

function onPlace(event) {
  const key = event.target.closest?.(".difference")?.dataset.key;
  if (key && key !== current) stand(key, { focus: false });
  const place = placeOn(event.target);
  if (place && event.type === "focusin") {
    words.show(place);
    announce(words.describe(event.target));
  }
}

document.addEventListener("submit", submit, true);
document.addEventListener("input", ({ target }) => { if (target.id === "comment-text") draft.write(target.value); });
document.addEventListener("keydown", onKey);
document.addEventListener("focusin", onPlace);
document.addEventListener("focusout", (event) => { if (placeOn(event.target)) words.show(); });
document.addEventListener("click", (event) => {
  onPlace(event);
  const word = event.target.closest("#stage .word");
  if (word) words.pin(word);
  moves[event.target.closest("[data-press]")?.dataset.press]?.();
});
document.addEventListener("pointerover", (event) => {
  const key = event.target.closest?.(".difference")?.dataset.key;
  if (key) showRow(key);
  else words.show(placeOn(event.target) ?? undefined);
});
document.addEventListener("pointerdown", () => { isPressed = true; });
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => setTimeout(() => { isPressed = false; }));
listenToClosers();

stage.prepare();
words.prepare();
byId("comment-text").value ||= draft.read();
const start = document.querySelector(".difference:not([data-done])") || document.querySelector(".difference");
if (start) stand(start.dataset.key, { focus: !isTyping() });
others.start();
await actions.resume();
document.documentElement.dataset.reconciliation = "ready";
