// The words of a passage as they stand on the page: which are picked, which belong to which expression.

import { gettext } from "../../site/texts.js";

const HUES = 8;

export class Passage {
  constructor(element) {
    this.element = element;
    this.words = [...element.querySelectorAll(".word")];
    this.current = 0;
    for (const word of this.words) {
      word.setAttribute("role", "button");
      word.tabIndex = -1;
    }
    if (this.words.length) this.words[0].tabIndex = 0;
  }

  indexOf(target) {
    return this.words.indexOf(target.closest?.(".word"));
  }

  textOf(indices) {
    return indices.map((index) => this.words[index].querySelector(".form").textContent).join(" ");
  }

  /** Makes a word the one that keys act on. */
  focus(index) {
    const word = this.words[index];
    if (!word) return;
    this.words[this.current].tabIndex = -1;
    this.current = index;
    word.tabIndex = 0;
    word.focus({ preventScroll: true });
    word.scrollIntoView({ block: "nearest" });
  }

  move(step) {
    this.focus(Math.max(0, Math.min(this.words.length - 1, this.current + step)));
  }

  /** The word in the line above or below that is nearest. */
  moveLine(step) {
    const here = this.words[this.current].getBoundingClientRect();
    const x = here.left + here.width / 2;
    const boxes = this.words.map((word) => word.getBoundingClientRect());
    const away = boxes.filter((box) => (step < 0 ? box.bottom <= here.top + 1 : box.top >= here.bottom - 1));
    if (!away.length) return;
    const edge = step < 0 ? Math.max(...away.map((box) => box.bottom)) : Math.min(...away.map((box) => box.top));
    const line = boxes.flatMap((box, index) => (Math.abs((step < 0 ? box.bottom : box.top) - edge) < box.height / 2 ? [index] : []));
    const far = (index) => Math.abs(boxes[index].left + boxes[index].width / 2 - x);
    this.focus(line.sort((one, other) => far(one) - far(other))[0]);
  }

  moveVerb(step) {
    const count = this.words.length;
    for (let away = 1; away <= count; away += 1) {
      const index = (this.current + step * away + count * count) % count;
      if (this.words[index].classList.contains("is-verb")) {
        this.focus(index);
        return;
      }
    }
  }

  /** Draws a line under the words of each mark; marks that share words have lines of their own. */
  show(marks, { picked, chosen }) {
    const levels = findLevels(marks);
    this.words.forEach((word, index) => {
      const isPicked = picked.includes(index);
      word.classList.toggle("is-picked", isPicked);
      word.setAttribute("aria-pressed", String(isPicked));
      const lines = marks.flatMap((mark, place) => (mark.words.includes(index) ? [lineOf(mark, place, levels[place], mark === chosen)] : []));
      word.querySelectorAll(".line").forEach((line) => line.remove());
      word.append(...lines);
      const names = marks.filter((mark) => mark.words.includes(index)).map((mark) => (mark.isOpen ? gettext("candidate") : mark.category));
      if (names.length) word.setAttribute("aria-description", names.join(", "));
      else word.removeAttribute("aria-description");
    });
    this.element.style.setProperty("--levels", Math.max(1, ...levels.map((level) => level + 1)));
  }
}

function lineOf(mark, place, level, isChosen) {
  const line = document.createElement("span");
  line.className = `line hue-${place % HUES}`;
  line.classList.toggle("is-chosen", isChosen);
  line.classList.toggle("is-open", Boolean(mark.isOpen));
  line.classList.toggle("is-none", mark.category === "NotMWE");
  line.style.setProperty("--level", level);
  return line;
}

/** The lowest level at which no earlier mark with words between has its line. */
function findLevels(marks) {
  const levels = [];
  marks.forEach((mark, place) => {
    const crosses = (other) => mark.words[0] <= other.words.at(-1) && other.words[0] <= mark.words.at(-1);
    const taken = new Set(marks.slice(0, place).flatMap((other, at) => (crosses(other) ? [levels[at]] : [])));
    let level = 0;
    while (taken.has(level)) level += 1;
    levels.push(level);
  });
  return levels;
}

export const hueOf = (place) => `hue-${place % HUES}`;
