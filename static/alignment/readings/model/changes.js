// Changes to the reading, worked out and not yet carried out.
// A change is {links: [[source, target, before, after, origin?]], unaligned: [[side, index, before, after]]}, as the API has it,
// with {dismissed: [[source, target, before, after]]} where suggestions are dismissed or brought back.

import { SIDES, copyCells, labelAt, untouchedWords } from "./state.js";
import { applyCells } from "./history.js";

/** Links every source with every target; where all of them have that label already, removes them. */
export function changeToLink(model, sources, targets, label) {
  const cells = sources.flatMap((source) => targets.map((target) => [source, target, labelAt(model, source, target)]));
  const after = cells.length && cells.every((cell) => cell[2] === label) ? null : label;
  const change = { links: [], unaligned: [] };
  for (const [source, target, before] of cells) {
    if (before !== after) change.links.push([source, target, before, after]);
  }
  if (after) change.unaligned = unmarksFor(model, sources, targets);
  return change;
}

/** Linking a word takes its mark away in the same change. */
export function unmarksFor(model, sources, targets) {
  const marked = (side, indices) => [...new Set(indices)].filter((index) => model.unaligned[side].has(index));
  return [...marked("source", sources).map((index) => ["source", index, true, false]),
    ...marked("target", targets).map((index) => ["target", index, true, false])];
}

function removalsOf(model, words) {
  const removals = [];
  for (const { source, target, label } of model.links.values()) {
    if (words.source.includes(source) || words.target.includes(target)) removals.push([source, target, label, null]);
  }
  return removals;
}

/** Removes the links between these words, and nothing else of them. */
export function changeToUnlink(model, { source, target }) {
  const links = [...model.links.values()].filter((link) => source.includes(link.source) && target.includes(link.target));
  return { links: links.map((link) => [link.source, link.target, link.label, null]), unaligned: [] };
}

/** Removes the links and the marks of these words. */
export function changeToRemove(model, words) {
  const change = { links: removalsOf(model, words), unaligned: [] };
  for (const side of SIDES) {
    for (const index of words[side]) {
      if (model.unaligned[side].has(index)) change.unaligned.push([side, index, true, false]);
    }
  }
  return change;
}

/** Marks these words as having no counterpart, dropping their links; where all are marked, takes the marks away. */
export function changeToMark(model, words) {
  const marked = SIDES.flatMap((side) => words[side].map((index) => model.unaligned[side].has(index)));
  const after = !(marked.length && marked.every(Boolean));
  const change = { links: after ? removalsOf(model, words) : [], unaligned: [] };
  for (const side of SIDES) {
    for (const index of words[side]) {
      const before = model.unaligned[side].has(index);
      if (before !== after) change.unaligned.push([side, index, before, after]);
    }
  }
  return change;
}

/** Marks every word that has neither a link nor a mark. */
export function changeToMarkRest(model) {
  const rest = untouchedWords(model);
  return { links: [], unaligned: SIDES.flatMap((side) => rest[side].map((index) => [side, index, false, true])) };
}

export function changeToClear(model) {
  const all = Object.fromEntries(SIDES.map((side) => [side, model.tokens[side].map((_, index) => index)]));
  return changeToRemove(model, all);
}

/** The body of a "set" operation: only what it leads to. */
export const outcomeOf = (change) => ({
  links: change.links.map(([source, target, , after, origin]) => (origin ? [source, target, after, origin] : [source, target, after])),
  unaligned: change.unaligned.map(([side, index, , after]) => [side, index, after]),
  ...(change.dismissed && { dismissed: change.dismissed.map(([source, target, , after]) => [source, target, after]) }),
});

/** What leads from one model's cells to another's. */
export function difference(from, to) {
  const change = { links: [], unaligned: [] };
  for (const key of new Set([...from.links.keys(), ...to.links.keys()])) {
    const before = from.links.get(key);
    const after = to.links.get(key);
    if (before?.label === after?.label) continue;
    const { source, target } = before ?? after;
    const origin = after?.origin ? [after.origin] : [];
    change.links.push([source, target, before?.label ?? null, after?.label ?? null, ...origin]);
  }
  change.links.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  for (const side of SIDES) {
    for (let index = 0; index < to.tokens[side].length; index += 1) {
      const before = from.unaligned[side].has(index);
      const after = to.unaligned[side].has(index);
      if (before !== after) change.unaligned.push([side, index, before, after]);
    }
  }
  const dismissed = [...new Set([...from.dismissed, ...to.dismissed])].flatMap((key) => {
    const after = to.dismissed.has(key);
    return from.dismissed.has(key) === after ? [] : [[...key.split(":").map(Number), !after, after]];
  });
  return dismissed.length ? { ...change, dismissed } : change;
}

/** The same wishes on other ground: a new link drops a mark found there, a new mark drops links found there. */
export function changeOnTop(model, wishes) {
  const wanted = copyCells(model);
  const marks = { source: [], target: [] };
  for (const [side, index, , after] of wishes.unaligned) if (after) marks[side].push(index);
  applyCells(wanted, { links: removalsOf(wanted, marks), unaligned: [] });
  applyCells(wanted, wishes);
  for (const [source, target, , after] of wishes.links) {
    if (!after) continue;
    wanted.unaligned.source.delete(source);
    wanted.unaligned.target.delete(target);
  }
  return difference(model, wanted);
}
