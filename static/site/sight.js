// Keeps what keys act on in the part of the window, or of a pane, that bars leave free.

export const EDGE = 8;

/** How far a box must move to lie between two edges, its beginning before its end. */
export function shiftInto({ top, bottom }, first, last) {
  if (top < first || bottom - top > last - first) return top - first;
  return Math.max(0, bottom - last);
}
