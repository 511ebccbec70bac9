// Judging by keys, and saving at once. The form does all of it without this script; nothing here is needed to judge.
import { listenToSkipping } from "../../site/skipping.js";
import { gettext } from "../../site/texts.js";
import { FormSaver } from "../../site/unsent/form.js";

const CANNOT_JUDGE = -1;
const state = JSON.parse(document.getElementById("assignment-state").textContent);
const form = document.getElementById("judge-form");
const questions = [...form.querySelectorAll("fieldset.question")];
const fault = document.getElementById("fault");
const submit = document.getElementById("submit");
const SETTLE_MS = 500;

const numberOf = (question) => question.querySelector("input[type=number]");
const cannotOf = (question) => question.querySelector("input[type=checkbox]");

/** A value, -1 for "cannot judge", null while there is none. */
function answerOf(question) {
  const number = numberOf(question);
  if (!number) {
    const checked = question.querySelector("input:checked");
    return checked ? Number(checked.value) : null;
  }
  if (cannotOf(question).checked) return CANNOT_JUDGE;
  return number.value !== "" && number.checkValidity() ? Number(number.value) : null;
}

function writeAnswer(question, value) {
  const number = numberOf(question);
  if (number) {
    cannotOf(question).checked = value === CANNOT_JUDGE;
    number.value = value === null || value === CANNOT_JUDGE ? "" : value;
  } else for (const input of question.querySelectorAll("input")) input.checked = Number(input.value) === value;
}

function describeAnswer(value) {
  if (value === null) return gettext("not judged");
  return value === CANNOT_JUDGE ? state.cannot_judge : value;
}

const { highest } = state;
const saver = new FormSaver({
  form,
  state,
  read: () => ({ answers: questions.map(answerOf) }),
  write: ({ answers }) => questions.forEach((question, place) => writeAnswer(question, answers[place])),
  describe: ({ answers }) => answers.map(describeAnswer).join(", "),
  stored: ({ answers }) => ({ answers }),
  refuse: (sentence) => { fault.textContent = sentence; },
});
const save = () => saver.save();
let timer = 0;

/* --- moving */
let current = 0;

function show(place) {
  current = Math.max(0, Math.min(place, questions.length));
  questions.forEach((question, index) => question.classList.toggle("is-current", index === current));
}

const firstOpen = () => { const open = questions.findIndex((question) => answerOf(question) === null); return open < 0 ? questions.length : open; };

function goTo(place) {
  show(place);
  if (current < questions.length) {
    const question = questions[current];
    // A radio keeps the focus inside its question, so that the screen reader says it.
    const field = numberOf(question) ?? question.querySelector("input:checked") ?? question.querySelector("input");
    field.focus({ preventScroll: true });
    if (numberOf(question)) field.select();
    question.scrollIntoView({ block: "nearest" });
  } else {
    submit.focus();
  }
}

function answer(value) {
  if (current >= questions.length) return;
  const question = questions[current];
  if (numberOf(question)) {
    cannotOf(question).checked = value === CANNOT_JUDGE;
    numberOf(question).value = "";
  } else {
    question.querySelector(`input[value="${value}"]`).checked = true;
  }
  save();
  goTo(current + 1);
}

function onEnter(event) {
  if (event.target.closest("a, summary, button:not(#submit)") || !(form.contains(event.target) || event.target === document.body)) return;
  event.preventDefault();
  const question = questions[current];
  if (question && numberOf(question) && answerOf(question) !== null && firstOpen() < questions.length) goTo(firstOpen());
  else form.requestSubmit(submit);
}

function onKey(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || saver.isStopped) return;
  const isTyping = event.target.matches("input:not([type=radio], [type=checkbox], [type=number]), textarea, select");
  if (isTyping) return;
  const isNumber = event.target.matches("input[type=number]");
  if (event.key === "Enter") {
    onEnter(event);
  } else if (event.key.toLowerCase() === "x") {
    event.preventDefault();
    answer(CANNOT_JUDGE);
  } else if (isNumber) {
    if (event.key === "Backspace" && event.target.value === "") {
      event.preventDefault();
      goTo(current - 1);
    }
  } else if (highest < 10 && /^[1-9]$/.test(event.key) && Number(event.key) <= highest) {
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
  if (firstOpen() < questions.length) {
    fault.textContent = gettext("One answer is missing here.");
    goTo(firstOpen());
    return;
  }
  clearTimeout(timer);
  if (!(await saver.saveAll())) return;
  isReady = true;
  // With nothing left to save we are still inside the event that was stopped, where the browser ignores another one.
  setTimeout(() => form.requestSubmit());
}

function listen() {
  form.addEventListener("change", (event) => {
    const question = event.target.closest("fieldset.question");
    if (!question) return;
    fault.textContent = "";
    if (event.target.type === "checkbox" && event.target.checked) numberOf(question).value = "";
    show(questions.indexOf(question));
    save();
  });
  form.addEventListener("input", (event) => {
    if (event.target.type !== "number") return;
    if (event.target.value !== "") cannotOf(event.target.closest("fieldset.question")).checked = false;
    clearTimeout(timer);
    timer = setTimeout(save, SETTLE_MS);
  });
  form.addEventListener("focusin", (event) => {
    const place = questions.indexOf(event.target.closest("fieldset.question"));
    if (place >= 0) show(place);
  });
  form.addEventListener("submit", onSubmit);
  // What was typed last is kept even where the tab is closed at once.
  window.addEventListener("pagehide", save);
  listenToSkipping();
  document.addEventListener("keydown", onKey);
  // Required fields would stop the form before it can say which answer is missing.
  form.noValidate = true;
}

async function start() {
  await saver.resume();
  if (!state.can_edit) return;
  listen();
  show(firstOpen());
  document.documentElement.dataset.judging = "ready";
}

start();
