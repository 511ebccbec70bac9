// What can be done with the words of translations and their source: choosing some, marking them, moving on. The keys, the dock
// and the pointer act on one place: a translation, the text in it or its source, and the words chosen there.
import { announce } from "../../site/elements.js";
import { gettext } from "../../site/texts.js";
import { Marks } from "./marks.js";

export class Marking {
  /** `changed` is called after every change of marks, `render` after every change of what is shown. */
  constructor({ scheme, spans, given = [], source, outputs, render, changed }) {
    Object.assign(this, { scheme, given, source, outputs, render });
    this.output = 0;
    this.side = "target";
    this.clear();
    this.draft = {}; // the category or severity of a mark that lacks the other
    this.pen = null; // the severity in hand, with which the pointer marks at once
    this.isUntouched = true; // whether the words were chosen by arriving here, and by nobody
    this.marks = new Marks(spans, () => {
      const { start, end } = this.chosen ?? {};
      const isChosen = (mark) => mark.side === this.side && mark.start === start && mark.end === end;
      this.mark = this.marks.spans[this.output].find(isChosen) ?? null;
      this.render();
      changed();
    });
  }

  clear() {
    Object.assign(this, { anchor: null, chosen: null, mark: null });
  }

  get text() {
    return this.textOf(this.side, this.output);
  }

  textOf(side, output) {
    return side === "source" ? this.source : this.outputs[output];
  }

  categoryOf(name) {
    return this.scheme.categories.find((each) => each.name === name) ?? null;
  }

  /** Whether a mark is as the judge was given it. */
  isGiven(output, mark) {
    const names = ["side", "start", "end", "category", "severity"];
    return (this.given[output] ?? []).some((each) => names.every((name) => each[name] === mark[name]));
  }

  /** Category and severity in words, each only where there was a choice. */
  name({ side, category, severity }) {
    const own = this.categoryOf(category);
    const isOnly = side === "target" && this.scheme.categories.filter((each) => each.side === side).length === 1;
    const title = this.scheme.severities.find((each) => each.name === severity)?.title;
    return [isOnly ? "" : own?.title, own?.severities.length === 1 ? "" : title].filter(Boolean).join(" · ");
  }

  /* --- choosing words */
  choose(chosen, { output = this.output, side = this.side, anchor = chosen, mark = null } = {}) {
    if (output !== this.output || side !== this.side) this.draft = {};
    this.isUntouched = false;
    Object.assign(this, { output, side, anchor, chosen, mark });
    this.render();
    if (chosen) announce([this.text.read(chosen), mark ? this.name(mark) : ""].filter(Boolean).join(", "));
  }

  select(output, mark) {
    this.choose({ start: mark.start, end: mark.end }, { output, side: mark.side, mark });
    this.text.element.focus({ preventScroll: true });
  }

  /** Chooses a word, or the whole mark that it lies in. */
  settle(output, side, unit) {
    const mark = unit && this.marks.at(output, side, unit);
    if (mark) this.choose({ start: mark.start, end: mark.end }, { output, side, mark });
    else this.choose(unit, { output, side });
  }

  /** Moves by a word, or a character, to the left (-1) or right. */
  move(step, { isFine, isGrowing }) {
    const forward = getComputedStyle(this.text.element).direction === "rtl" ? -step : step;
    if (!isGrowing) this.settle(this.output, this.side, this.text.beside(this.chosen ?? { start: 0, end: 0 }, forward, { isFine }));
    else if (this.chosen) this.choose(this.text.grow(this.chosen, this.anchor, forward, { isFine }), { anchor: this.anchor });
  }

  /* --- marking */
  /** Gives the chosen words, or the mark on them, a category or a severity; a mark begins once it has both. */
  put(change) {
    const side = this.categoryOf(change.category)?.side ?? this.side;
    if (side !== this.side) {
      this.turnTo(side, change);
      return;
    }
    if (!this.chosen) return;
    this.isUntouched = false;
    const offered = this.scheme.categories.filter((each) => each.side === side);
    const wanted = { ...(this.mark ?? this.draft), ...change };
    const category = offered.length === 1 ? offered[0] : this.categoryOf(wanted.category);
    const severity = [wanted.severity, category?.severities.length === 1 && category.severities[0]].find((each) => category?.severities.includes(each));
    if (!category || !severity) {
      this.draft = wanted;
      this.render();
      announce(this.hint);
      return;
    }
    this.draft = {};
    // A translation that is none is marked from its first word to its last.
    if (category.name === "Non-translation") this.chosen = this.text.whole;
    const mark = { side, start: this.chosen.start, end: this.chosen.end, category: category.name, severity };
    this.marks.replace(this.output, this.mark, mark);
    announce(`${this.text.read(mark)}, ${this.name(mark)}`);
  }

  /** Gives a severity by its button. Where it would change nothing, or nobody has chosen words yet, it is taken in hand. */
  press(severity) {
    const isGiven = this.mark?.severity === severity;
    if (this.pen === severity && (isGiven || !this.mark)) this.hold(null);
    else if (isGiven || this.isUntouched) this.hold(severity);
    else {
      if (this.pen) this.hold(severity);
      this.put({ severity });
    }
  }

  hold(severity) {
    this.pen = severity;
    this.render();
    announce(this.namePen());
  }

  /** What a mark still lacks, or else what the pen does, in words. */
  get hint() {
    if (this.draft.category) return gettext("Choose a severity.");
    return this.draft.severity ? gettext("Choose a category.") : this.namePen();
  }

  /** What the pen does, in words; nothing without one. */
  namePen() {
    const title = this.scheme.severities.find((each) => each.name === this.pen)?.title;
    return title ? gettext("“{severity}” is in hand and marks words at once.", { severity: title }) : "";
  }

  /** Marks the words that the pointer chose, if a severity is in hand. */
  markAtOnce() {
    if (this.pen && this.chosen && !this.mark) this.put({ severity: this.pen });
  }

  /** An omission is marked in the source and other errors in the translation: words are chosen there next. */
  turnTo(side, change) {
    this.choose(this.textOf(side, this.output).words[0] ?? null, { side });
    this.draft = change;
    this.text.element.focus({ preventScroll: true });
    this.text.element.scrollIntoView({ block: "nearest" });
    this.render();
  }

  remove(output = this.output, mark = this.mark) {
    if (!mark) return;
    this.marks.replace(output, mark, null);
    announce(gettext("Deleted"));
  }

  giveUp() {
    this.draft = {};
    if (this.pen) this.hold(null);
    this.settle(this.output, this.side, this.anchor);
  }
}
