// Rating by keys, and saving at once. The form does all of it without this script; nothing here is needed to rate.
import { listenToSkipping } from "../../site/skipping.js";
import { gettext } from "../../site/texts.js";
import { FormSaver } from "../../site/unsent/form.js";

const state = JSON.parse(document.getElementById("assignment-state").textContent);
const form = document.getElementById("rating-form");
const scales = [...form.querySelectorAll("fieldset.scale")];
const paraphrases = [...form.querySelectorAll(".paraphrase-row input")];
const fault = document.getElementById("paraphrase-fault");
const SETTLE_MS = 500;

/* --- what the page says */
const answerOf = (scale) => scale.querySelector("input:checked")?.value;
const isFinished = () => scales.every((scale) => answerOf(scale) !== undefined);
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
  const judgement = { paraphrases: paraphrases.map((input) => input.value.trim()).filter((text, place) => text && !faults[place]) };
  for (const scale of scales) judgement[scale.dataset.scale] = answerOf(scale) === undefined ? null : Number(answerOf(scale));
  return judgement;
}

function writeJudgement({ judgement }) {
  for (const scale of scales) {
    for (const input of scale.querySelectorAll("input")) input.checked = Number(input.value) === judgement[scale.dataset.scale];
  }
  paraphrases.forEach((input, place) => { input.value = judgement.paraphrases[place] ?? ""; });
  checkParaphrases();
}

function scoreIn(judgement, name) {
  const score = judgement[name];
  if (score === null) return gettext("not scored");
  return score < 0 ? state.cannot_judge : score;
}

function describe({ judgement }) {
  const names = { head: gettext("head"), modifier: gettext("modifier"), whole: gettext("whole") };
  const scores = scales.map(({ dataset: { scale } }) => `${names[scale] ?? scale} ${scoreIn(judgement, scale)}`);
  return [...scores, ...judgement.paraphrases.map((text) => `“${text}”`)].join(", ");
}

const saver = new FormSaver({
  form,
  state,
  read: () => ({ judgement: readJudgement() }),
  write: writeJudgement,
  describe,
  stored: ({ judgement }) => ({ judgement }),
  refuse: (sentence) => { fault.textContent = sentence; },
});
const save = () => saver.save();
let timer = 0;

/* --- moving */
let current = 0;

function show(place) {
  current = Math.max(0, Math.min(place, scales.length));
  scales.forEach((scale, index) => scale.classList.toggle("is-current", index === current));
}

const firstOpen = () => { const open = scales.findIndex((scale) => answerOf(scale) === undefined); return open < 0 ? scales.length : open; };

function goTo(place) {
  show(place);
  if (current < scales.length) {
    // A radio keeps the focus inside its scale, so that the screen reader says the question.
    (scales[current].querySelector("input:checked") ?? scales[current].querySelector("input")).focus({ preventScroll: true });
    scales[current].scrollIntoView({ block: "nearest" });
  } else {
    paraphrases[0].focus();
  }
}

function answer(value) {
  if (current >= scales.length) return;
  const input = scales[current].querySelector(`input[value="${value}"]`);
  input.checked = true;
  save();
  goTo(current + 1);
}

function onKey(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || saver.isStopped) return;
  const isTyping = event.target.matches("input:not([type=radio]), textarea, select");
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
  } else if (/^[0-5]$/.test(event.key)) {
    event.preventDefault();
    answer(event.key);
  } else if (event.key.toLowerCase() === "x") {
    event.preventDefault();
    answer("-1");
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
  if (!isFinished()) return;
  if (wrong >= 0) { paraphrases[wrong].focus(); return; }
  clearTimeout(timer);
  if (!(await saver.saveAll())) return;
  isReady = true;
  // With nothing left to save we are still inside the event that was stopped, where the browser ignores another one.
  setTimeout(() => form.requestSubmit());
}

function listen() {
  form.addEventListener("change", (event) => {
    if (event.target.type === "radio") {
      show(scales.indexOf(event.target.closest("fieldset")));
      save();
    }
  });
  form.addEventListener("input", (event) => {
    if (!paraphrases.includes(event.target)) return;
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
  await saver.resume();
  if (!state.can_edit) return;
  listen();
  show(firstOpen());
  document.documentElement.dataset.rating = "ready";
}

start();
