// Where the cursor goes. Left and right are the eye's, so they turn round in right-to-left text.

import { SIDES, isTouched, openSuggestions, otherSide, summariseAll, untouchedWords } from "./state.js";

/** The word one step to the left or right of this one. */
export function stepAside(direction, index, towards, length) {
  const step = (towards === "right") === (direction === "ltr") ? 1 : -1;
  return Math.max(0, Math.min(length - 1, index + step));
}

const nearest = (boxes, line, x) =>
  line.reduce((best, index) => (Math.abs(boxes[index].x - x) < Math.abs(boxes[best].x - x) ? index : best), line[0]);

/** The word of the other sentence that stands nearest: on the line at the same height of the paragraph. */
export function acrossFrom({ side, index }, { boxes, lines }) {
  const there = otherSide(side);
  const here = lines[side].findIndex((line) => line.includes(index));
  const share = lines[side].length > 1 ? here / (lines[side].length - 1) : 0;
  const line = lines[there][Math.round(share * (lines[there].length - 1))];
  return { side: there, index: nearest(boxes[there], line, boxes[side][index].x) };
}

/** The word suggested for this one, a Sure one before a Possible one. */
function suggestedFor(model, { side, index }) {
  const found = openSuggestions(model).filter((each) => each[side] === index);
  return (found.find((each) => each.label === "S") ?? found[0])?.[otherSide(side)];
}

/** The last partner of this word or of the nearest one before it that has any, and how many open words lie between. */
function lastPartner(model, { side, index }, summaries) {
  const there = otherSide(side);
  const before = [...model.links.values()].filter((link) => link[side] <= index);
  if (!before.length) return null;
  const from = Math.max(...before.map((link) => link[side]));
  const partner = Math.max(...before.filter((link) => link[side] === from).map((link) => link[there]));
  return { partner, passed: summaries[side].slice(from + 1, index).filter((each) => !isTouched(each)).length };
}

/**
 * Where the key to the other sentence leads: to the word suggested for this one; else to the next open word after the last
 * partner, as many open words further as were passed over here; else to the last open one; else across. The way back leads to the next word to align.
 */
export function counterpartOf(model, place, layout, { isBack = false } = {}) {
  const there = otherSide(place.side);
  const suggested = isBack ? undefined : suggestedFor(model, place);
  if (suggested !== undefined) return { side: there, index: suggested };
  const summaries = summariseAll(model);
  const last = lastPartner(model, place, summaries);
  if (!last) return acrossFrom(place, layout);
  const asked = isBack ? untouchedWords(model)[there] : [];
  const open = asked.length ? asked : summaries[there].flatMap((each, index) => (isTouched(each) ? [] : [index]));
  const after = open.filter((index) => index > last.partner);
  const index = after[Math.min(last.passed, after.length - 1)] ?? open.at(-1);
  return index === undefined ? acrossFrom(place, layout) : { side: there, index };
}

/** The word above or below on the neighbouring line of the same sentence. */
export function lineFrom({ side, index }, step, { boxes, lines }) {
  const here = lines[side].findIndex((line) => line.includes(index));
  const line = lines[side][here + step];
  return line ? { side, index: nearest(boxes[side], line, boxes[side][index].x) } : { side, index };
}

/** The next word, after or before this one, that still needs a link or a mark; goes round; null when none is left. */
export function openWordFrom(model, { side, index }, step) {
  const rest = untouchedWords(model);
  const all = SIDES.flatMap((each) => rest[each].map((at) => ({ side: each, index: at })));
  if (!all.length) return null;
  const rank = (place) => (place.side === "target" ? 1e6 : 0) + place.index;
  const here = rank({ side, index });
  if (step > 0) return all.find((place) => rank(place) > here) ?? all[0];
  return all.findLast((place) => rank(place) < here) ?? all.at(-1);
}
