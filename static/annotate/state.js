// The editor's state and its rules, without a page: links, "no counterpart" marks, undo and redo.
// A change is {links: [[source, target, before, after]], unaligned: [[side, index, before, after]]}, as the API has it.

export const SIDES = ["source", "target"];
export const otherSide = (side) => (side === "source" ? "target" : "source");
const cellKey = (source, target) => `${source}:${target}`;

export function createModel(state) {
  const model = {
    scope: state.scope,
    tokens: { source: state.source.tokens, target: state.target.tokens },
    targets: { source: new Set(state.source.targets), target: new Set(state.target.targets) },
    links: new Map(),
    unaligned: { source: new Set(state.unaligned.source), target: new Set(state.unaligned.target) },
    done: [...(state.history?.done ?? [])],
    undone: [...(state.history?.undone ?? [])],
  };
  for (const [source, target, label] of state.links) {
    model.links.set(cellKey(source, target), { source, target, label });
  }
  return model;
}

/** A copy whose links and marks can change without touching the first; history is left out. */
export function copyCells(model) {
  return {
    ...model,
    links: new Map(model.links),
    unaligned: { source: new Set(model.unaligned.source), target: new Set(model.unaligned.target) },
    done: [],
    undone: [],
  };
}

export const labelAt = (model, source, target) => model.links.get(cellKey(source, target))?.label ?? null;
export const isEmpty = (change) => change.links.length === 0 && change.unaligned.length === 0;
export const sizeOf = (change) => change.links.length + change.unaligned.length;

/** What one word has: counts of its links, and whether it is marked as having no counterpart. */
export function summarise(model, side, index) {
  let sure = 0;
  let possible = 0;
  for (const link of model.links.values()) {
    if (link[side] !== index) continue;
    if (link.label === "S") sure += 1;
    else possible += 1;
  }
  return { sure, possible, unaligned: model.unaligned[side].has(index), isTarget: model.targets[side].has(index) };
}

/** The same for every word at once, in one pass over the links. */
export function summariseAll(model) {
  const all = {};
  for (const side of SIDES) {
    all[side] = model.tokens[side].map((_, index) => ({
      sure: 0,
      possible: 0,
      unaligned: model.unaligned[side].has(index),
      isTarget: model.targets[side].has(index),
    }));
  }
  for (const { source, target, label } of model.links.values()) {
    const kind = label === "S" ? "sure" : "possible";
    all.source[source][kind] += 1;
    all.target[target][kind] += 1;
  }
  return all;
}

export const isTouched = (summary) => summary.sure + summary.possible > 0 || summary.unaligned;

/** Words that still need a link or a mark: every word, or the target words where only these are asked for. */
export function untouchedWords(model) {
  const all = summariseAll(model);
  const rest = {};
  for (const side of SIDES) {
    rest[side] = all[side].flatMap((summary, index) => {
      const asked = model.scope !== "target_words" || summary.isTarget;
      return asked && !isTouched(summary) ? [index] : [];
    });
  }
  return rest;
}

/** Links joined to a word directly or through shared words; `direct` tells the word's own links from the rest. */
export function unitOf(model, side, index) {
  const bySide = { source: new Map(), target: new Map() };
  for (const link of model.links.values()) {
    for (const end of SIDES) {
      if (!bySide[end].has(link[end])) bySide[end].set(link[end], []);
      bySide[end].get(link[end]).push(link);
    }
  }
  const words = { source: new Map(), target: new Map() };
  const links = new Set();
  const waiting = [[side, index]];
  const seen = { source: new Set(), target: new Set() };
  seen[side].add(index);
  while (waiting.length) {
    const [here, at] = waiting.pop();
    for (const link of bySide[here].get(at) ?? []) {
      links.add(link);
      const there = otherSide(here);
      if (!seen[there].has(link[there])) {
        seen[there].add(link[there]);
        waiting.push([there, link[there]]);
      }
    }
  }
  const unit = { words, links: [] };
  for (const link of links) {
    const direct = link[side] === index;
    unit.links.push({ ...link, direct });
    for (const end of SIDES) {
      const known = words[end].get(link[end]);
      // A word's own link to the word under the cursor decides its wash; else its strongest link in the unit.
      if (!known || (direct && !known.direct) || (direct === known.direct && link.label === "S")) {
        words[end].set(link[end], { label: link.label, direct });
      }
    }
  }
  return unit;
}

/** Links every source with every target; where all of them have that label already, removes them. */
export function changeToLink(model, sources, targets, label) {
  const cells = sources.flatMap((source) => targets.map((target) => [source, target, labelAt(model, source, target)]));
  const after = cells.length && cells.every((cell) => cell[2] === label) ? null : label;
  const change = { links: [], unaligned: [] };
  for (const [source, target, before] of cells) {
    if (before !== after) change.links.push([source, target, before, after]);
  }
  if (after) {
    for (const index of sources) if (model.unaligned.source.has(index)) change.unaligned.push(["source", index, true, false]);
    for (const index of targets) if (model.unaligned.target.has(index)) change.unaligned.push(["target", index, true, false]);
  }
  return change;
}

function removalsOf(model, words) {
  const removals = [];
  for (const { source, target, label } of model.links.values()) {
    if (words.source.includes(source) || words.target.includes(target)) removals.push([source, target, label, null]);
  }
  return removals;
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

export function changeToClear(model) {
  const all = Object.fromEntries(SIDES.map((side) => [side, model.tokens[side].map((_, index) => index)]));
  return changeToRemove(model, all);
}

export const inverse = (change) => ({
  links: change.links.map(([source, target, before, after]) => [source, target, after, before]),
  unaligned: change.unaligned.map(([side, index, before, after]) => [side, index, after, before]),
});

/** Writes the change's outcome into the cells; history is the caller's. */
export function applyCells(model, change) {
  for (const [source, target, , after] of change.links) {
    if (after) model.links.set(cellKey(source, target), { source, target, label: after });
    else model.links.delete(cellKey(source, target));
  }
  for (const [side, index, , after] of change.unaligned) {
    if (after) model.unaligned[side].add(index);
    else model.unaligned[side].delete(index);
  }
}

/** Carries out a change and remembers it; what had been undone can no longer be redone. */
export function perform(model, change) {
  applyCells(model, change);
  model.done.push(change);
  model.undone = [];
  return change;
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

/** The body of a "set" operation: only what it leads to. */
export const outcomeOf = (change) => ({
  links: change.links.map(([source, target, , after]) => [source, target, after]),
  unaligned: change.unaligned.map(([side, index, , after]) => [side, index, after]),
});

/** What leads from one model's cells to another's. */
export function difference(from, to) {
  const change = { links: [], unaligned: [] };
  for (const key of new Set([...from.links.keys(), ...to.links.keys()])) {
    const before = from.links.get(key);
    const after = to.links.get(key);
    if (before?.label === after?.label) continue;
    const { source, target } = before ?? after;
    change.links.push([source, target, before?.label ?? null, after?.label ?? null]);
  }
  change.links.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  for (const side of SIDES) {
    for (let index = 0; index < to.tokens[side].length; index += 1) {
      const before = from.unaligned[side].has(index);
      const after = to.unaligned[side].has(index);
      if (before !== after) change.unaligned.push([side, index, before, after]);
    }
  }
  return change;
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
