// Keeps the word at the cursor and its counterpart in the part of the window that the bar of keys leaves free. Sentences that do
// not fit there together become two panes, each of which scrolls on its own.

import { SIDES, otherSide } from "../model/state.js";
import { byId } from "../../../site/elements.js";
import { EDGE, shiftInto } from "../../../site/sight.js";

const LEAST_PANE = 96;

export class Sight {
  constructor(words) {
    this.words = words;
    this.dock = document.querySelector(".desk > .dock");
  }

  /** Halves the free part of the window where both sentences need more; a shorter one leaves the rest to the other. */
  layOut() {
    const panes = SIDES.map((side) => this.words.boxes[side]);
    const heights = panes.map((pane) => pane.scrollHeight);
    const around = byId("stage").offsetHeight - panes.reduce((sum, pane) => sum + pane.offsetHeight, 0);
    const free = window.innerHeight - this.dock.offsetHeight - 2 * EDGE - around;
    const isSplit = heights[0] + heights[1] > free;
    byId("editor").classList.toggle("is-split", isSplit);
    panes.forEach((pane, index) => {
      const rest = free - heights[1 - index];
      pane.style.maxHeight = isSplit ? `${Math.max(LEAST_PANE, free / 2, rest)}px` : "";
    });
  }

  /** Brings a word into its pane: the cursor's by the shortest way, its counterpart into the middle. */
  reveal(word, { isMiddle }) {
    const pane = word.closest(".words");
    if (pane.scrollHeight <= pane.clientHeight) return;
    const [box, frame] = [word.getBoundingClientRect(), pane.getBoundingClientRect()];
    const shift = shiftInto(box, frame.top + EDGE, frame.bottom - EDGE);
    if (shift) pane.scrollTop += isMiddle ? (box.top + box.bottom - frame.top - frame.bottom) / 2 : shift;
  }

  /** Brings a place and the counterpart's index into sight; where the window is too low for both, the place. */
  keep(place, counterpart) {
    const word = this.words.at(place);
    const other = this.words.elements[otherSide(place.side)][counterpart];
    if (other) this.reveal(other, { isMiddle: true });
    this.reveal(word, { isMiddle: false });
    const boxes = [word, other].filter(Boolean).map((each) => each.getBoundingClientRect());
    const both = { top: Math.min(...boxes.map((box) => box.top)), bottom: Math.max(...boxes.map((box) => box.bottom)) };
    const last = window.innerHeight - this.dock.offsetHeight - EDGE;
    const shown = both.bottom - both.top > last - EDGE ? boxes[0] : both;
    const shift = shiftInto(shown, EDGE, last);
    if (shift) window.scrollBy({ top: shift, behavior: "instant" });
  }
}
