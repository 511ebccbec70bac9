// The editor: one model, what shows it, and the actions that change it.

import * as rules from "./state.js";
import * as moves from "./moves.js";
import { LABELS, announce, byId, plural } from "./pages.js";

const EMPTY_UNIT = { words: { source: new Map(), target: new Map() }, links: [] };

export class Editor {
  constructor({ state, words, ribbons, queue, asked, thisWord }) {
    Object.assign(this, { words, ribbons, queue, asked, thisWord });
    this.hovered = null;
    this.isBusy = false;
    this.load(state);
  }

  /** Takes a state of the server as the truth, on the page and as the ground of what is sent next. */
  load(state) {
    this.state = state;
    this.model = rules.createModel(state);
    this.saved = rules.copyCells(this.model);
  }

  get canEdit() {
    return this.state.can_edit && !this.isBusy;
  }

  show() {
    const summaries = rules.summariseAll(this.model);
    this.words.show(summaries);
    this.asked.show(summaries);
    for (const [name, history] of [["undo", this.model.done], ["redo", this.model.undone]]) {
      document.querySelector(`[data-action="${name}"]`).setAttribute("aria-disabled", String(!history.length));
    }
    this.showUnit();
  }

  showUnit() {
    const place = this.hovered ?? this.words.cursor;
    const hasWord = place.index < this.model.tokens[place.side].length;
    const unit = hasWord ? rules.unitOf(this.model, place.side, place.index) : EMPTY_UNIT;
    this.words.light(unit);
    this.ribbons.draw([...this.model.links.values()], unit);
    if (hasWord) this.thisWord.show(this.model, this.words.cursor, this.canEdit);
  }

  layOut() {
    this.ribbons.measure();
    this.showUnit();
  }

  hover(place) {
    if (place?.side === this.hovered?.side && place?.index === this.hovered?.index) return;
    this.hovered = place;
    this.showUnit();
  }

  goTo(place, options = {}) {
    this.words.moveTo(place);
    this.hovered = null;
    this.showUnit();
    // Last, because a screen reader reads the description that stands there when the focus arrives.
    if (options.focus ?? true) this.words.focusCursor();
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

  /** Picks from where the phrase began up to the word that the arrow leads to. */
  stretch(key) {
    const from = { ...this.words.cursor };
    const to = this.move(key);
    if (to.side === from.side) {
      if (this.anchor?.side !== from.side || !this.words.isPicked(from)) this.anchor = from;
      this.pickRange(this.anchor, to, []);
    }
    this.goTo(to);
  }

  pickRange(start, end, before) {
    const [first, last] = [start.index, end.index].sort((a, b) => a - b);
    const range = Array.from({ length: last - first + 1 }, (_, step) => first + step);
    this.words.pickOnly(start.side, [...before, ...range]);
    this.goTo(end);
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

  clearPicks() {
    if (this.words.hasPicks) announce("Picks dropped");
    this.words.clearPicks();
    this.anchor = null;
  }

  /** Carries a change out at once and leaves the sending to the queue. */
  commit(change, said) {
    if (rules.isEmpty(change)) return;
    rules.perform(this.model, change);
    this.queue.push("set", change);
    this.finish(said);
  }

  finish(said) {
    this.clearPicks();
    this.show();
    announce(said);
  }

  link(label, words = this.words.chosenForLink()) {
    if (!words.source.length || !words.target.length) {
      const missing = words.source.length ? "target" : "source";
      this.tell(`Pick a word in the ${this.state[missing].name} sentence too.`);
      return;
    }
    const change = rules.changeToLink(this.model, words.source, words.target, label);
    const removes = change.links.every(([, , , after]) => after === null);
    const between = `${this.phrase("source", words.source)} with ${this.phrase("target", words.target)}`;
    this.commit(change, removes ? `Unlinked ${between}` : `${LABELS[label]}: ${between}`);
  }

  /** Links a word dragged onto one of the other sentence; a drag that begins in the picks takes all of them along. */
  join(first, last, label) {
    const words = { [first.side]: [first.index], [last.side]: [last.index] };
    for (const place of [first, last]) {
      if (this.words.isPicked(place)) words[place.side] = [...this.words.picks[place.side]];
    }
    this.link(label, words);
    this.goTo(first);
  }

  mark() {
    const words = this.words.chosenForWord();
    const change = rules.changeToMark(this.model, words);
    const isOn = change.unaligned.some(([, , , after]) => after);
    const phrase = [...rules.SIDES.map((side) => this.phrase(side, words[side]))].filter(Boolean).join(", ");
    this.commit(change, isOn ? `No counterpart: ${phrase}` : `Mark removed: ${phrase}`);
  }

  remove() {
    const change = rules.changeToRemove(this.model, this.words.chosenForWord());
    this.commit(change, `${plural(rules.sizeOf(change), "link or mark", "links or marks")} removed`);
  }

  dropLink(source, target) {
    if (!this.canEdit) return;
    const before = rules.labelAt(this.model, source, target);
    this.commit({ links: [[source, target, before, null]], unaligned: [] }, "Link removed");
    this.words.at(this.words.cursor).focus();
  }

  travel(kind) {
    const change = kind === "undo" ? rules.undo(this.model) : rules.redo(this.model);
    if (!change) {
      this.tell(`Nothing to ${kind}.`);
      return;
    }
    this.queue.push(kind, change);
    this.finish(kind === "undo" ? "Undone" : "Done again");
    this.goTo(this.placeOf(change));
  }

  /** Where a change is to be seen, on the cursor's side where it can be. */
  placeOf({ links, unaligned }) {
    const { side } = this.words.cursor;
    if (links.length) return { side, index: links[0][side === "source" ? 0 : 1] };
    const mark = unaligned.find((entry) => entry[0] === side) ?? unaligned[0];
    return { side: mark[0], index: mark[1] };
  }

  goToOpenWord(step) {
    const place = moves.openWordFrom(this.model, this.words.cursor, step);
    if (place) this.goTo(place);
    else this.tell("Every word has a link or a mark.");
  }

  phrase(side, indices) {
    return indices.map((index) => this.model.tokens[side][index]).join(" ");
  }

  /** A word to the person at the screen, seen and read out, that goes by itself. */
  tell(text) {
    announce(text);
    byId("hint").textContent = text;
    clearTimeout(this.hintEnds);
    this.hintEnds = setTimeout(() => { byId("hint").textContent = ""; }, 5000);
  }

  /** What has been done here since the last thing the server acknowledged. */
  unsaved() {
    return rules.difference(this.saved, this.model);
  }

  acknowledged(operation) {
    rules.applyCells(this.saved, operation.change);
  }

  /** Puts changes that were made on other ground on top of this state. */
  putOnTop(wishes) {
    this.commit(rules.changeOnTop(this.model, wishes), "Your changes are put on top");
    this.show();
  }
}
