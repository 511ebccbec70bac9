// Mouse and touch, turned into the editor's actions.

/**
 * Mouse and touch on the sentences. A click picks, shift-click picks up to there, dragging over words picks the phrase,
 * dragging to the other sentence links: Sure, or Possible with Alt.
 */
export function listenToWords(stage, words, ribbons, on) {
  let drag = null;

  stage.addEventListener("pointerdown", (event) => {
    const place = words.placeOf(event.target);
    if (!place || event.button !== 0 || event.pointerType === "touch") return;
    event.preventDefault();
    drag = { start: place, over: place, before: [...words.picks[place.side]], moved: false, shift: event.shiftKey };
    on.point(place);
  });

  stage.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const place = words.placeOf(event.target);
    if (!drag) {
      on.hover(place);
      return;
    }
    drag.over = place;
    if (place?.side === drag.start.side && (drag.moved || place.index !== drag.start.index)) {
      drag.moved = true;
      on.stretch(drag.start, place, drag.before);
    }
  });
  stage.addEventListener("pointerleave", () => drag || on.hover(null));

  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const crosses = isBetween(event, words, drag.start.side);
    ribbons.drawDraft(crosses ? drag.start : null, { x: event.clientX, y: event.clientY }, event.altKey ? "P" : "S");
  });

  document.addEventListener("pointerup", (event) => {
    if (!drag) return;
    const { start, over, moved, shift } = drag;
    drag = null;
    ribbons.drawDraft(null);
    if (over && over.side !== start.side) on.join(start, over, event.altKey ? "P" : "S");
    else if (!moved && over) on.pick(start, shift);
  });

  document.addEventListener("pointercancel", () => {
    drag = null;
    ribbons.drawDraft(null);
  });

  // Touch, and screen readers that click: both arrive without a mouse's pointerdown.
  stage.addEventListener("click", (event) => {
    const place = words.placeOf(event.target);
    if (!place || (event.pointerType === "mouse" || event.pointerType === "pen")) return;
    on.point(place);
    on.pick(place, event.shiftKey);
  });
}

/** Whether the pointer has left the sentence in which the drag began. */
function isBetween(event, words, side) {
  const box = words.boxes[side].getBoundingClientRect();
  return side === "source" ? event.clientY > box.bottom : event.clientY < box.top;
}

/** Mouse on the matrix: a click goes there, dragging picks a block, a double click links Sure, or Possible with Alt. */
export function listenToMatrix(frame, matrix, on) {
  let start = null;
  let last = null;
  const isSame = (a, b) => a?.source === b?.source && a?.target === b?.target;

  frame.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || event.pointerType === "touch") return;
    const cell = matrix.cellUnder(event);
    if (!cell) return;
    event.preventDefault();
    if (event.shiftKey) {
      on.stretch(cell, null);
      return;
    }
    start = cell;
    last = cell;
    on.point(cell);
  });

  frame.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch") return;
    const cell = matrix.cellUnder(event);
    if (isSame(cell, last) && last) return;
    last = cell;
    matrix.hover(cell);
    if (start && cell) on.stretch(cell, start);
  });
  frame.addEventListener("pointerleave", () => matrix.hover(null));
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { start = null; });

  frame.addEventListener("dblclick", (event) => {
    if (matrix.cellUnder(event)) on.link(event.altKey ? "P" : "S");
  });

  frame.addEventListener("click", (event) => {
    const name = event.target.closest(".matrix-name");
    if (name) {
      const side = name.classList.contains("of-source") ? "source" : "target";
      on.point({ ...matrix.cursor, [side]: Number(name.dataset.index) });
    } else if (event.pointerType !== "mouse" && event.pointerType !== "pen" && matrix.cellUnder(event)) on.point(matrix.cellUnder(event));
  });
}
