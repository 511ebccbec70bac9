// Where the cursor goes. Left and right are the eye's, so they turn round in right-to-left text.

import { SIDES, otherSide, untouchedWords } from "./state.js";

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
