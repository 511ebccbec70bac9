// The editor: one model, the two views of it, and where the cursor and the picks are.

import * as moves from "../model/moves.js";
import { createModel, copyCells, openSuggestions, otherSide, summariseAll } from "../model/state.js";
import { applyCells } from "../model/history.js";
import { difference } from "../model/changes.js";
import { groupOf } from "../model/link-groups.js";
import { announce, byId } from "../../../site/elements.js";
import { gettext } from "../../../site/texts.js";
import { Picking } from "./picking.js";

const EMPTY_GROUP = { words: { source: new Map(), target: new Map() }, links: [] };

export class Editor extends Picking {
  constructor({ state, words, ribbons, sight, matrix, queue, asked, thisWord }) {
    super();
    Object.assign(this, { words, ribbons, sight, matrix, queue, asked, thisWord });
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
      this.ribbons.drawDraft(this.wordsToLink(), this.words.from?.side, null, "next");
    }
    if (hasWord) this.thisWord.show(this.model, this.words.cursor, this.canEdit);
  }

  layOut() {
    if (this.isMatrix) return;
    this.sight.layOut();
    this.followPanes();
  }

  /** Draws the ribbons anew after the words have moved within their panes. */
  followPanes() {
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
    if (!isMatrix) {
      this.sight.layOut();
      this.ribbons.measure();
    }
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

  /** `from` is the word that an arrow has led from to the other sentence: S links it as if it were picked. */
  goTo(place, options = {}) {
    this.words.moveTo(place, options.from);
    this.hovered = null;
    if (this.isMatrix) this.matrix.moveTo(this.words.places);
    this.showGroup();
    // Last, because a screen reader reads the description that stands there when the focus arrives.
    const preventScroll = options.isPointed || !this.isMatrix;
    if (options.focus ?? true) (this.isMatrix ? this.matrix : this.words).focusCursor({ preventScroll });
    if (!options.isPointed) this.keepInSight(); // what is pointed at stays under the pointer
  }

  /** Keeps the cursor's word above the bar of keys, and with it what the other sentence has for it. */
  keepInSight() {
    const { cursor } = this.words;
    if (this.isMatrix || cursor.index >= this.model.tokens[cursor.side].length) return;
    this.sight.keep(cursor, this.counterpartInSight(cursor));
  }

  /** Index of the word of the other sentence that belongs beside this one: picked, linked, or where the arrow would lead. */
  counterpartInSight(place) {
    const there = otherSide(place.side);
    const chosen = this.words.from?.side === there ? this.words.from.index : [...this.words.picks[there]].at(-1);
    if (chosen !== undefined) return chosen;
    const linked = [...groupOf(this.model, place.side, place.index).words[there]].filter(([, { direct }]) => direct);
    if (linked.length) return Math.min(...linked.map(([index]) => index));
    return moves.counterpartOf(this.model, place, this.ribbons).index;
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
      const to = this.move(key);
      this.goTo(to, { from: this.fromFor(to) });
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
    return moves.counterpartOf(this.model, cursor, this.ribbons, { isBack: Boolean(this.words.from) });
  }

  /** Brings the cursor into sight where the keyboard is elsewhere. */
  scrollToCursor() {
    if (this.isMatrix) this.matrix.place(this.matrix.cursor).scrollIntoView({ block: "nearest", inline: "nearest" });
    else this.keepInSight();
  }

  goToOpenWord(step) {
    const place = moves.openWordFrom(this.model, this.words.cursor, step);
    if (place) this.goTo(place);
    else this.tell(gettext("Every word has a link or a mark."));
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
