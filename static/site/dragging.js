// Presses that may become drags. Mouse and pen drag at once, a finger after a moment of rest: a swipe scrolls, a tap clicks.

const REST_MS = 300;
const SLACK = 8; // pixels by which a resting finger may tremble

const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Follows presses within `root` on what `placeAt(element, point)` finds. `begin(drag, event)`, `move(drag)`, `end(drag)` and
 * `cancel(drag)` get {start, over, hasMoved, x, y, altKey, shiftKey, isTouch}; `hasMoved` once another place was reached.
 * With a `rest` of 0 a finger drags at once in the directions that the element's touch-action keeps from scrolling.
 */
export function listenToDrags(root, { placeAt, begin, move, end, cancel, rest = REST_MS }) {
  let drag = null;
  let waiting = null;
  let isHeld = false; // by a finger, until its touch has ended

  const follow = ({ clientX, clientY, altKey, shiftKey }) => Object.assign(drag, { x: clientX, y: clientY, altKey, shiftKey });

  function start(event, place) {
    waiting = null;
    drag = { pointer: event.pointerId, start: place, over: place, hasMoved: false, isTouch: event.pointerType === "touch" };
    isHeld = drag.isTouch && rest > 0;
    follow(event);
    begin(drag, event);
  }

  function stop(finish = cancel) {
    if (waiting) clearTimeout(waiting.timer);
    waiting = null;
    if (!drag) return;
    const ended = drag;
    drag = null;
    finish(ended);
  }

  root.addEventListener("pointerdown", (event) => {
    // A second finger zooms or scrolls; what the first one began is given up.
    if (drag || waiting) stop();
    if (!event.isPrimary || event.button !== 0) return;
    const place = placeAt(event.target, event);
    if (!place) return;
    if (event.pointerType !== "touch" || !rest) start(event, place);
    else waiting = { x: event.clientX, y: event.clientY, timer: setTimeout(() => start(event, place), rest) };
  });

  document.addEventListener("pointermove", (event) => {
    if (waiting && Math.hypot(event.clientX - waiting.x, event.clientY - waiting.y) > SLACK) stop();
    if (drag?.pointer !== event.pointerId || drag.isGivenUp) return;
    // The press captures a finger's events, so that only the point tells what is under it.
    const element = document.elementFromPoint(event.clientX, event.clientY);
    drag.over = element && root.contains(element) ? placeAt(element, event) : null;
    drag.hasMoved ||= drag.over !== null && !isSame(drag.over, drag.start);
    follow(event);
    move(drag);
  });

  document.addEventListener("pointerup", (event) => {
    if (drag?.pointer !== event.pointerId) {
      if (event.isPrimary) stop();
      return;
    }
    follow(event);
    if (drag.hasMoved || drag.isGivenUp) swallowClick();
    stop(drag.isGivenUp ? () => {} : end);
  });
  document.addEventListener("pointercancel", () => stop(drag?.isGivenUp ? () => {} : cancel));

  for (const name of ["keydown", "keyup"]) {
    document.addEventListener(name, (event) => {
      if (!drag || drag.isGivenUp || !["Alt", "Escape"].includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      drag.altKey = event.altKey;
      drag.isGivenUp = event.key === "Escape";
      (drag.isGivenUp ? cancel : move)(drag);
    }, true);
  }

  // A finger that holds something does not scroll, opens no menu, and its release is no tap.
  root.addEventListener("touchmove", (event) => { if (drag && isHeld) event.preventDefault(); }, { passive: false });
  root.addEventListener("touchend", (event) => {
    if (isHeld && event.cancelable) event.preventDefault();
    isHeld = false;
  }, { passive: false });
  root.addEventListener("touchcancel", () => { isHeld = false; });
  root.addEventListener("contextmenu", (event) => { if (isHeld) event.preventDefault(); });
}

/** The click that ends a drag is no click on what it ends on. */
function swallowClick() {
  const swallow = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", swallow, { capture: true }));
}
