// Deciding by keys: a digit takes a reading of the difference in hand, and leads to the next one.
import { isTyping } from "../../site/elements.js";

const form = document.getElementById("decision-form");
const cards = [...form.querySelectorAll(".card")];
const words = [...document.querySelectorAll(".word")];
let current = 0;

const inputsOf = (card) => [...card.querySelectorAll("input[type=radio]")];

function show(place) {
  current = Math.max(0, Math.min(place, cards.length));
  cards.forEach((card, at) => card.classList.toggle("is-current", at === current));
  const card = cards[current];
  const shown = new Set(card ? card.dataset.words.split(" ") : []);
  for (const word of words) word.classList.toggle("is-picked", shown.has(word.dataset.word));
  card?.scrollIntoView({ block: "nearest" });
}

function goTo(place) {
  show(place);
  const card = cards[current];
  const input = card && (card.querySelector("input:checked") ?? card.querySelector("input"));
  (input ?? document.getElementById("submit"))?.focus({ preventScroll: true });
}

function take(value) {
  const input = cards[current] && inputsOf(cards[current]).find((each) => each.value === value);
  if (!input) return;
  input.checked = true;
  if (value === "own") cards[current].querySelector("textarea").focus();
  else goTo(current + 1);
}

function find(key) {
  if (/^[1-9]$/.test(key)) return () => take(String(Number(key) - 1));
  if (key === "x") return () => takeNothing();
  if (key === "e") return () => take("own");
  if (key === "arrowdown") return () => goTo(current + 1);
  if (key === "arrowup") return () => goTo(current - 1);
  return null;
}

/** Where an annotator marked nothing, that is one of the readings. */
function takeNothing() {
  const card = cards[current];
  if (!card) return;
  const nothing = inputsOf(card).find((each) => each.value === "none") ?? inputsOf(card).at(-2);
  take(nothing.value);
}

function onKey(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping()) return;
  const key = event.key.toLowerCase();
  if (key === "enter") {
    if (event.target.closest("a, summary, button:not(#submit)")) return;
    event.preventDefault();
    const open = cards.findIndex((card) => !card.querySelector("input:checked"));
    if (open >= 0) goTo(open);
    else form.requestSubmit();
    return;
  }
  const act = find(key);
  if (!act) return;
  event.preventDefault();
  act();
}

form.addEventListener("focusin", ({ target }) => {
  const place = cards.indexOf(target.closest(".card"));
  if (place >= 0) show(place);
});
for (const card of cards) {
  card.querySelector("textarea").addEventListener("input", () => { inputsOf(card).find((each) => each.value === "own").checked = true; });
}
document.addEventListener("keydown", onKey);
const open = cards.findIndex((card) => !card.querySelector("input:checked"));
show(open < 0 ? 0 : open);
document.documentElement.dataset.adjudicating = "ready";
