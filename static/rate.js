// Rating by keys, and saving at once. The form does all of it without this script; nothing here is needed to rate.
import { Unreachable, request } from "./annotate/transport.js";

const state = JSON.parse(document.getElementById("assignment-state").textContent);
const form = document.getElementById("rating-form");
const scales = [...form.querySelectorAll("fieldset.scale")];
const paraphrases = [...form.querySelectorAll(".paraphrase-row input")];
const fault = document.getElementById("paraphrase-fault");
const receipt = document.getElementById("receipt");
const notice = document.getElementById("notice");
const RETRY_MS = 4000;
const SETTLE_MS = 500;

/* --- what the page says */
const answerOf = (scale) => scale.querySelector("input:checked")?.value;
const isFinished = () => scales.every((scale) => answerOf(scale) !== undefined);
const normalise = (text) => text.normalize("NFKC").toLowerCase().normalize("NFKC").split(/\s+/u).filter(Boolean).join(" ");
const bare = (text) => normalise(text).replace(/[^\p{L}\p{N}]/gu, "");

/** Why a paraphrase cannot be taken; the server says the same, and some more, when it is handed in. */
function faultOf(input) {
  const text = input.value.trim();
  if (!text) return "";
  if (!bare(text)) return `“${text}” is no paraphrase; leave the field empty if you know none.`;
  if (bare(text) === bare(state.compound.compound)) return "This is the compound itself; write other words for it.";
  const before = paraphrases.slice(0, paraphrases.indexOf(input)).map((other) => normalise(other.value));
  return before.includes(normalise(text)) ? `“${text}” stands here twice.` : "";
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

/* --- saving: one request at a time, the latest state wins, a lost answer is asked for again under the same id */
let version = state.version;
let saved = JSON.stringify(readJudgement());
let working = null;
let isStopped = false;
let timer = 0;

function say(text) { receipt.textContent = text; }

function stop(text) {
  isStopped = true;
  say("");
  notice.classList.add("notice-error");
  const again = document.createElement("a");
  again.href = window.location.href;
  again.textContent = "Show what is stored";
  notice.replaceChildren(text, " ", again);
  notice.hidden = false;
}

async function deliver(body) {
  for (;;) {
    try {
      return await request(state.urls.change, "POST", body);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      say("Not saved yet: the server cannot be reached. Trying again…");
      await new Promise((resume) => { setTimeout(resume, RETRY_MS); });
    }
  }
}

async function saveAll() {
  for (;;) {
    const judgement = readJudgement();
    const written = JSON.stringify(judgement);
    if (written === saved || isStopped) return;
    say("Saving…");
    const answer = await deliver({ operation_id: crypto.randomUUID(), version, judgement });
    if (answer.ok) {
      saved = written;
      version = answer.data.version;
      for (const field of document.querySelectorAll("input[name=version]")) field.value = version;
      say("Saved");
    } else if (answer.status === 400) {
      // What the server will not take is said where it stands; it is asked again when something changes.
      saved = written;
      fault.textContent = answer.data.detail;
      say("");
      return;
    } else {
      stop(answer.data.detail ?? "You are no longer signed in.");
    }
  }
}

function save() {
  working = (working ?? Promise.resolve()).then(saveAll);
  return working;
}

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
  void save();
  goTo(current + 1);
}

function onKey(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isStopped) return;
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
  if (isStopped) return;
  const wrong = checkParaphrases().findIndex(Boolean);
  if (!isFinished()) return;
  if (wrong >= 0) { paraphrases[wrong].focus(); return; }
  clearTimeout(timer);
  await save();
  if (isStopped) return;
  isReady = true;
  // With nothing left to save we are still inside the event that was stopped, where the browser ignores another one.
  setTimeout(() => form.requestSubmit());
}

form.addEventListener("change", (event) => {
  if (event.target.type === "radio") {
    show(scales.indexOf(event.target.closest("fieldset")));
    void save();
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
// The browser keeps a page that was left, as it was: what is stored may have changed.
window.addEventListener("pageshow", (event) => { if (event.persisted) window.location.reload(); });
document.addEventListener("keydown", onKey);
show(firstOpen());
document.documentElement.dataset.rating = "ready";
