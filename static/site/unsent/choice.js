// What a person decides about work that the server refused: it is shown, and stays until one of the answers is given.

import { build } from "../elements.js";

/** A text that keeps its own direction inside a sentence, and leaves the sentence its own. */
export const isolated = (text) => `\u2068${text}\u2069`;

function readPart(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  const text = [...node.childNodes].map(readPart).join("");
  return node.dir ? isolated(text.trim()) : text;
}

/** What an element says, with everything isolated that has a direction of its own there. */
export const textOf = (element) => readPart(element).trim();

/** Fills a notice: a sentence, what it is about line by line, and a button for each {text: what it does}. */
export function offerChoice(place, sentence, lines, answers) {
  const buttons = Object.entries(answers).map(([text, act]) =>
    build("button", { type: "button", class: "compact", click: () => { place.hidden = true; act(); } }, text));
  const list = lines.length ? [build("ul", {}, ...lines.map((line) => build("li", {}, line)))] : [];
  place.replaceChildren(build("div", { class: "stack" }, build("p", {}, sentence), ...list, build("p", { class: "cluster" }, ...buttons)));
  place.hidden = false;
}
