// Link groups: links joined through shared words, and changes to a whole one.

import { SIDES, labelAt, otherSide } from "./state.js";
import { unmarksFor } from "./changes.js";

/** Links joined to a word directly or through shared words; `direct` tells the word's own links from the rest. */
export function groupOf(model, side, index) {
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
  const group = { words, links: [] };
  for (const link of links) {
    const direct = link[side] === index;
    group.links.push({ ...link, direct });
    for (const end of SIDES) {
      const known = words[end].get(link[end]);
      // A word's own link to the word under the cursor decides its wash; else its strongest link in the link group.
      if (!known || (direct && !known.direct) || (direct === known.direct && link.label === "S")) {
        words[end].set(link[end], { label: link.label, direct });
      }
    }
  }
  return group;
}

const inOrder = (indices) => [...new Set(indices)].sort((a, b) => a - b);
export const wordsOf = (group) => ({ source: inOrder(group.words.source.keys()), target: inOrder(group.words.target.keys()) });

/** Gives every link of these the label, and adds none. */
export function changeToRelabel(links, label) {
  const others = links.filter((link) => link.label !== label);
  return { links: others.map((link) => [link.source, link.target, link.label, label]), unaligned: [] };
}

export const changeToDissolve = (links) => ({
  links: links.map((link) => [link.source, link.target, link.label, null]),
  unaligned: [],
});

/**
 * Joins these words and every link group that one of them belongs to into one link group, all with all. Links there are keep their
 * label; new ones get the label most of these have, Sure where it is even. Null where no word belongs to a link group.
 */
export function changeToExtend(model, words) {
  const links = new Map();
  for (const side of SIDES) {
    for (const index of words[side]) {
      for (const link of groupOf(model, side, index).links) links.set(`${link.source}:${link.target}`, link);
    }
  }
  if (!links.size) return null;
  const all = [...links.values()];
  const sources = inOrder([...words.source, ...all.map((link) => link.source)]);
  const targets = inOrder([...words.target, ...all.map((link) => link.target)]);
  const label = all.filter((link) => link.label === "P").length > all.length / 2 ? "P" : "S";
  const open = sources.flatMap((source) => targets.map((target) => [source, target])).filter(([s, t]) => !labelAt(model, s, t));
  return {
    links: open.map(([source, target]) => [source, target, null, label]),
    unaligned: open.length ? unmarksFor(model, sources, targets) : [],
  };
}
