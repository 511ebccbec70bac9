// The elements of an empty matrix, and how large they are.

import { build } from "../../../site/elements.js";
import { gettext } from "../../../site/texts.js";

const LAYERS = ["row", "column", "pale-row", "pale-column", "block"];
const LONGEST_NAME = 10.5; // in times the size of the text; longer words end in an ellipsis

function headersOf({ tokens, language, direction, targets }, side, role) {
  const asked = new Set(targets);
  return tokens.map((token, index) => build("span", {
    class: `matrix-name of-${side}${asked.has(index) ? " asked" : ""}`, role, title: token, lang: language, "data-index": index,
    "aria-colindex": side === "target" && index + 2,
  }, build("bdi", { class: "token", dir: direction }, token)));
}

/** Headers, one element for each row, and the painted layers; cells come when something is in them. */
export function buildGrid({ source, target }) {
  const names = { source: headersOf(source, "source", null), target: headersOf(target, "target", "columnheader") };
  const corner = build("span", { class: "matrix-corner", role: "columnheader", "aria-colindex": 1, "aria-label": gettext("{language} word", { language: source.name }) },
    build("span", { class: "of-columns" }, target.name), build("span", { class: "of-rows" }, source.name));
  const head = build("div", { class: "matrix-head", role: "row", "aria-rowindex": 1 }, corner, ...names.target);
  const layers = Object.fromEntries(LAYERS.map((name) =>
    [name, build("div", { class: `matrix-${name}`, "aria-hidden": "true", role: "presentation" })]));
  // All row headers in one element that stays in sight: a hundred that stay each for itself are a hundred layers to paint.
  // What is read out stands in the rows.
  const gutter = build("div", { class: "matrix-gutter", "aria-hidden": "true" }, ...names.source);
  const spokenIn = { class: "visually-hidden", role: "rowheader", "aria-colindex": 1, lang: source.language };
  const spoken = { source: source.tokens.map((token) => build("span", spokenIn, token)), target: names.target };
  const rows = spoken.source.map((name, index) => build("div", { class: "matrix-line", role: "row", "aria-rowindex": index + 2 }, name));
  const body = build("div", { class: "matrix-body", role: "rowgroup" }, ...Object.values(layers), gutter, ...rows);
  const grid = build("div", {
    class: "matrix", role: "grid", dir: target.direction, "aria-multiselectable": "true",
    "aria-rowcount": rows.length + 1, "aria-colcount": target.tokens.length + 1,
    "aria-label": gettext("{source} words in rows, {target} words in columns", { source: source.name, target: target.name }),
  }, build("div", { role: "rowgroup", class: "matrix-top" }, head), body);
  grid.style.setProperty("--rows", rows.length);
  grid.style.setProperty("--columns", target.tokens.length);
  return { grid, body, rows, names, spoken, layers };
}

/** Pixels: side of a cell, size of the text, width of the row headers, height of the column headers. */
export function measureGrid({ source, target }, cell, zoom) {
  const text = Math.round(Math.max(12, Math.min(cell * 0.72, 17 * zoom)));
  const brush = document.createElement("canvas").getContext("2d");
  const widest = (font, words) => {
    brush.font = font;
    return Math.max(...words.map((word) => brush.measureText(word).width));
  };
  const { fontFamily } = getComputedStyle(document.querySelector(".words"));
  const longest = (tokens) => Math.min(widest(`700 ${text}px ${fontFamily}`, tokens), LONGEST_NAME * text);
  const labels = widest("600 12px sans-serif", [`${source.name} ↓`, `${target.name} →`]);
  return {
    cell,
    text,
    name: Math.ceil(Math.max(longest(source.tokens) + 20, labels + 24)),
    head: Math.ceil(Math.max(longest(target.tokens) + 18, 56)),
  };
}
