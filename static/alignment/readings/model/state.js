// The editor's state without a page: links, "no counterpart" marks, and what each word has.

export const SIDES = ["source", "target"];
export const otherSide = (side) => (side === "source" ? "target" : "source");
export const cellKey = (source, target) => `${source}:${target}`;

export function createModel(state) {
  const model = {
    scope: state.scope,
    tokens: { source: state.source.tokens, target: state.target.tokens },
    targets: { source: new Set(state.source.targets), target: new Set(state.target.targets) },
    links: new Map(),
    suggestions: new Map(),
    dismissed: new Set((state.dismissed ?? []).map(([source, target]) => cellKey(source, target))),
    unaligned: { source: new Set(state.unaligned.source), target: new Set(state.unaligned.target) },
    done: [...(state.history?.done ?? [])],
    undone: [...(state.history?.undone ?? [])],
    // Older changes that the state has left out, by stack.
    earlier: { done: state.history?.more_done ?? 0, undone: state.history?.more_undone ?? 0 },
  };
  for (const [source, target, label] of state.links) {
    model.links.set(cellKey(source, target), { source, target, label });
  }
  for (const [source, target, label, confidence = null] of state.suggestions ?? []) {
    model.suggestions.set(cellKey(source, target), { source, target, label, confidence });
  }
  return model;
}

/** A copy whose links, marks and dismissals can change without touching the first; history is left out. */
export function copyCells(model) {
  return {
    ...model,
    links: new Map(model.links),
    dismissed: new Set(model.dismissed),
    unaligned: { source: new Set(model.unaligned.source), target: new Set(model.unaligned.target) },
    done: [],
    undone: [],
    earlier: { done: 0, undone: 0 },
  };
}

export const labelAt = (model, source, target) => model.links.get(cellKey(source, target))?.label ?? null;
/** Suggestions that a change dismisses or brings back: [source, target, before, after]; most changes have no such part. */
export const dismissalsOf = (change) => change.dismissed ?? [];
export const sizeOf = (change) => change.links.length + change.unaligned.length + dismissalsOf(change).length;
export const isEmpty = (change) => sizeOf(change) === 0;

/** What each word has: counts of its links and of suggestions still open, and whether it is marked as having no counterpart. */
export function summariseAll(model) {
  const all = {};
  for (const side of SIDES) {
    all[side] = model.tokens[side].map((_, index) => ({
      sure: 0,
      possible: 0,
      suggested: 0,
      unaligned: model.unaligned[side].has(index),
      isTarget: model.targets[side].has(index),
    }));
  }
  for (const { source, target, label } of model.links.values()) {
    const kind = label === "S" ? "sure" : "possible";
    all.source[source][kind] += 1;
    all.target[target][kind] += 1;
  }
  for (const { source, target } of openSuggestions(model)) {
    all.source[source].suggested += 1;
    all.target[target].suggested += 1;
  }
  return all;
}

/** Suggestions not dismissed whose cell has no link yet and whose words are not marked as having no counterpart. */
export function openSuggestions(model) {
  return [...model.suggestions].flatMap(([key, suggestion]) => {
    const isMarked = SIDES.some((side) => model.unaligned[side].has(suggestion[side]));
    return model.links.has(key) || model.dismissed.has(key) || isMarked ? [] : [suggestion];
  });
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
