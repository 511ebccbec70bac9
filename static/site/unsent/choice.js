// What a person decides about work that the server refused: it is shown, and stays until one of the answers is given.

import { build } from "../elements.js";

/** Fills a notice: a sentence, what it is about line by line, and a button for each {text: what it does}. */
export function offerChoice(place, sentence, lines, answers) {
  const buttons = Object.entries(answers).map(([text, act]) =>
    build("button", { type: "button", class: "compact", click: () => { place.hidden = true; act(); } }, text));
  const list = build("ul", {}, ...lines.map((line) => build("li", { dir: "auto" }, line)));
  place.replaceChildren(build("div", { class: "stack" }, build("p", {}, sentence), list, build("p", { class: "cluster" }, ...buttons)));
  place.hidden = false;
}
