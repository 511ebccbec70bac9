// Links suggested before the work began: which a person means, and what accepting them does.

import { SIDES, openSuggestions } from "./state.js";
import { unmarksFor } from "./changes.js";

// Where one strength of a line ends and the next begins.
const STRENGTHS_FROM = [0.5, 0.75, 0.9];
export const MOST_STRENGTH = STRENGTHS_FROM.length + 1;

/** How strongly a suggestion is drawn, 1 to MOST_STRENGTH; null where its aligner gave no confidence. */
export function strengthOf({ confidence }) {
  return confidence === null ? null : 1 + STRENGTHS_FROM.filter((least) => confidence >= least).length;
}

/** Open suggestions between these words where both sides are given, else those that touch one of them. */
export function suggestionsFor(model, words) {
  const isBlock = SIDES.every((side) => words[side].length);
  return openSuggestions(model).filter((suggestion) => {
    const isMeant = (side) => words[side].includes(suggestion[side]);
    return isBlock ? SIDES.every(isMeant) : SIDES.some(isMeant);
  });
}

/** Accepting draws the link as suggested and says where it came from. */
export function changeToAccept(model, suggestions) {
  return {
    links: suggestions.map(({ source, target, label }) => [source, target, null, label, "suggestion"]),
    unaligned: unmarksFor(model, suggestions.map((each) => each.source), suggestions.map((each) => each.target)),
  };
}

/** Dismissing leaves the links as they are: the suggestion is no longer shown. */
export const changeToDismiss = (suggestions) => ({
  links: [],
  unaligned: [],
  dismissed: suggestions.map(({ source, target }) => [source, target, false, true]),
});
