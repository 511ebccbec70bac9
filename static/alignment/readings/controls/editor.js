// The editor: one model, the two views of it, and where the cursor and the picks are.

import * as moves from "../model/moves.js";
import { createModel, copyCells, openSuggestions, summariseAll } from "../model/state.js";
import { applyCells } from "../model/history.js";
import { difference } from "../model/changes.js";
import { groupOf } from "../model/link-groups.js";
import { announce, byId } from "../../../site/elements.js";
import { sayBlock } from "../views/matrix.js";
import { Holding } from "./holding.js";

const EMPTY_GROUP = { words: { source: new Map(), target: new Map() }, links: [] };

export class Editor extends Holding {
  constructor({ state, words, ribbons, matrix, queue, asked, thisWord }) {
    super();
    Object.assign(this, { words, ribbons, matrix, queue, asked, thisWord });
    this.hovered = null;
    this.isBusy = false;
    this.isMatrix = false;
    this.load(state);
  }

  /** Takes a state of the server as the truth, on the page and as the ground of what is sent next. */
  load(state) {
    this.state = state;
    this.model = createModel(state);
    this.saved = copyCells(this.model);
    byId("editor").classList.toggle("has-suggestions", Boolean(state.suggestions?.length));
  }

  get canEdit() {
    return this.state.can_edit && !this.isBusy;
  }

  // --- showing
  show() {
    const summaries = summariseAll(this.model);
    this.words.show(summaries);
    if (this.isMatrix) this.matrix.show(this.model, summaries, openSuggestions(this.model));
    this.asked.show(summaries);
    for (const [name, stack] of [["undo", "done"], ["redo", "undone"]]) {
      const isEmpty = !this.model[stack].length && !this.model.earlier[stack];
      document.querySelector(`[data-action="${name}"]`).setAttribute("aria-disabled", String(isEmpty));
    }
    this.showGroup();
  }

  showGroup() {
    const place = this.hovered ?? this.words.cursor;
    const hasWord = place.index < this.model.tokens[place.side].length;
    const group = this.held ?? (hasWord ? groupOf(this.model, place.side, place.index) : EMPTY_GROUP);
    if (this.isMatrix) this.matrix.light(this.model, this.held);
    else {
      this.words.light(group);
      this.ribbons.draw([...this.model.links.values()], group, openSuggestions(this.model), place);
    }
    if (hasWord) this.thisWord.show(this.model, this.words.cursor, this.canEdit);
  }

  layOut() {
    if (this.isMatrix) return;
    this.ribbons.measure();
    this.showGroup();
  }

  /** Changes between sentences and matrix; the cursor stays on its words. */
  setMatrix(isMatrix, options = {}) {
    const held = this.held;
    this.clearPicks({ isQuiet: true });
    this.hovered = null;
    this.isMatrix = isMatrix;
    byId("stage").hidden = isMatrix;
    if (isMatrix) this.matrix.open();
    else this.matrix.close();
    byId("editor").classList.toggle("is-matrix", isMatrix);
    if (!isMatrix) this.ribbons.measure();
    this.show();
    this.goTo(this.words.cursor, options);
    if (held) this.hold(held);
  }

  // --- moving
  hover(place) {
    if (place?.side === this.hovered?.side && place?.index === this.hovered?.index) return;
    this.hovered = place;
    this.showGroup();
  }

  goTo(place, options = {}) {
    this.words.moveTo(place);
    this.hovered = null;
    if (this.isMatrix) this.matrix.moveTo(this.words.places);
    this.showGroup();
    // Last, because a screen reader reads the description that stands there when the focus arrives.
    if (options.focus ?? true) (this.isMatrix ? this.matrix : this.words).focusCursor({ preventScroll: options.isPointed });
  }

  /** Moves the cursor of the matrix; the word that changed is the one the column beside tells about. */
  goToCell(cell) {
    const side = cell.source === this.words.places.source ? "target" : "source";
    const other = side === "source" ? "target" : "source";
    this.words.moveTo({ side: other, index: cell[other] });
    this.goTo({ side, index: cell[side] });
  }

  /** A click on a cell: what was picked before is let go. */
  pointAt(cell) {
    this.letGo();
    this.matrix.clearBlock();
    this.goToCell(cell);
  }

  /** Where an arrow leads: a word in the sentences, a cell in the matrix. */
  go(key) {
    if (!this.isMatrix) {
      this.goTo(this.move(key));
      return;
    }
    this.pointAt(this.matrix.step(key));
  }

  move(key) {
    const { cursor, tokens, directions } = this.words;
    const length = tokens[cursor.side].length;
    if (key === "arrowleft" || key === "arrowright") {
      const index = moves.stepAside(directions[cursor.side], cursor.index, key.slice(5), length);
      return { side: cursor.side, index };
    }
    if (key === "home") return { side: cursor.side, index: 0 };
    if (key === "end") return { side: cursor.side, index: length - 1 };
    if (key === "pageup") return moves.lineFrom(cursor, -1, this.ribbons);
    if (key === "pagedown") return moves.lineFrom(cursor, 1, this.ribbons);
    return moves.acrossFrom(cursor, this.ribbons);
  }

  /** Brings the cursor into sight where the keyboard is elsewhere. */
  scrollToCursor() {
    const here = this.isMatrix ? this.matrix.place(this.matrix.cursor) : this.words.at(this.words.cursor);
    here.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  goToOpenWord(step) {
    const place = moves.openWordFrom(this.model, this.words.cursor, step);
    if (place) this.goTo(place);
    else this.tell("Every word has a link or a mark.");
  }

  // --- picking
  /** Picks from where the phrase or the block began up to where the arrow leads. */
  stretch(key) {
    if (this.isMatrix) {
      this.stretchTo(this.matrix.step(key));
      return;
    }
    const from = { ...this.words.cursor };
    const to = this.move(key);
    if (to.side === from.side) {
      if (this.anchor?.side !== from.side || !this.words.isPicked(from)) this.anchor = from;
      this.pickRange(this.anchor, to, []);
    }
    this.goTo(to);
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
  }

  clearPicks({ isQuiet = false } = {}) {
    if (!isQuiet && (this.words.hasPicks || this.matrix.hasBlock)) announce("Picks dropped");
    this.letGo();
    this.words.clearPicks();
    this.matrix.clearBlock();
    this.anchor = null;
  }

  /** The words that S, P and E mean. */
  chosenForLink() {
    return this.isMatrix ? this.matrix.chosen() : this.words.chosenForLink();
  }

  // --- words to the person
  phrase(side, indices) {
    return indices.map((index) => this.model.tokens[side][index]).join(" ");
  }

  /** A word to the person at the screen, seen and read out, that goes by itself. */
  tell(text) {
    announce(text);
    byId("hint").textContent = text;
    clearTimeout(this.hintEnds);
    this.hintEnds = setTimeout(() => this.hush(), 5000);
  }

  /** Takes the last word back: something was done since, and it may no longer hold. */
  hush() {
    clearTimeout(this.hintEnds);
    byId("hint").textContent = "";
  }

  // --- what the server has
  /** What has been done here since the last thing the server acknowledged. */
  unsaved() {
    return difference(this.saved, this.model);
  }

  acknowledged(operation) {
    applyCells(this.saved, operation.change);
  }
}
