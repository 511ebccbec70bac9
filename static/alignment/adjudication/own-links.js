// An adjudicator's own links: boxes that are plain selects become cells, set by one key or by clicking through their labels.

import { byId } from "../../site/elements.js";
import { gettext } from "../../site/texts.js";
import { placeOn } from "./stage.js";
import { current, stage, stand } from "./place.js";

const form = () => byId("own-links");
const KEYS = { s: "S", p: "P", n: "", 0: "", Delete: "", Backspace: "" };
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function set(cell, value) {
  cell.value = value;
  cell.dispatchEvent(new Event("change", { bubbles: true }));
}

function move(cell, [down, across]) {
  const isReversed = getComputedStyle(cell.closest("table")).direction === "rtl";
  const rows = [...form().querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll(".cell")]);
  const row = rows.findIndex((cells) => cells.includes(cell));
  const column = rows[row].indexOf(cell) + (isReversed ? -across : across);
  rows[row + down]?.[column]?.focus();
}

function onKey(event) {
  if (!event.target.closest?.("#own-links") || event.ctrlKey || event.metaKey || event.altKey) return;
  const cell = event.target.closest(".cell");
  const adding = event.target.closest(".adding select");
  event.stopPropagation();
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "Escape") byId("close-own-links").click();
  else if (key === "Enter" && adding) byId("add-words").click();
  else if (key === "Enter" && !event.target.closest("button, a")) byId("save-own-links").click();
  else if (cell && key in KEYS) set(cell, KEYS[key]);
  else if (cell && key === " ") turn(cell);
  else if (cell && key in MOVES) move(cell, MOVES[key]);
  else return;
  event.preventDefault();
}

const turn = (cell) => set(cell, { "": "S", S: "P", P: "" }[cell.value]);

function onMouse(event) {
  const cell = event.target.closest?.("#own-links .cell");
  if (!cell || event.button !== 0) return;
  event.preventDefault();
  cell.focus();
  turn(cell);
}

// A word of the sentences above joins the matrix.
function onClick(event) {
  const word = form() && event.target.closest?.(".words .word");
  if (!word) return;
  const { side, index } = placeOn(word);
  const choice = form().elements[`add_${side}`];
  if (![...choice.options].some((option) => option.value === String(index))) return;
  choice.value = String(index);
  byId("add-words").click();
}

function onFocus(event) {
  const cell = event.target.closest?.("#own-links .cell");
  if (!cell) return;
  const [source, target] = cell.name.replace("cell:", "").split("-");
  stage.show({ source: [Number(source)], target: [Number(target)] });
}

/** Opens, closes and grows the matrix: the page as it is now with another view of the cards, and nothing is decided. */
class Views {
  constructor({ actions, put }) {
    Object.assign(this, { actions, put });
  }

  async show(key, url, body) {
    const before = new Set([...document.querySelectorAll("#own-links .cell")].map((each) => each.name));
    const fresh = await this.actions.look(url, body);
    if (!fresh) {
      this.actions.explain(gettext("The matrix needs a connection. Press the key again when it is back."));
      return;
    }
    this.put(fresh, { key, isOwnLinks: true }, false);
    const cells = [...document.querySelectorAll("#own-links .cell")];
    const place = cells.find((each) => before.size && !before.has(each.name)) ?? cells[0] ?? form()?.elements.add_source;
    if (!place) {
      stand(key);
      return;
    }
    place.focus({ preventScroll: true });
    form().scrollIntoView({ block: "nearest" });
  }

  /** Adds words to what is linked by now: an answer may have come since these were picked. */
  grow(button) {
    const { add_source, add_target } = Object.fromEntries(new FormData(form()));
    const body = () => {
      const fields = new FormData(form());
      for (const [name, value] of Object.entries({ add_source, add_target, step: "add" })) fields.set(name, value);
      return new URLSearchParams(fields);
    };
    return this.show(button.closest(".dispute")?.dataset.key, form().action, body);
  }

  onClick(event) {
    const link = event.target.closest("[data-own-links], #close-own-links");
    if (!link) return;
    event.preventDefault();
    this.show(link.dataset.ownLinks ?? current.card, link.href.replace(/#.*/, ""));
  }
}

export function listenToOwnLinks(page) {
  const views = new Views(page);
  document.addEventListener("keydown", onKey, true);
  document.addEventListener("mousedown", onMouse);
  document.addEventListener("click", onClick);
  document.addEventListener("click", (event) => views.onClick(event));
  document.addEventListener("focusin", onFocus);
  return views;
}
