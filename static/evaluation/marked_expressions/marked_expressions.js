// Choosing words by dragging and by the arrow keys. The boxes do all of it without this script.
const form = document.getElementById("marked-expressions");
const undo = document.getElementById("marked-expressions-undo");
let dragged = null;

form.querySelector(".keys").hidden = false;

const boxesOf = (words) => [...words.querySelectorAll("input")];

function choose(box, isChosen) {
  if (box.checked === isChosen) return;
  box.checked = isChosen;
  box.dispatchEvent(new Event("change", { bubbles: true }));
}

/** All words from the first one of the drag to the one under the pointer; those that it left again are as before. */
function chooseTo(box) {
  const at = dragged.boxes.indexOf(box);
  if (at < 0) return;
  const [low, high] = [Math.min(at, dragged.first), Math.max(at, dragged.first)];
  dragged.boxes.forEach((each, place) => {
    choose(each, low <= place && place <= high ? dragged.isChosen : dragged.before[place]);
  });
}

form.addEventListener("pointerdown", (event) => {
  const box = event.target.closest(".words label")?.querySelector("input");
  if (!box || event.button) return;
  const words = box.closest(".words");
  const boxes = boxesOf(words);
  dragged = { words, boxes, first: boxes.indexOf(box), isChosen: !box.checked, hasMoved: false };
  dragged.before = boxes.map((each) => each.checked);
});

document.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  const under = document.elementFromPoint(event.clientX, event.clientY)?.closest(".words label");
  const box = under?.querySelector("input");
  if (!box || under.closest(".words") !== dragged.words) return;
  if (!dragged.hasMoved && dragged.boxes.indexOf(box) === dragged.first) return;
  dragged.hasMoved = true;
  dragged.words.classList.add("is-dragging");
  chooseTo(box);
});

document.addEventListener("pointerup", () => {
  if (!dragged) return;
  dragged.words.classList.remove("is-dragging");
  const { hasMoved } = dragged;
  dragged = null;
  if (!hasMoved) return;
  // The click that ends a drag is no click on the word that it ends on.
  const stop = (event) => event.preventDefault();
  form.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => form.removeEventListener("click", stop, { capture: true }));
});
document.addEventListener("pointercancel", () => { dragged = null; });

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
