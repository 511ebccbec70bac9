// The words of a pair in a round: one pointed at, focused or pinned shows its links in every reading.

import { placeOn, wordsIn } from "../adjudication/stage.js";
import { gettext } from "../../site/texts.js";

const lines = () => [...document.querySelectorAll("#stage [data-side]")];
const lineOf = (word) => word.closest("[data-side]");

/** `here` shows the row on which one stands. */
export class Words {
  constructor(stage, here) {
    Object.assign(this, { stage, here });
    this.pinned = null; // place of the word whose links stay shown
  }

  show(place = this.pinned) {
    if (place) this.stage.show({ [place.side]: [place.index] });
    else this.here();
  }

  describe(word) {
    const place = placeOn(word);
    const row = document.querySelectorAll(".compared tbody tr")[place.index];
    if (place.side === "source" && row) return [...row.cells].map((cell) => cell.textContent.trim()).join(", ");
    const linked = this.stage.partnersOf(lineOf(word), place).map((each) => each.textContent.trim());
    return linked.length ? gettext("linked with {words}", { words: [...new Set(linked)].join(", ") }) : gettext("no link");
  }

  /** One stop of the Tab key for each line; the arrows go from word to word. */
  prepare() {
    for (const line of lines()) {
      wordsIn(line).forEach((word, index) => {
        word.tabIndex = index ? -1 : 0;
        word.setAttribute("role", "button");
        word.setAttribute("aria-pressed", "false");
      });
    }
  }

  /** Where a word stands, also on the page's next state. */
  locate(word) {
    return { line: lines().indexOf(lineOf(word)), index: placeOn(word).index };
  }

  focus({ line, index }) {
    const words = wordsIn(lines()[line]);
    words[0].tabIndex = -1;
    words[index].tabIndex = 0;
    words[index].focus({ preventScroll: true });
  }

  step(word, step) {
    const words = wordsIn(lineOf(word));
    const isReversed = getComputedStyle(word).direction === "rtl";
    const next = words[words.indexOf(word) + (isReversed ? -step : step)];
    if (!next) return;
    word.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  pin(word) {
    const place = placeOn(word);
    const isSame = this.pinned && this.pinned.side === place.side && this.pinned.index === place.index;
    this.pinned = isSame ? null : place;
    for (const each of document.querySelectorAll("#stage .word")) each.setAttribute("aria-pressed", "false");
    if (this.pinned) word.setAttribute("aria-pressed", "true");
    this.show(place);
  }
}
