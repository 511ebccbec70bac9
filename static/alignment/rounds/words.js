// Colours of a pair in a round: a word lights up its partners, a row its two words.

export const wordsOf = (side) => [...document.querySelectorAll(`#${side}-words .word`)];

function light(lit) {
  for (const each of document.querySelectorAll(".aligned .is-lit")) each.classList.remove("is-lit");
  for (const each of lit) each.classList.add("is-lit");
}

function partnersOf(place) {
  if (place.cell) {
    const [source, target] = place.cell.split("-").map(Number);
    const word = wordsOf("target")[target];
    return [wordsOf("source")[source], word, ...word.querySelectorAll(`[data-chip="${source}"]`)];
  }
  if (place.side === "source") {
    const chips = [...document.querySelectorAll(`#target-words [data-chip="${place.index}"]`)];
    return [wordsOf("source")[place.index], ...chips, ...chips.map((chip) => chip.closest(".word"))];
  }
  const word = wordsOf("target")[place.index];
  const chips = [...word.querySelectorAll("[data-chip]")];
  return [word, ...chips, ...chips.map((chip) => wordsOf("source")[chip.dataset.chip])];
}

export function placeOf(element) {
  const word = element.closest?.(".aligned .word");
  if (!word) return null;
  const chip = element.closest("[data-chip]");
  if (chip) return { cell: `${chip.dataset.chip}-${word.dataset.target}` };
  const side = "source" in word.dataset ? "source" : "target";
  return { side, index: Number(word.dataset[side]) };
}

/** The words of the page; `current` gives the key of the row on which one stands. */
export class Words {
  constructor(current) {
    this.current = current;
    this.pinned = null; // word whose partners stay lit
  }

  lightHere(place) {
    const here = this.current();
    const shown = place ?? this.pinned ?? (here ? { cell: here } : null);
    light(shown ? partnersOf(shown) : []);
  }

  describe(place) {
    const line = document.querySelectorAll(".compared tbody tr")[place.index];
    if (place.side === "source" && line) return [...line.cells].map((cell) => cell.textContent.trim()).join(", ");
    const linked = partnersOf(place).filter((each) => each.dataset.source).map((each) => each.querySelector(".token").textContent);
    return linked.length ? `linked with ${[...new Set(linked)].join(", ")}` : "no link";
  }

  /** One stop of the Tab key for each sentence; the arrows go from word to word. */
  prepare() {
    for (const side of ["source", "target"]) {
      wordsOf(side).forEach((word, index) => {
        word.tabIndex = index ? -1 : 0;
        word.setAttribute("role", "button");
        word.setAttribute("aria-pressed", "false");
      });
    }
  }

  focus({ side, index }) {
    wordsOf(side)[0].tabIndex = -1;
    wordsOf(side)[index].tabIndex = 0;
    wordsOf(side)[index].focus({ preventScroll: true });
  }

  step(word, step) {
    const all = wordsOf(word.closest(".aligned").id.replace("-words", ""));
    const isReversed = getComputedStyle(word).direction === "rtl";
    const next = all[all.indexOf(word) + (isReversed ? -step : step)];
    if (!next) return;
    word.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  pin(word) {
    const place = placeOf(word);
    const isSame = this.pinned && this.pinned.side === place.side && this.pinned.index === place.index;
    this.pinned = isSame ? null : place;
    for (const each of document.querySelectorAll(".aligned .word")) each.setAttribute("aria-pressed", "false");
    if (this.pinned) word.setAttribute("aria-pressed", "true");
    this.lightHere(place);
  }
}
