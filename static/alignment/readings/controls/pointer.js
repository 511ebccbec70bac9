// Mouse and touch, turned into the editor's actions.

import { listenToDrags } from "../../../site/dragging.js";

const labelOf = ({ altKey }) => (altKey ? "P" : "S");
const isTap = (event) => event.pointerType !== "mouse" && event.pointerType !== "pen"; // also a click by a screen reader

/**
 * Mouse and touch on the sentences. A click picks, shift-click picks up to there, dragging over words picks the phrase,
 * dragging to the other sentence links: Sure, or Possible with Alt. A finger drags once it has rested on a word.
 */
export function listenToWords(stage, words, on) {
  listenToDrags(stage, {
    placeAt: (element) => words.placeOf(element),
    begin(drag, event) {
      event.preventDefault();
      drag.before = [...words.picks[drag.start.side]];
      on.point(drag.start);
      if (drag.isTouch) on.aim(drag.start, null, drag, labelOf(drag));
    },
    move(drag) {
      const { start, over } = drag;
      if (isAcross(drag, words)) {
        if (drag.reached) on.stretch(start, null, drag.before);
        drag.reached = null;
        on.aim(start, over && over.side !== start.side ? over : null, drag, labelOf(drag));
      } else if (over && drag.hasMoved && over.index !== drag.reached?.index) {
        on.aim(null);
        on.stretch(start, over, drag.before);
        drag.reached = over;
      } else if (drag.hasMoved) on.aim(null);
    },
    end(drag) {
      const { start, over, hasMoved } = drag;
      on.aim(null);
      if (over && over.side !== start.side) on.join(start, over, labelOf(drag));
      else if (!hasMoved && over) on.pick(start, drag.shiftKey);
    },
    cancel(drag) {
      on.aim(null);
      on.stretch(drag.start, null, drag.before);
    },
  });

  stage.addEventListener("pointerover", (event) => event.pointerType !== "touch" && !event.buttons && on.hover(words.placeOf(event.target)));
  stage.addEventListener("pointerleave", (event) => event.buttons || on.hover(null));

  stage.addEventListener("click", (event) => {
    const place = words.placeOf(event.target);
    if (!place || !isTap(event)) return;
    on.point(place);
    on.pick(place, event.shiftKey);
  });
}

/** Whether the pointer has left the sentence in which the drag began, towards the other one. */
function isAcross({ start: { side }, y }, words) {
  const box = words.boxes[side].getBoundingClientRect();
  return side === "source" ? y > box.bottom : y < box.top;
}

/** Mouse and touch on the matrix: a click goes there and links Sure, or Possible with Alt; dragging picks a block. */
export function listenToMatrix(frame, matrix, on) {
  listenToDrags(frame, {
    placeAt: (element, point) => matrix.cellUnder(element, point),
    begin(drag, event) {
      event.preventDefault();
      if (drag.shiftKey) on.stretch(drag.start, null);
      else on.point(drag.start);
    },
    move(drag) {
      if (drag.over === null || !drag.hasMoved || matrix.isAt(drag.over)) return;
      matrix.hover(drag.over);
      on.stretch(drag.over, drag.start);
    },
    end: (drag) => drag.isTouch && !drag.hasMoved && on.link(labelOf(drag)),
    cancel: (drag) => on.point(drag.start),
  });

  frame.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "touch" && !event.buttons) matrix.hover(matrix.cellUnder(event.target, event));
  });
  frame.addEventListener("pointerleave", () => matrix.hover(null));

  frame.addEventListener("click", (event) => {
    const name = event.target.closest(".matrix-name");
    const cell = matrix.cellUnder(event.target, event);
    if (name) {
      const side = name.classList.contains("of-source") ? "source" : "target";
      on.point({ ...matrix.cursor, [side]: Number(name.dataset.index) });
    } else if (cell && !event.shiftKey && event.detail < 2) {
      // The second click of a double click would take back what the first one did.
      if (isTap(event)) on.point(cell);
      on.link(labelOf(event));
    }
  });
}
