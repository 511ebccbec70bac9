// Carrying changes out and taking them back.

import { cellKey, dismissalsOf } from "./state.js";

const inverse = (change) => ({
  links: change.links.map(([source, target, before, after, ...origin]) => [source, target, after, before, ...origin]),
  unaligned: change.unaligned.map(([side, index, before, after]) => [side, index, after, before]),
  ...(change.dismissed && { dismissed: change.dismissed.map(([source, target, before, after]) => [source, target, after, before]) }),
});

/** Writes the change's outcome into the cells; history is the caller's. */
export function applyCells(model, change) {
  for (const [source, target, , after, origin] of change.links) {
    if (after) model.links.set(cellKey(source, target), { source, target, label: after, ...(origin && { origin }) });
    else model.links.delete(cellKey(source, target));
  }
  for (const [side, index, , after] of change.unaligned) {
    if (after) model.unaligned[side].add(index);
    else model.unaligned[side].delete(index);
  }
  for (const [source, target, , after] of dismissalsOf(change)) {
    if (after) model.dismissed.add(cellKey(source, target));
    else model.dismissed.delete(cellKey(source, target));
  }
}

/** Carries out a change and remembers it; what had been undone can no longer be redone. */
export function perform(model, change) {
  applyCells(model, change);
  model.done.push(change);
  model.undone = [];
  model.earlier.undone = 0;
  return change;
}

/** Whether older changes must be loaded before the next one can be undone or redone. */
export function lacksChange(model, kind) {
  const stack = kind === "undo" ? "done" : "undone";
  return !model[stack].length && model.earlier[stack] > 0;
}

/** Puts older changes under those that are here. */
export function putUnder(model, { done, undone, more_done, more_undone }) {
  model.done.unshift(...done);
  model.undone.unshift(...undone);
  model.earlier = { done: more_done, undone: more_undone };
}

/** Takes the last change back and returns what that did to the cells, or null where there is none. */
export function undo(model) {
  const change = model.done.pop();
  if (!change) return null;
  model.undone.push(change);
  const back = inverse(change);
  applyCells(model, back);
  return back;
}

export function redo(model) {
  const change = model.undone.pop();
  if (!change) return null;
  model.done.push(change);
  applyCells(model, change);
  return change;
}
