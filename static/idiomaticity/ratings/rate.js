// Rating by keys, and saving at once. The form does all of it without this script; nothing here is needed to rate.
import { listenToSkipping } from "../../site/skipping.js";
import { gettext } from "../../site/texts.js";
import { commentsBeside } from "../../site/unsent/comments.js";
import { isolated } from "../../site/unsent/choice.js";
import { FormSaver } from "../../site/unsent/form.js";

const state = JSON.parse(document.getElementById("assignment-state").textContent);
const form = document.getElementById("rating-form");
const scales = [...form.querySelectorAll("fieldset.scale")];
const paraphrases = [...form.querySelectorAll(".paraphrase-row input")];
const fault = document.getElementById("paraphrase-fault");
const SETTLE_MS = 500;

/* --- what the page says */
const CANNOT_JUDGE = -1;
const questions = new Map(state.questions.map((question) => [question.scale, question]));
const rangeOf = (scale) => scale.querySelector("input[type=range]");
const numberOf = (scale) => scale.querySelector("input[type=number]");
const cannotOf = (scale) => scale.querySelector(".cannot input");

/** A score, -1 for "cannot judge", null while there is none. */
function answerOf(scale) {
  const number = numberOf(scale);
  if (!number) {
    const checked = scale.querySelector("input:checked");
    return checked ? Number(checked.value) : null;
  }
  if (cannotOf(scale).checked) return CANNOT_JUDGE;
  return number.value !== "" && number.checkValidity() ? Number(number.value) : null;
}

/** A slider stands in the middle, and looks it, until somebody moves it: its place is no answer. */
function showRange(scale) {
  const number = numberOf(scale);
  if (!number) return;
  const { lowest, highest } = questions.get(scale.dataset.scale);
  rangeOf(scale).value = number.value === "" ? (lowest + highest) / 2 : number.value;
  rangeOf(scale).classList.toggle("is-open", number.value === "");
}

function writeAnswer(scale, value) {
  const number = numberOf(scale);
  if (number) {
    cannotOf(scale).checked = value === CANNOT_JUDGE;
    number.value = value === null || value === CANNOT_JUDGE ? "" : value;
    showRange(scale);
  } else for (const input of scale.querySelectorAll("input")) input.checked = Number(input.value) === value;
}

const isFinished = () => scales.every((scale) => answerOf(scale) !== null);
const normalise = (text) => text.normalize("NFKC").toLowerCase().normalize("NFKC").split(/\s+/u).filter(Boolean).join(" ");
const bare = (text) => normalise(text).replace(/[^\p{L}\p{N}]/gu, "");

/** Why a paraphrase cannot be taken; the server says the same, and some more, when it is submitted. */
function faultOf(input) {
  const text = input.value.trim();
  if (!text) return "";
  if (!bare(text)) return gettext("“{text}” is not a paraphrase. Leave the field empty if you do not know one.", { text });
  if (bare(text) === bare(state.compound.compound)) return gettext("This is the compound itself. Use other words.");
  const before = paraphrases.slice(0, paraphrases.indexOf(input)).map((other) => normalise(other.value));
  return before.includes(normalise(text)) ? gettext("“{text}” occurs twice.", { text }) : "";
}

function checkParaphrases() {
  const faults = paraphrases.map(faultOf);
  paraphrases.forEach((input, place) => {
    if (faults[place]) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  });
  const text = faults.find(Boolean) ?? "";
  if (fault.textContent !== text) fault.textContent = text;
  return faults;
}

function readJudgement() {
  const faults = checkParaphrases();
  const texts = paraphrases.map((input) => input.value.trim()).filter((text, place) => text && !faults[place]);
  const judgement = { head: null, modifier: null, whole: null, paraphrases: texts, extra: {} };
  for (const scale of scales) {
    const { scale: name } = scale.dataset;
    (name in judgement ? judgement : judgement.extra)[name] = answerOf(scale);
  }
  return judgement;
}

function writeJudgement({ judgement }) {
  for (const scale of scales) writeAnswer(scale, answerIn(judgement, scale.dataset.scale));
  paraphrases.forEach((input, place) => { input.value = judgement.paraphrases[place] ?? ""; });
  checkParaphrases();
}

const answerIn = (judgement, name) => judgement[name] ?? judgement.extra?.[name] ?? null;

function scoreIn(judgement, name) {
  const score = answerIn(judgement, name);
  if (score === null) return gettext("not scored");
  return score < 0 ? state.cannot_judge : score;
}

function describe({ judgement }) {
  const names = { head: gettext("head"), modifier: gettext("modifier"), whole: gettext("whole") };
  const scores = scales.map(({ dataset: { scale } }) => `${names[scale] ?? scale} ${scoreIn(judgement, scale)}`);
  return [...scores, ...judgement.paraphrases.map((text) => `“${isolated(text)}”`)].join(", ");
}

/** A demo has nowhere to save to, and keeps nothing in the browser. */
const UNSAVED = { isStopped: false, save: () => {}, saveAll: async () => true, resume: async () => {} };
const saver = state.is_demo ? UNSAVED : new FormSaver({
  form,
  state,
  read: () => ({ judgement: readJudgement() }),
  write: writeJudgement,
  describe,
  stored: ({ judgement }) => ({ judgement }),
  refuse: (sentence) => { fault.textContent = sentence; },
  isBlank: ({ judgement }) => !judgement.paraphrases.length && scales.every(({ dataset: { scale } }) => answerIn(judgement, scale) === null),
});
const comments = commentsBeside(form, saver);
const save = () => saver.save();
let timer = 0;

/* --- moving */
let current = 0;

function show(place) {
  current = Math.max(0, Math.min(place, scales.length));
  scales.forEach((scale, index) => scale.classList.toggle("is-current", index === current));
}

const firstOpen = () => { const open = scales.findIndex((scale) => answerOf(scale) === null); return open < 0 ? scales.length : open; };

function goTo(place) {
  show(place);
  if (current < scales.length) {
    // A radio keeps the focus inside its scale, so that the screen reader says the question.
    const field = numberOf(scales[current]) ?? scales[current].querySelector("input:checked") ?? scales[current].querySelector("input");
    field.focus({ preventScroll: true });
    scales[current].scrollIntoView({ block: "nearest" });
  } else {
    paraphrases[0].focus();
  }
}

function answer(value) {
  if (current >= scales.length) return;
  writeAnswer(scales[current], value);
  save();
  goTo(current + 1);
}

function hasButton(value) {
  const question = current < scales.length && questions.get(scales[current].dataset.scale);
  return question && !question.is_slider && value >= question.lowest && value <= question.highest && (value - question.lowest) % question.step === 0;
}

function onKey(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || saver.isStopped) return;
  const isNumber = event.target.matches("input[type=number]");
  const isTyping = !isNumber && event.target.matches("input:not([type=radio], [type=checkbox], [type=range]), textarea, select");
  const isOperating = event.target.closest("a, button, summary");
  if (event.key === "Enter") {
    if (isOperating || (isTyping && !form.contains(event.target))) return;
    event.preventDefault();
    form.requestSubmit();
  } else if (isTyping) {
    if (event.key === "Backspace" && event.target === paraphrases[0] && !event.target.value) {
      event.preventDefault();
      goTo(scales.length - 1);
    }
  } else if (event.key.toLowerCase() === "x") {
    event.preventDefault();
    answer(CANNOT_JUDGE);
  } else if (isNumber) {
    if (event.key === "Backspace" && event.target.value === "") {
      event.preventDefault();
      goTo(current - 1);
    }
  } else if (/^\d$/.test(event.key) && hasButton(Number(event.key))) {
    event.preventDefault();
    answer(Number(event.key));
  } else if (event.key === "Backspace") {
    event.preventDefault();
    goTo(current - 1);
  }
}

let isReady = false;

async function onSubmit(event) {
  if (isReady) return;
  event.preventDefault();
  if (saver.isStopped) return;
  const wrong = checkParaphrases().findIndex(Boolean);
  if (!isFinished()) { goTo(firstOpen()); return; }
  if (wrong >= 0) { paraphrases[wrong].focus(); return; }
  clearTimeout(timer);
  if (!(await saver.saveAll())) return;
  if (comments && !(await comments.send())) return;
  isReady = true;
  // With nothing left to save we are still inside the event that was stopped, where the browser ignores another one.
  setTimeout(() => form.requestSubmit());
}

function listen() {
  form.addEventListener("change", (event) => {
    const scale = event.target.closest("fieldset.scale");
    if (!scale) return;
    if (event.target.type === "checkbox" && event.target.checked) writeAnswer(scale, CANNOT_JUDGE);
    show(scales.indexOf(scale));
    save();
  });
  form.addEventListener("input", (event) => {
    const scale = event.target.closest("fieldset.scale");
    if (event.target.type === "range") numberOf(scale).value = event.target.value;
    if (event.target.type === "range" || event.target.type === "number") {
      if (numberOf(scale).value !== "") cannotOf(scale).checked = false;
      showRange(scale);
    } else if (!paraphrases.includes(event.target)) return;
    checkParaphrases();
    clearTimeout(timer);
    timer = setTimeout(save, SETTLE_MS);
  });
  form.addEventListener("focusin", (event) => {
    const place = scales.indexOf(event.target.closest("fieldset"));
    if (place >= 0) show(place);
    else if (paraphrases.includes(event.target)) show(scales.length);
  });
  form.addEventListener("submit", onSubmit);
  // What was typed last is kept even where the tab is closed at once.
  window.addEventListener("pagehide", save);
  listenToSkipping();
  document.addEventListener("keydown", onKey);
}

async function start() {
  scales.forEach(showRange);
  await saver.resume();
  if (!state.can_edit) return;
  listen();
  show(firstOpen());
  document.documentElement.dataset.rating = "ready";
}

start();
