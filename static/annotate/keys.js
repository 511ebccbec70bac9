// Keys and mouse, turned into the editor's actions.

const LETTERS = {
  s: "sure", p: "possible", n: "mark", z: "undo", y: "redo", c: "comment", j: "open-word", "?": "keys",
  delete: "remove", backspace: "remove", escape: "clear-picks",
};
const MOVES = new Set(["arrowleft", "arrowright", "arrowup", "arrowdown", "home", "end", "pageup", "pagedown"]);
const isField = (element) => element.matches("input, textarea, select, [contenteditable]");

/** What a key press means here, or null; pure, so that it can be tested. */
export function actionOf({ key, ctrlKey, metaKey, altKey, shiftKey, onWord, onPage }) {
  const name = key.toLowerCase();
  if (ctrlKey || metaKey) {
    if (altKey) return null;
    if (name === "z") return shiftKey ? "redo" : "undo";
    return name === "y" ? "redo" : null;
  }
  if (altKey) return null;
  if (MOVES.has(name)) return onWord || onPage ? `${shiftKey && name.startsWith("arrow") ? "stretch" : "go"}-${name}` : null;
  if (onWord && key === " ") return "pick";
  if (onWord && name === "enter") return "submit";
  if (shiftKey && name === "z") return "redo";
  if (shiftKey && name === "j") return "open-word-before";
  return LETTERS[name] ?? null;
}

const repeatable = (action) => /^(go|stretch|undo|redo|open-word)/.test(action);

export function listenToKeys(root, act) {
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.isComposing || event.defaultPrevented || isField(target) || document.querySelector("dialog[open]")) return;
    const onPage = target === document.body || target.id === "main";
    if (!onPage && !root.contains(target)) return;
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const onWord = Boolean(target.closest(".word"));
    const action = actionOf({ key, ctrlKey, metaKey, altKey, shiftKey, onWord, onPage });
    if (!action) return;
    event.preventDefault();
    if (!event.repeat || repeatable(action)) act(action);
  });
}

/**
 * Mouse and touch on the sentences. A click picks, shift-click picks up to there, dragging over words picks the phrase,
 * dragging to the other sentence links: Sure, or Possible with Alt.
 */
export function listenToPointer(stage, words, ribbons, on) {
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
