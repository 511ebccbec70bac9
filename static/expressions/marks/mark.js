// Marking expressions by mouse, finger and keys; everything is saved at once. Without this script people write lines of numbers.
import { byId, isTyping } from "../../site/elements.js";
import { listenToSkipping } from "../../site/skipping.js";
import { gettext, ngettext } from "../../site/texts.js";
import { Undoable } from "../../site/undo.js";
import { isolated } from "../../site/unsent/choice.js";
import { commentsBeside } from "../../site/unsent/comments.js";
import { FormSaver } from "../../site/unsent/form.js";
import { hueOf, Passage } from "./passage.js";

const SIGNS = { 1: "??", 2: "?", 3: "!" };

const state = JSON.parse(byId("assignment-state").textContent);
const form = byId("mark-form");
const passage = new Passage(byId("passage"));
const list = byId("marks");
const lines = byId("lines");
const fault = byId("fault");
const picked = byId("picked");
const remark = byId("remark");
const confidence = byId("confidence");
const submit = byId("submit");
const acceptance = byId("accept");
const others = document.createElement("select");

/* --- marks: {words, category, confidence, comment}, as on the server */
let pick = [];
let chosen = null;
let edited = null;
// Of candidates that are not decided yet, the one in hand.
let proposed = null;

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const inOrder = (one, other) => {
  const place = one.words.findIndex((word, at) => word !== other.words[at]);
  return place < 0 ? one.words.length - other.words.length : one.words[place] - (other.words[place] ?? -1);
};
const sentenceOf = new Map(
  state.sentences.flatMap(({ place, forms }) => forms.flatMap(({ words }) => words.map(({ index }) => [index, place]))),
);

const isOpen = ({ words }) => !marks.value.some((mark) => isSame(mark.words, words));
const openCandidates = () => state.candidates.filter(isOpen);

/** Takes the next open candidate in hand, in the order of the text. */
function propose() {
  const open = openCandidates();
  proposed = open.find((each) => proposed && inOrder(each, proposed) > 0) ?? open[0] ?? null;
  if (proposed) {
    giveUpPick();
    chosen = null;
    passage.focus(proposed.words[0]);
  }
  render();
}

/** A known expression that the only picked word begins. */
const findCompletion = () => (pick.length === 1 && !edited ? state.known.find((each) => each.words.includes(pick[0]) && isOpen(each)) : null);

function accept() {
  const completion = findCompletion();
  if (completion) {
    pick = [...completion.words];
    put(completion.category);
  } else if (proposed?.category && !pick.length && !chosen) put(proposed.category);
}

const marks = new Undoable(state.marks, () => {
  if (proposed && !isOpen(proposed)) proposed = null;
  chosen = marks.value.find((mark) => chosen && isSame(mark.words, chosen.words)) ?? null;
  saver.save();
  render();
});

function writeLine({ words, category, confidence: sure, comment }) {
  const parts = [...words.map((word) => word + 1), category, ...(sure ? [SIGNS[sure]] : []), ...(comment ? [`# ${comment}`] : [])];
  return parts.join(" ");
}

const titleOf = (name) => state.categories.find((category) => category.name === name)?.title ?? name;
const describe = ({ marks: given }) =>
  given.map((mark) => `“${isolated(passage.textOf(mark.words))}” ${titleOf(mark.category)}`).join(", ") || gettext("no expression");

const saver = new FormSaver({
  form,
  state,
  read: () => ({ marks: marks.value }),
  write({ marks: given }) {
    marks.take(given);
    giveUp();
  },
  describe,
  stored: ({ marks: given }) => ({ marks: given }),
  refuse: (sentence) => { fault.textContent = sentence; },
});
const comments = commentsBeside(form, saver);

/** Why the picked words cannot be an expression; the server says the same. */
function findFault(words) {
  if (words.length === 1 && !state.allows_single_word) return gettext("An expression has two words or more in this project.");
  const isAcross = sentenceOf.get(words[0]) !== sentenceOf.get(words.at(-1));
  return isAcross && !state.across_sentences ? gettext("The words of an expression are in one sentence.") : "";
}

/** Makes an expression of the picked words, or gives the chosen one another category. */
function put(category) {
  const decided = pick.length || chosen ? null : proposed;
  if (!pick.length && !chosen && !decided) {
    fault.textContent = gettext("Pick the words first.");
    return;
  }
  const before = edited ?? (pick.length ? null : chosen);
  const words = pick.length ? [...pick].sort((one, other) => one - other) : (chosen ?? decided).words;
  fault.textContent = findFault(words);
  if (fault.textContent) return;
  const mark = { words, category, confidence: before?.confidence ?? null, comment: before?.comment ?? "" };
  const left = marks.value.filter((other) => other !== before && !isSame(other.words, words));
  chosen = mark;
  giveUpPick();
  marks.put([...left, mark].sort(inOrder));
  render();
  if (!decided) return;
  proposed = decided;
  propose();
  // Where candidates are judged, one key is all an item needs.
  if (state.is_judged && !proposed) form.requestSubmit(submit);
}

function change(part) {
  if (!chosen) return;
  const after = { ...chosen, ...part };
  const before = chosen;
  chosen = after;
  marks.put(marks.value.map((mark) => (mark === before ? after : mark)));
}

function remove(mark = chosen) {
  if (!mark) return;
  if (chosen === mark) chosen = null;
  marks.put(marks.value.filter((other) => other !== mark));
}

/** Takes the words of the chosen expression up, to be changed; the next category puts it in its place. */
function edit() {
  if (!chosen) return;
  edited = chosen;
  pick = [...chosen.words];
  render();
}

function giveUpPick() {
  pick = [];
  edited = null;
}

function giveUp() {
  giveUpPick();
  proposed = null;
  chosen = null;
  fault.textContent = "";
  render();
}

/** A press on a marked word leads through its expressions; on another word, or with words in hand, it picks. */
function press(index) {
  fault.textContent = "";
  const here = pick.length ? [] : marks.value.filter((mark) => mark.words.includes(index));
  const next = here[here.indexOf(chosen) + 1];
  if (here.length && next) chosen = next;
  else {
    chosen = null;
    proposed = null;
    pick = pick.includes(index) ? pick.filter((word) => word !== index) : [...pick, index];
  }
  render();
}

/* --- what the page shows */
function button(text, name, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = name;
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}

function showList() {
  list.replaceChildren(...marks.value.map((mark, place) => {
    const item = document.createElement("li");
    item.className = hueOf(place);
    const name = button("", "mark-name", () => {
      giveUpPick();
      chosen = mark;
      render();
    });
    const words = document.createElement("bdi");
    words.textContent = passage.textOf(mark.words);
    words.lang = state.language.tag;
    name.append(words, ` ${titleOf(mark.category)}${mark.confidence ? ` ${SIGNS[mark.confidence]}` : ""}`);
    name.setAttribute("aria-pressed", String(mark === chosen));
    if (mark.comment) name.title = mark.comment;
    item.append(name);
    if (state.can_edit) {
      const out = button("×", "plain", () => remove(mark));
      out.setAttribute("aria-label", gettext("Remove {words}", { words: passage.textOf(mark.words) }));
      item.append(out);
    }
    return item;
  }));
}

function showDock() {
  if (!state.can_edit) return;
  const words = pick.length ? [...pick].sort((one, other) => one - other) : chosen?.words ?? [];
  picked.textContent = words.length
    ? gettext("{words}: choose a category", { words: isolated(passage.textOf(words)) })
    : gettext("Pick the words of an expression.");
  if (chosen && !pick.length) picked.textContent = `${isolated(passage.textOf(chosen.words))}: ${titleOf(chosen.category)}`;
  for (const each of document.querySelectorAll("#categories button")) {
    each.setAttribute("aria-pressed", String(!pick.length && chosen?.category === each.dataset.category));
  }
  const completion = findCompletion();
  if (completion) picked.textContent = `${isolated(passage.textOf(completion.words))}: ${titleOf(completion.category)}?`;
  const isProposed = proposed && !pick.length && !chosen;
  if (isProposed) picked.textContent = `${isolated(passage.textOf(proposed.words))}: ${proposed.category ? titleOf(proposed.category) : ""}?`;
  if (acceptance) {
    acceptance.hidden = !completion && !(isProposed && proposed.category);
    byId("accept-key").textContent = completion ? "↵" : "A";
  }
  others.value = "";
  byId("dock").classList.toggle("has-chosen", Boolean(chosen));
  remark.disabled = !chosen;
  if (document.activeElement !== remark) remark.value = chosen?.comment ?? "";
  if (confidence) {
    confidence.disabled = !chosen;
    confidence.value = chosen?.confidence ?? "";
  }
}

function render() {
  const open = openCandidates().map((each) => ({ ...each, isOpen: true }));
  const shown = chosen ?? open.find((each) => proposed && isSame(each.words, proposed.words));
  passage.show([...marks.value, ...open], { picked: pick, chosen: shown });
  lines.value = marks.value.map(writeLine).join("\n");
  showList();
  showDock();
}

/** The first nine categories have buttons with keys; the others stand in a list. */
function makeCategories() {
  const keyed = state.categories.filter(({ key }) => key);
  const rest = state.categories.filter(({ key }) => !key);
  const group = byId("categories");
  group.replaceChildren(...keyed.map(({ name, title, key }) => {
    const made = button(`${title} `, "choice", () => put(name));
    made.dataset.category = name;
    const sign = document.createElement("kbd");
    sign.textContent = key;
    made.append(sign);
    return made;
  }));
  if (!rest.length) return;
  others.className = "choice";
  others.setAttribute("aria-label", gettext("Other category"));
  const first = new Option(gettext("other category"), "");
  others.append(first, ...rest.map(({ name, title }) => new Option(title, name)));
  others.addEventListener("change", () => {
    if (others.value) put(others.value);
    passage.focus(passage.current);
  });
  group.append(others);
}

/* --- keys */
const steps = { undo: () => marks.undo(), redo: () => marks.redo() };

function findInText(key, event) {
  const step = { arrowleft: -1, arrowright: 1 }[key];
  if (step) return () => passage.move(getComputedStyle(passage.element).direction === "rtl" ? -step : step);
  if (key === "arrowup" || key === "arrowdown") return () => passage.moveLine(key === "arrowup" ? -1 : 1);
  if (key === "g") return () => passage.moveVerb(event.shiftKey ? -1 : 1);
  if (key === " ") return () => press(passage.current);
  return null;
}

function find(event) {
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "z") return event.shiftKey ? steps.redo : steps.undo;
    return key === "y" ? steps.redo : null;
  }
  const isText = event.target.closest(".word") || event.target === document.body;
  const inText = isText && findInText(key, event);
  if (inText) return inText;
  const category = state.categories.find((each) => each.key && each.key.toLowerCase() === key);
  if (category) return () => put(category.name);
  if (key === "z") return steps.undo;
  if (key === "y") return steps.redo;
  if (key === "e") return edit;
  if (key === "a" && proposed) return accept;
  if (key === "j" && state.candidates.length) return propose;
  if (key === "enter" && findCompletion()) return accept;
  if (key === ".") return () => others.isConnected && others.focus();
  if (key === "c" && chosen) return () => remark.focus();
  if (key === "delete" || key === "backspace") return () => (pick.length ? giveUp() : remove());
  if (key === "escape") return giveUp;
  if (key === "enter") return event.target.closest("a, summary, button:not(#submit), select") ? null : () => form.requestSubmit(submit);
  return null;
}

function onKey(event) {
  if (event.defaultPrevented || event.altKey || saver.isStopped || isTyping()) return;
  if (event.target.matches("select")) return;
  const act = find(event);
  if (!act) return;
  event.preventDefault();
  act();
}

let isReady = false;

async function onSubmit(event) {
  if (isReady) return;
  event.preventDefault();
  if (saver.isStopped) return;
  if (pick.length) {
    fault.textContent = gettext("Choose a category for the picked words, or press Escape.");
    return;
  }
  if (state.is_judged && openCandidates().length) {
    fault.textContent = gettext("Decide on every candidate.");
    return;
  }
  if (!(await saver.saveAll())) return;
  if (comments && !(await comments.send())) return;
  isReady = true;
  // With nothing left to save we are still inside the event that was stopped, where the browser ignores another one.
  setTimeout(() => form.requestSubmit());
}

function listen() {
  makeCategories();
  passage.element.addEventListener("click", (event) => {
    const index = passage.indexOf(event.target);
    if (index < 0) return;
    passage.focus(index);
    press(index);
  });
  acceptance?.addEventListener("click", accept);
  byId("next-candidate")?.addEventListener("click", propose);
  remark.addEventListener("change", () => change({ comment: remark.value.trim() }));
  remark.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    passage.focus(passage.current);
  });
  confidence?.addEventListener("change", () => change({ confidence: confidence.value ? Number(confidence.value) : null }));
  for (const each of document.querySelectorAll("[data-step]")) each.addEventListener("click", steps[each.dataset.step]);
  form.addEventListener("submit", onSubmit);
  window.addEventListener("pagehide", () => saver.save());
  listenToSkipping();
  document.addEventListener("keydown", onKey);
}

async function start() {
  await saver.resume();
  if (state.can_edit) listen();
  render();
  if (state.can_edit) {
    passage.focus(0);
    if (openCandidates().length) propose();
    byId("announcer").textContent = ngettext(marks.value.length, "{n} expression marked", "{n} expressions marked");
  }
  document.documentElement.dataset.marking = "ready";
}

start();
