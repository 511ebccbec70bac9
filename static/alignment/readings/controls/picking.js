// What is picked: words, phrases, blocks, and the word from which an arrow led to the other sentence.

import { labelAt } from "../model/state.js";
import { announce } from "../../../site/elements.js";
import { gettext } from "../../../site/texts.js";
import { sayBlock } from "../views/matrix.js";
import { GroupSelection } from "./group-selection.js";

export class Picking extends GroupSelection {
  /** The word from which a move to this one led across; the way back ends it. */
  fromFor({ side }) {
    const { cursor, from } = this.words;
    if (side === cursor.side) return from;
    return from ? null : { ...cursor };
  }

  /** Picks from where the phrase or the block began up to where the arrow leads. */
  stretch(key) {
    if (this.isMatrix) {
      this.stretchTo(this.matrix.step(key));
      return;
    }
    const here = { ...this.words.cursor };
    const to = this.move(key);
    const options = { from: this.fromFor(to) };
    if (to.side !== here.side) {
      this.goTo(to, options);
      return;
    }
    if (this.anchor?.side !== here.side || !this.words.isPicked(here)) this.anchor = here;
    this.pickRange(this.anchor, to, [], options);
  }

  stretchTo(cell, from = null) {
    this.matrix.anchor = from ?? this.matrix.anchor ?? { ...this.matrix.cursor };
    this.goToCell(cell);
    sayBlock(this.matrix.chosen());
  }

  pickRange(start, end, before, options = {}) {
    const [first, last] = [start.index, end.index].sort((a, b) => a - b);
    const range = Array.from({ length: last - first + 1 }, (_, step) => first + step);
    this.words.pickOnly(start.side, [...before, ...range]);
    this.goTo(end, options);
  }

  /** Picks the phrase that a drag has reached by now, beside what was picked before it; none where it went elsewhere. */
  stretchByPointer(start, end, before) {
    if (end) this.pickRange(start, end, before, { isPointed: true });
    else {
      this.words.pickOnly(start.side, before);
      this.goTo(start, { isPointed: true });
    }
  }

  pick(place, upToHere = false) {
    if (upToHere && this.anchor?.side === place.side) {
      this.pickRange(this.anchor, place, this.words.picks[place.side]);
      return;
    }
    const isPicked = !this.words.isPicked(place);
    this.words.setPicked(place, isPicked);
    this.anchor = isPicked ? place : null;
    this.showGroup();
  }

  clearPicks({ isQuiet = false } = {}) {
    if (!isQuiet) {
      if (this.words.hasPicks || this.words.from || this.matrix.hasBlock) announce(gettext("Picks dropped"));
      this.words.setFrom(null);
      this.showGroup();
    }
    this.letGo();
    this.words.clearPicks();
    this.matrix.clearBlock();
    this.anchor = null;
  }

  /** The words that S, P and E mean. */
  chosenForLink() {
    return this.isMatrix ? this.matrix.chosen() : this.words.chosenForLink();
  }

  /** What S would link now, for the ribbons that show it beforehand; null where a word is missing or all are linked. */
  wordsToLink() {
    const chosen = this.canEdit && !this.held ? this.words.chosenForLink() : null;
    const adds = chosen?.source.some((source) => chosen.target.some((target) => !labelAt(this.model, source, target)));
    return adds ? chosen : null;
  }
}
