// Marking errors in translations by mouse, finger and keys, and scoring them; everything is saved at once.
import { EDGE, shiftInto } from "../../site/sight.js";
import { listenToSkipping } from "../../site/skipping.js";
import { ngettext } from "../../site/texts.js";
import { commentsBeside } from "../../site/unsent/comments.js";
import { FormSaver } from "../../site/unsent/form.js";
import { Readings } from "../adjudication/readings.js";
import { answerOf, askFor, CANNOT_JUDGE, cannotOf, describeAnswer, noteOf, numberOf, writeAnswer, writeNote } from "./answers.js";
import { scrollTogether } from "./long_texts.js";
import { listenToPointer } from "./mark_pointer.js";
import { MarkedText } from "./marked_text.js";
import { Marking } from "./marking.js";
import { showMarks } from "./marks_shown.js";

const state = JSON.parse(document.getElementById("assignment-state").textContent);
const form = document.getElementById("judge-form");
const page = form.closest(".judging");
const dock = document.getElementById("dock");
const questions = [...form.querySelectorAll("fieldset.question")];
const fault = document.getElementById("fault");
const contradictions = document.getElementById("contradictions");
const submit = document.getElementById("submit");
const { categories, severities } = state.scheme;
const SETTLE_MS = 500;
// A severity in hand stays there until the tab is closed.
const PEN = "judging-pen";
let timer = 0;

const marking = new Marking({
  scheme: state.scheme,
  spans: state.spans,
  given: state.given,
  source: new MarkedText(document.getElementById("source"), state.source.text, { limits: state.markable, shown: state.markable }),
  outputs: questions.map((question, place) => new MarkedText(question.querySelector(".output"), state.outputs[place])),
  render: () => showMarks(marking, questions, dock),
  changed() {
    clearFault();
    save();
  },
});

const saver = new FormSaver({
  form,
  state,
  read: () => ({ answers: questions.map(answerOf), spans: marking.marks.spans, ...noteOf(form) }),
  write({ answers, spans, note }) {
    writeNote(form, { note });
    questions.forEach((question, place) => writeAnswer(question, answers[place]));
    questions.forEach(syncScale);
    marking.marks.take(spans);
    marking.choose(null);
  },
  describe: ({ answers, spans }) => answers.map((value, place) => {
    const marked = ngettext(spans[place].length, "{n} mark", "{n} marks");
    return `${describeAnswer(value, state)} (${marked})`;
  }).join(", "),
  stored: ({ answers, spans, note }) => ({ answers, spans, note }),
  refuse: (sentence) => { fault.textContent = sentence; },
});
const comments = commentsBeside(form, saver);
const save = () => saver.save();

const steps = {
  delete: () => marking.remove(),
  undo: () => marking.marks.undo(),
  redo: () => marking.marks.redo(),
};

/** What the page says against submitting is out of date once something changes. */
function clearFault() {
  fault.textContent = "";
  if (contradictions) contradictions.hidden = true;
}

/* --- moving */
/** Keeps the chosen words between the source and the dock: their last line where one went forward, else their first. */
function keepInSight(step) {
  const { element } = marking.text;
  const lines = [...element.querySelectorAll(".is-chosen")].flatMap((piece) => [...piece.getClientRects()]);
  if (!lines.length) return;
  const source = marking.source.element;
  const [box, frame] = [lines.at(step > 0 ? -1 : 0), source.getBoundingClientRect()];
  if (element === source) source.scrollTop += shiftInto(box, frame.top + EDGE, frame.bottom - EDGE);
  else {
    const top = shiftInto(box, frame.bottom + EDGE, dock.getBoundingClientRect().top - EDGE);
    if (top) window.scrollBy({ top, behavior: "instant" });
  }
}

function move(step, how) {
  marking.move(step, how);
  keepInSight(step);
}

function goTo(place) {
  if (place >= questions.length) {
    submit.focus();
    return;
  }
  const output = Math.max(0, place);
  marking.settle(output, "target", marking.outputs[output].words[0] ?? null);
  marking.isUntouched = true;
  marking.text.element.focus({ preventScroll: true });
  questions[output].scrollIntoView({ block: "nearest" });
  keepInSight(-1);
}

function firstOpen() {
  const open = questions.findIndex((question) => answerOf(question) === null);
  return open < 0 ? questions.length : open;
}

function answer(value) {
  writeAnswer(questions[marking.output], value);
  syncScale(questions[marking.output]);
  save();
  goTo(marking.output + 1);
}

const readings = new Readings({
  readings: state.readings,
  questions,
  take(place, { answer: given, spans }) {
    goTo(place);
    marking.marks.put(marking.marks.spans.map((marks, at) => (at === place ? spans : marks)));
    answer(given);
  },
  takeMark(place, mark) {
    marking.marks.replace(place, null, mark);
    marking.select(place, mark);
  },
});

/** Enter leads from the text to its score, from the score to the next text, and from the last one to the next item. */
function onEnter({ target }) {
  const question = questions[marking.output];
  const field = numberOf(question);
  if (target.closest(".markable") && field) {
    field.focus();
    field.select();
  } else if (target.closest(".markable") && answerOf(question) === null) answer(0);
  else if (target !== submit && answerOf(question) !== null && marking.output + 1 < questions.length) goTo(marking.output + 1);
  else form.requestSubmit(submit);
}

function giveUp() {
  marking.giveUp();
  sessionStorage[PEN] = "";
}

/* --- keys */
/** What keys do in a text. */
function findInText(event, key, isCommand) {
  if (key === "arrowleft" || key === "arrowright") {
    return () => move(key === "arrowright" ? 1 : -1, { isFine: isCommand, isGrowing: event.shiftKey });
  }
  if (isCommand) return key === "a" ? () => marking.choose(marking.text.whole) : null;
  if (key === "arrowup" || key === "arrowdown") return () => goTo(marking.output + (key === "arrowdown" ? 1 : -1));
  if (key === "delete" || key === "backspace") return steps.delete;
  if (key === "escape") return giveUp;
  const severity = severities[Number(key) - 1];
  if (severity) return () => marking.put({ severity: severity.name });
  const category = categories.find((each) => each.key === key);
  return category ? () => marking.put({ category: category.name }) : null;
}

/** What a key does where the focus is, if it does anything. */
function find(event) {
  const key = event.key.toLowerCase();
  const isCommand = event.ctrlKey || event.metaKey;
  const takes = readings.find(event, marking.output);
  if (takes) return takes;
  if (isCommand && key === "z") return event.shiftKey ? steps.redo : steps.undo;
  if (isCommand && key === "y") return steps.redo;
  if (key === "enter" && !isCommand) return event.target.closest("a, summary, button:not(#submit)") ? null : () => onEnter(event);
  if (key === "x" && !isCommand) return () => answer(CANNOT_JUDGE);
  return event.target.closest(".markable") ? findInText(event, key, isCommand) : null;
}

function onKey(event) {
  const isOwn = [form, marking.source.element].some((part) => part.contains(event.target)) || event.target === document.body;
  if (event.defaultPrevented || event.altKey || saver.isStopped || !isOwn || event.target.matches("textarea")) return;
  const act = find(event);
  if (!act) return;
  event.preventDefault();
  act();
}

/* --- scores and submitting */
function syncScale(question) {
  const scale = question.querySelector("input[type=range]");
  if (!scale) return;
  const { value } = numberOf(question);
  scale.classList.toggle("is-unset", value === "");
  if (value !== "") scale.value = value;
}

function onInput({ target }) {
  const question = target.closest("fieldset.question");
  if (!question) return;
  if (target.type === "range") numberOf(question).value = target.value;
  if (target !== cannotOf(question)) cannotOf(question).checked = false;
  else if (target.checked) writeAnswer(question, CANNOT_JUDGE);
  clearFault();
  syncScale(question);
  clearTimeout(timer);
  timer = setTimeout(save, SETTLE_MS);
}

function onFocus({ target }) {
  const output = questions.indexOf(target.closest("fieldset.question"));
  const isText = target.matches(".markable");
  if (target === marking.source.element && marking.side !== "source") {
    marking.settle(marking.output, "source", marking.source.words[0] ?? null);
  } else if (output >= 0 && (output !== marking.output || (isText && marking.side === "source"))) {
    marking.settle(output, "target", isText ? (marking.outputs[output].words[0] ?? null) : null);
  }
}

let isReady = false;

async function onSubmit(event) {
  if (isReady) return;
  event.preventDefault();
  if (saver.isStopped) return;
  if (firstOpen() < questions.length) {
    goTo(firstOpen());
    fault.textContent = askFor(questions[firstOpen()]);
    return;
  }
  clearTimeout(timer);
  if (!(await saver.saveAll({ isUnseen: state.is_preset && saver.version === 0 }))) return;
  if (comments && !(await comments.send())) return;
  isReady = true;
  // With nothing left to save we are still inside the event that was stopped, where the browser ignores another one.
  setTimeout(() => form.requestSubmit());
}

function listen() {
  for (const text of [marking.source, ...marking.outputs]) text.element.tabIndex = 0;
  listenToPointer(marking, page, questions);
  scrollTogether(marking.source.element, () => marking.outputs[marking.output].element);
  listenToSkipping();
  dock.addEventListener("pointerdown", (event) => event.preventDefault()); // the words stay chosen
  dock.addEventListener("click", ({ target }) => {
    const { category, severity, step } = target.closest("button")?.dataset ?? {};
    if (step) steps[step]();
    else if (category) marking.put({ category });
    else if (severity) marking.press(severity);
    sessionStorage[PEN] = marking.pen ?? "";
  });
  form.addEventListener("input", onInput);
  form.addEventListener("change", save);
  form.addEventListener("submit", onSubmit);
  page.addEventListener("focusin", onFocus);
  document.addEventListener("keydown", onKey);
  // What was typed last is kept even where the tab is closed at once.
  window.addEventListener("pagehide", save);
  // Required fields would stop the form before it can say which answer is missing.
  form.noValidate = true;
}

async function start() {
  marking.render();
  await saver.resume();
  questions.forEach(syncScale);
  if (!state.can_edit) return;
  listen();
  marking.pen = severities.find(({ name }) => name === sessionStorage[PEN])?.name ?? null;
  goTo(contradictions ? questions.length : Math.min(firstOpen(), questions.length - 1));
  document.documentElement.dataset.judging = "ready";
}

start();
