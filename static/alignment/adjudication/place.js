// Where one stands on the page of a pair: on a card, or on a row of it where links are decided one by one.

import { byId } from "../../site/elements.js";
import { Stage } from "./stage.js";

const cards = () => [...document.querySelectorAll(".dispute")];
const openRows = (element) => [...(element?.querySelectorAll(".rows-of-card[open] .link-row") ?? [])];
export const isOpen = (each) => !("done" in each.dataset) && !each.classList.contains("is-sending");

/** Keys of the card and of its row. */
export const current = { card: null, row: null };
export const card = () => byId(`card-${current.card}`);
export const stop = () => (current.row && byId(`row-${current.row}`)) || card();
export const firstOpen = () => document.querySelector(".dispute:not([data-done])");

export const stage = new Stage();

/** The button of the row where one stands that a key presses. */
export function buttonHere(key) {
  const buttons = [...(stop()?.querySelectorAll("[data-keys]:enabled") ?? [])];
  return buttons.find((each) => each.dataset.keys.split(" ").includes(key) && (current.row || !each.closest(".link-row")));
}

const indicesIn = (text) => text.split(" ").filter(Boolean).map(Number);

/** Shows the words of the row on which one stands. */
export function showHere() {
  if (!card()) return;
  const [source, target] = current.row ? current.row.split("-") : [card().dataset.source, card().dataset.target];
  stage.show({ source: indicesIn(source), target: indicesIn(target) });
}

export function stand(key, row = null, { focus = true, scroll = true } = {}) {
  Object.assign(current, { card: key, row });
  for (const each of cards()) each.classList.toggle("is-current", each.dataset.key === key);
  for (const each of document.querySelectorAll(".link-row")) each.classList.toggle("is-current", each.dataset.key === row);
  if (!card()) return;
  showHere();
  if (!focus) return;
  stop().focus({ preventScroll: true });
  if (scroll) stop().scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Cards, and the rows of cards that are opened, in the order of the page. */
const stops = () => cards().flatMap((each) => [
  { card: each.dataset.key, row: null },
  ...openRows(each).map((row) => ({ card: each.dataset.key, row: row.dataset.key })),
]);

export function move(step) {
  const all = current.row ? stops() : cards().map((each) => ({ card: each.dataset.key, row: null }));
  const here = all.findIndex((each) => each.card === current.card && each.row === current.row);
  const there = all[Math.max(0, Math.min(all.length - 1, here + step))];
  if (there) stand(there.card, there.row);
}

export function moveOn() {
  if (current.row) {
    const rows = openRows(card());
    const next = rows[rows.findIndex((row) => row.dataset.key === current.row) + 1];
    if (next) {
      stand(current.card, next.dataset.key);
      return;
    }
  }
  const all = cards();
  const here = all.findIndex((each) => each.dataset.key === current.card);
  const next = [...all.slice(here + 1), ...all.slice(0, here)].find(isOpen);
  if (next) stand(next.dataset.key);
}

export function openLinks(isOpened) {
  const rows = card()?.querySelector(".rows-of-card");
  if (!rows) return;
  rows.open = isOpened;
  if (isOpened) stand(current.card, rows.querySelector(".link-row").dataset.key);
  else stand(current.card);
}
