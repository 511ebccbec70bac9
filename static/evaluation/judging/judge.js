// Judging by keys, and saving at once. The form does all of it without this script; nothing here is needed to judge.
import { listenToSkipping } from "../../site/skipping.js";
import { commentsBeside } from "../../site/unsent/comments.js";
import { FormSaver } from "../../site/unsent/form.js";
import { Readings } from "../adjudication/readings.js";
import { answerOf, askFor, CANNOT_JUDGE, cannotOf, describeAnswer, noteOf, numberOf, writeAnswer, writeNote } from "./answers.js";

const state = JSON.parse(document.getElementById("assignment-state").textContent);
const form = document.getElementById("judge-form");
const questions = [...form.querySelectorAll("fieldset.question")];
const fault = document.getElementById("fault");
const submit = document.getElementById("submit");
const SETTLE_MS = 500;

const { highest } = state;
const saver = new FormSaver({
  form,
  state,
  read: () => ({ answers: questions.map(answerOf), ...noteOf(form) }),
  write({ answers, note }) {
    writeNote(form, { note });
    questions.forEach((question, place) => writeAnswer(question, answers[place]));
  },
  describe: ({ answers }) => answers.map((value) => describeAnswer(value, state)).join(", "),
  stored: ({ answers, note }) => ({ answers, note }),
  refuse: (sentence) => { fault.textContent = sentence; },
});
const comments = commentsBeside(form, saver);
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

const readings = new Readings({
  readings: state.readings,
  questions,
  take(place, { answer: given }) {
    writeAnswer(questions[place], given);
    save();
    goTo(place + 1);
  },
});

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
  const takes = readings.find(event, current);
  if (takes) {
    event.preventDefault();
    takes();
  } else if (event.key === "Enter") {
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
    fault.textContent = askFor(questions[firstOpen()]);
    goTo(firstOpen());
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
  form.addEventListener("change", (event) => {
    const question = event.target.closest("fieldset.question");
    if (!question) {
      save();
      return;
    }
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
