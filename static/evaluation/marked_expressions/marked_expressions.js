// Choosing words by dragging and by the arrow keys. The boxes do all of it without this script.
import { listenToDrags } from "../../site/dragging.js";

const form = document.getElementById("marked-expressions");
const undo = document.getElementById("marked-expressions-undo");

form.querySelector(".keys").hidden = false;

const boxesOf = (words) => [...words.querySelectorAll("input")];

function choose(box, isChosen) {
  if (box.checked === isChosen) return;
  box.checked = isChosen;
  box.dispatchEvent(new Event("change", { bubbles: true }));
}

const rows = [...form.querySelectorAll(".words")];

/** Words from the first one of a drag to the one under the pointer; those that it left again are as before. */
function chooseTo({ start, boxes, before, isChosen }, last) {
  const [low, high] = [Math.min(start.at, last), Math.max(start.at, last)];
  boxes.forEach((each, at) => choose(each, low <= at && at <= high ? isChosen : before[at]));
}

function putBack({ start, boxes, before }) {
  rows[start.row].classList.remove("is-dragging");
  boxes.forEach((each, at) => choose(each, before[at]));
}

listenToDrags(form, {
  rest: 0, // a finger moves along the line; up and down it scrolls (touch-action)
  placeAt(element) {
    const box = element.closest(".words label")?.querySelector("input");
    const row = rows.indexOf(element.closest(".words"));
    return box ? { row, at: boxesOf(rows[row]).indexOf(box) } : null;
  },
  begin(drag) {
    drag.boxes = boxesOf(rows[drag.start.row]);
    drag.before = drag.boxes.map((each) => each.checked);
    drag.isChosen = !drag.before[drag.start.at];
  },
  move(drag) {
    const { start, over } = drag;
    if (!drag.hasMoved || over?.row !== start.row) return;
    rows[start.row].classList.add("is-dragging");
    chooseTo(drag, over.at);
  },
  end: ({ start }) => rows[start.row].classList.remove("is-dragging"),
  cancel: putBack,
});

function moveFrom(box, step, isChoosing) {
  const boxes = boxesOf(box.closest(".words"));
  const next = boxes[boxes.indexOf(box) + step];
  if (!next) return;
  if (isChoosing) {
    choose(box, true);
    choose(next, true);
  }
  next.focus();
}

document.addEventListener("keydown", (event) => {
  const command = event.ctrlKey || event.metaKey;
  if (command && event.key === "Enter") {
    event.preventDefault();
    form.requestSubmit();
  } else if (command && event.key.toLowerCase() === "z" && undo && !event.target.matches("input[type=text]")) {
    event.preventDefault();
    undo.requestSubmit();
  } else if (!command && ["ArrowLeft", "ArrowRight"].includes(event.key) && event.target.matches(".words input")) {
    event.preventDefault();
    const isRight = getComputedStyle(event.target.closest(".words")).direction === "ltr";
    moveFrom(event.target, (event.key === "ArrowRight") === isRight ? 1 : -1, event.shiftKey);
  }
});
