// The two sentences on the page: state of each word, cursor, picks, and the words that a link group lights up.

import { SIDES, isTouched } from "../model/state.js";
import { gettext, ngettext, percentOf } from "../../../site/texts.js";

/** "2 Sure", "1 Possible": how many links of either label a word has. */
export function countLinks({ sure, possible }) {
  const counts = [];
  if (sure) counts.push(ngettext(sure, "{n} Sure", "{n} Sure"));
  if (possible) counts.push(ngettext(possible, "{n} Possible", "{n} Possible"));
  return counts;
}

/** ", confidence 87%": how probable the aligner holds a suggestion; nothing where it does not say. */
export function sayConfidence({ confidence }) {
  const said = () => gettext("confidence {percent}", { percent: percentOf(confidence) });
  return confidence === null ? "" : `, ${said()}`;
}

/** "domanderete, 2 Sure, 1 Possible": what a word is called when it is read out. */
export function describe(token, summary, isAsked) {
  const parts = [token, ...(summary.isTarget ? [gettext("target word")] : []), ...countLinks(summary)];
  if (summary.unaligned) parts.push(gettext("no counterpart"));
  if (summary.suggested) parts.push(ngettext(summary.suggested, "{n} suggested", "{n} suggested"));
  if (!isTouched(summary)) parts.push(isAsked ? gettext("to do") : gettext("no link"));
  return parts.join(", ");
}

export class Words {
  constructor(state) {
    this.scope = state.scope;
    this.tokens = { source: state.source.tokens, target: state.target.tokens };
    this.directions = { source: state.source.direction, target: state.target.direction };
    this.boxes = {};
    this.elements = {};
    this.shown = { source: [], target: [] };
    this.picks = { source: new Set(), target: new Set() };
    this.cursor = { side: "source", index: 0 };
    this.from = null; // the word of the other sentence from which an arrow led here
    this.places = { source: 0, target: 0 };
    this.lit = new Map();
    this.aimed = new Set();
    for (const side of SIDES) this.prepare(side, state);
  }

  prepare(side, state) {
    const box = document.getElementById(`${side}-words`);
    box.setAttribute("role", "listbox");
    box.setAttribute("aria-multiselectable", "true");
    box.setAttribute("aria-orientation", "horizontal");
    box.setAttribute("aria-label", gettext("{language} sentence", { language: state[side].name }));
    const words = [...box.querySelectorAll(".word")];
    for (const word of words) {
      word.setAttribute("role", "option");
      word.setAttribute("aria-selected", "false");
      word.setAttribute("aria-describedby", "partners");
      word.tabIndex = -1;
    }
    if (words.length) words[0].tabIndex = 0;
    this.boxes[side] = box;
    this.elements[side] = words;
  }

  at({ side, index }) {
    return this.elements[side][index];
  }

  /** Which word an element belongs to, or null. */
  placeOf(element) {
    const word = element?.closest?.(".word");
    if (!word) return null;
    return { side: word.closest("[data-side]").dataset.side, index: Number(word.dataset.index) };
  }

  /** Writes only what differs from what stands there. */
  show(summaries) {
    for (const side of SIDES) {
      let done = 0;
      let asked = 0;
      summaries[side].forEach((summary, index) => {
        const isAsked = this.scope !== "target_words" || summary.isTarget;
        asked += isAsked ? 1 : 0;
        done += isAsked && isTouched(summary) ? 1 : 0;
        const name = describe(this.tokens[side][index], summary, isAsked);
        if (this.shown[side][index] === name) return;
        this.shown[side][index] = name;
        const { classList } = this.elements[side][index];
        classList.toggle("has-sure", summary.sure > 0);
        classList.toggle("has-possible", summary.sure === 0 && summary.possible > 0);
        classList.toggle("has-hint", summary.suggested > 0);
        classList.toggle("is-unaligned", summary.unaligned);
        classList.toggle("is-open", isAsked && !isTouched(summary));
        this.elements[side][index].setAttribute("aria-label", name);
      });
      document.getElementById(`${side}-count`).textContent = asked ? gettext("{n} of {total}", { n: done, total: asked }) : "";
    }
  }

  /** Washes the words of a link group; those joined only through others get a paler one. */
  light(group) {
    const lit = new Map();
    for (const side of SIDES) {
      for (const [index, { label, direct }] of group.words[side]) lit.set(this.elements[side][index], { label, direct });
    }
    // Only what differs is written: the cursor often moves within one large link group.
    for (const element of this.lit.keys()) if (!lit.has(element)) element.classList.remove("lit-S", "lit-P", "is-near");
    for (const [element, { label, direct }] of lit) {
      const before = this.lit.get(element);
      if (before?.label === label && before.direct === direct) continue;
      element.classList.toggle("lit-S", label === "S");
      element.classList.toggle("lit-P", label === "P");
      element.classList.toggle("is-near", !direct);
    }
    this.lit = lit;
  }

  setFrom(place) {
    if (this.from) this.at(this.from).classList.remove("is-from");
    this.from = place;
    if (place) this.at(place).classList.add("is-from");
  }

  moveTo(place, from = null) {
    this.setFrom(from);
    const { side } = place;
    const index = Math.max(0, Math.min(place.index, this.tokens[side].length - 1));
    this.at(this.cursor).classList.remove("is-cursor");
    this.elements[side][this.places[side]].tabIndex = -1;
    this.cursor = { side, index };
    this.places[side] = index;
    const word = this.at(this.cursor);
    word.tabIndex = 0;
    word.classList.add("is-cursor");
  }

  focusCursor(options) {
    const word = this.at(this.cursor);
    if (document.activeElement !== word) word.focus(options);
  }

  /** Marks the words that a drag would link now, in the colour of the label that they would get. */
  showAim(words, kind) {
    const aimed = new Set(words ? SIDES.flatMap((side) => words[side].map((index) => this.elements[side][index])) : []);
    for (const element of this.aimed) if (!aimed.has(element)) delete element.dataset.aim;
    for (const element of aimed) element.dataset.aim = kind;
    this.aimed = aimed;
  }

  setPicked({ side, index }, isPicked) {
    const word = this.elements[side][index];
    if (isPicked) this.picks[side].add(index);
    else this.picks[side].delete(index);
    word.setAttribute("aria-selected", String(isPicked));
    word.classList.toggle("is-picked", isPicked);
  }

  isPicked({ side, index }) {
    return this.picks[side].has(index);
  }

  /** Picks exactly these words of one side. */
  pickOnly(side, indices) {
    const wanted = new Set(indices);
    for (const index of this.picks[side]) if (!wanted.has(index)) this.setPicked({ side, index }, false);
    for (const index of wanted) if (!this.picks[side].has(index)) this.setPicked({ side, index }, true);
  }

  clearPicks() {
    for (const side of SIDES) this.pickOnly(side, []);
  }

  get hasPicks() {
    return SIDES.some((side) => this.picks[side].size > 0);
  }

  /** The picked words; one of `places` stands in on its side where none is picked. */
  chosen(...places) {
    const words = {};
    for (const side of SIDES) {
      words[side] = [...this.picks[side]].sort((a, b) => a - b);
      const standIn = places.find((place) => place?.side === side);
      if (!words[side].length && standIn) words[side] = [standIn.index];
    }
    return words;
  }

  chosenForLink() {
    return this.chosen(this.cursor, this.from);
  }

  chosenForWord() {
    return this.chosen(this.hasPicks ? null : this.cursor);
  }
}
