// A text in which words are chosen and marks are shown. Places are code points, as on the server; the words are those of the
// language, so that scripts without spaces have them, too.

import { build } from "../../site/elements.js";

/** Units of a granularity with their places in code points; those without a visible character are left out. */
function cut(text, language, granularity) {
  const units = [];
  let at = 0;
  for (const { segment } of new Intl.Segmenter(language, { granularity }).segment(text)) {
    const end = at + [...segment].length;
    if (segment.trim() || granularity === "grapheme") units.push({ start: at, end });
    at = end;
  }
  return units;
}

const holds = (unit, place) => unit.start <= place && place < unit.end;
const join = (one, other) => ({ start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) });

export class MarkedText {
  /** `text` is what the element shows, as the server counts in it. `limits` are the only spans in which words can be chosen, none for the whole text; `shown` is marked from the start. */
  constructor(element, text, { limits = [], shown = [] } = {}) {
    this.element = element;
    this.text = text;
    this.points = [...this.text];
    this.shown = shown;
    const [low, high] = limits.length
      ? [Math.min(...limits.map(([start]) => start)), Math.max(...limits.map(([, end]) => end))]
      : [0, this.points.length];
    const isInside = ({ start, end }) => low <= start && end <= high;
    this.words = cut(this.text, element.lang, "word").filter(isInside);
    this.characters = cut(this.text, element.lang, "grapheme").filter(isInside);
  }

  read({ start, end }) {
    return this.points.slice(start, end).join("");
  }

  get whole() {
    return this.words.length ? join(this.words[0], this.words.at(-1)) : null;
  }

  wordAt(place) {
    return this.words.find((word) => holds(word, place)) ?? null;
  }

  /** The words from one place to another, whole where one of the places is beside a word; within one word, or where `isFine`,
   * the characters; never those of a finger. */
  between(from, to, { isFine = false, isCoarse = false } = {}) {
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    const touched = this.words.filter(({ start, end }) => start <= high && low < end);
    const isWithin = touched.length === 1 && holds(touched[0], low) && holds(touched[0], high);
    if (touched.length && !isFine && (isCoarse || !isWithin)) return join(touched[0], touched.at(-1));
    const [first, last] = [from, to].map((place) => this.characters.find((each) => holds(each, place)));
    return first && last ? join(first, last) : null;
  }

  /** What is chosen with one word, or character, more in a direction, or less: `anchor` stays in it. */
  grow(chosen, anchor, step, { isFine = false } = {}) {
    const units = isFine ? this.characters : this.words;
    const isAfter = chosen.end > anchor.end || (chosen.start === anchor.start && step > 0);
    const edge = isAfter ? chosen.end - 1 : chosen.start;
    const next = units[units.findIndex((unit) => holds(unit, edge)) + step];
    if (!next) return chosen;
    if (isAfter) return { start: anchor.start, end: Math.max(next.end, isFine ? anchor.start + 1 : anchor.end) };
    return { start: Math.min(next.start, anchor.start), end: anchor.end };
  }

  /** The word, or character, beside a place in the direction of reading, and the nearest one where there is none. */
  beside({ start, end }, step, { isFine = false } = {}) {
    const units = isFine ? this.characters : this.words;
    const next = step > 0 ? units.find((unit) => unit.start >= end) : units.findLast((unit) => unit.end <= start);
    return next ?? (step > 0 ? units.at(-1) : units[0]) ?? null;
  }

  /** The place of the character under a point of the window, null beside the text. */
  placeAt(x, y) {
    const caret = document.caretPositionFromPoint?.(x, y) ?? null;
    const range = caret ? null : document.caretRangeFromPoint?.(x, y);
    const node = caret?.offsetNode ?? range?.startContainer;
    if (!node || !this.element.contains(node) || node.nodeType !== Node.TEXT_NODE) return null;
    const offset = caret?.offset ?? range.startOffset;
    // The caret stands on either side of the character that the point is on.
    const own = [offset - 1, offset].find((each) => each >= 0 && each < node.length && covers(node, each, x, y)) ?? Math.min(offset, node.length - 1);
    const before = document.createRange();
    before.setStart(this.element, 0);
    before.setEnd(node, own);
    return Math.min([...before.toString()].length, this.points.length - 1);
  }

  /** Shows marks, the graver one above, and what is chosen. */
  render(marks, chosen) {
    const cuts = [...marks, ...this.shown.map(([start, end]) => ({ start, end })), ...(chosen ? [chosen] : [])];
    const ends = [...new Set([0, this.points.length, ...cuts.flatMap(({ start, end }) => [start, end])])].sort((a, b) => a - b);
    const pieces = ends.slice(0, -1).map((start, index) => {
      const covering = marks.filter((mark) => mark.start <= start && start < mark.end);
      const names = ["major", "minor", "neutral"].filter((severity) => covering.some((mark) => mark.severity === severity)).slice(0, 1);
      if (this.shown.some(([low, high]) => low <= start && start < high)) names.push("is-expression");
      if (chosen && holds(chosen, start)) names.push("is-chosen");
      const words = this.points.slice(start, ends[index + 1]).join("");
      return names.length ? build(covering.length ? "mark" : "span", { class: names.join(" ") }, words) : words;
    });
    this.element.replaceChildren(...pieces);
  }
}

function covers(node, offset, x, y) {
  const range = document.createRange();
  range.setStart(node, offset);
  range.setEnd(node, offset + 1);
  return [...range.getClientRects()].some(({ left, right, top, bottom }) => left <= x && x < right && top <= y && y < bottom);
}
