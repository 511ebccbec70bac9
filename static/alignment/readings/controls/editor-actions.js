// What a person does to the links: each deed is one change, carried out at once and left to the queue to send.

import { SIDES, dismissalsOf, isEmpty, openSuggestions, sizeOf } from "../model/state.js";
import * as changes from "../model/changes.js";
import * as groups from "../model/link-groups.js";
import { lacksChange, perform, redo, undo } from "../model/history.js";
import { changeToAccept, changeToDismiss, suggestionsFor } from "../model/suggestions.js";
import { announce } from "../../../site/elements.js";
import { gettext, ngettext } from "../../../site/texts.js";
import { Unreachable } from "../../../site/unsent/transport.js";
import { LABELS } from "../views/pages.js";
import { loadEarlier } from "../saving/earlier.js";
import { operationOf } from "../saving/operations.js";

const links = (number) => ngettext(number, "{n} link", "{n} links");

export class EditorActions {
  constructor(editor) {
    this.editor = editor;
  }

  get model() {
    return this.editor.model;
  }

  commit(change, said) {
    if (isEmpty(change)) return;
    perform(this.model, change);
    this.editor.queue.push(operationOf("set", change));
    this.finish(said);
  }

  finish(said) {
    this.editor.hush();
    this.editor.clearPicks({ isQuiet: true });
    this.editor.show();
    announce(said);
  }

  link(label, words = null) {
    const { editor } = this;
    const held = words ? null : editor.heldLinks;
    if (held) {
      const said = gettext("{label}: link group of {links}", { label: LABELS[label], links: links(held.length) });
      this.commit(groups.changeToRelabel(held, label), said);
      return;
    }
    const { source, target } = words ?? editor.chosenForLink();
    if (!source.length || !target.length) {
      const missing = source.length ? "target" : "source";
      editor.tell(gettext("Select a word in the {language} sentence too.", { language: editor.state[missing].name }));
      return;
    }
    const change = changes.changeToLink(this.model, source, target, label);
    const removes = change.links.every(([, , , after]) => after === null);
    const said = { source: editor.phrase("source", source), target: editor.phrase("target", target), label: LABELS[label] };
    this.commit(change, removes ? gettext("Unlinked {source} with {target}", said) : gettext("{label}: {source} with {target}", said));
  }

  /** Marks the chosen words; in the matrix those of the rows, or of the columns where `side` says so. */
  mark(side = "source") {
    const { editor } = this;
    const none = { source: [], target: [] };
    const words = editor.isMatrix ? { ...none, [side]: editor.matrix.chosen()[side] } : editor.words.chosenForWord();
    const change = changes.changeToMark(this.model, words);
    const isOn = change.unaligned.some(([, , , after]) => after);
    const phrase = SIDES.map((each) => editor.phrase(each, words[each])).filter(Boolean).join(", ");
    const said = { words: phrase };
    this.commit(change, isOn ? gettext("No counterpart: {words}", said) : gettext("Mark removed: {words}", said));
  }

  /** Marks all words that are left, as one change that one undo takes back. */
  markRest() {
    const change = changes.changeToMarkRest(this.model);
    const number = change.unaligned.length;
    this.commit(change, ngettext(number, "No counterpart: {n} word", "No counterpart: {n} words"));
  }

  remove() {
    const { editor } = this;
    const held = editor.heldLinks;
    if (held) {
      this.commit(groups.changeToDissolve(held), gettext("Link group of {links} dissolved", { links: links(held.length) }));
      return;
    }
    const change = editor.isMatrix
      ? changes.changeToUnlink(this.model, editor.matrix.chosen())
      : changes.changeToRemove(this.model, editor.words.chosenForWord());
    if (isEmpty(change)) editor.tell(gettext("Nothing to remove here."));
    this.commit(change, ngettext(sizeOf(change), "{n} link or mark removed", "{n} links or marks removed"));
  }

  dropLink(source, target) {
    if (!this.editor.canEdit) return;
    this.commit(changes.changeToUnlink(this.model, { source: [source], target: [target] }), gettext("Link removed"));
    this.editor.goTo(this.editor.words.cursor);
  }

  clearAll() {
    const change = changes.changeToClear(this.model);
    if (isEmpty(change)) return;
    this.commit(change, gettext("Everything cleared"));
    this.editor.tell(ngettext(sizeOf(change), "Cleared: {n} link or mark. Z brings them back.", "Cleared: {n} links and marks. Z brings them back."));
  }

  // --- whole link groups
  pickGroup() {
    const { editor } = this;
    const { side, index } = editor.words.cursor;
    const group = editor.isMatrix ? editor.groupAtCell() : groups.groupOf(this.model, side, index);
    if (!group.links.length) {
      editor.tell(gettext("This word has no link yet."));
      return;
    }
    editor.matrix.clearBlock();
    editor.hold(group);
    const said = { links: links(group.links.length) };
    editor.tell(editor.isMatrix
      ? gettext("Link group of {links}: S and P change its label, Del dissolves it, a block that touches it and E extend it.", said)
      : gettext("Link group of {links}: S and P change its label, Del dissolves it, more words and E extend it.", said));
  }

  /** Joins what is chosen, and the link groups it touches, all with all. */
  extend() {
    const { editor } = this;
    const words = editor.chosenForLink();
    if (editor.held) {
      for (const side of SIDES) words[side] = [...new Set([...words[side], ...editor.held.words[side].keys()])];
    }
    const change = groups.changeToExtend(this.model, words);
    if (!change) editor.tell(gettext("None of these words is linked yet: S or P begins a link group."));
    else if (isEmpty(change)) editor.tell(gettext("This link group is joined all with all already. Pick further words, then E."));
    else this.commit(change, gettext("Link group extended by {links}", { links: links(change.links.length) }));
  }

  // --- suggestions
  accept(suggestions = null) {
    const found = suggestions ?? this.suggestionsHere();
    if (found.length) this.commit(changeToAccept(this.model, found), ngettext(found.length, "{n} suggestion accepted", "{n} suggestions accepted"));
  }

  dismiss(suggestions = null) {
    const found = suggestions ?? this.suggestionsHere();
    if (!found.length) return;
    this.commit(changeToDismiss(found), ngettext(found.length, "{n} suggestion dismissed", "{n} suggestions dismissed"));
    this.editor.tell(ngettext(found.length, "{n} suggestion dismissed. Z brings it back.", "{n} suggestions dismissed. Z brings them back."));
  }

  suggestionsHere() {
    const found = suggestionsFor(this.model, this.wordsToAccept());
    if (!found.length && this.model.suggestions.size) this.editor.tell(gettext("No suggestion is open here."));
    return found;
  }

  acceptAll() {
    this.accept(openSuggestions(this.model));
  }

  dismissAll() {
    this.dismiss(openSuggestions(this.model));
  }

  /** What the buttons beside one suggestion do; `verb` is accept or dismiss. */
  answerOne(verb, source, target) {
    if (!this.editor.canEdit) return;
    this[verb](suggestionsFor(this.model, { source: [source], target: [target] }));
    this.editor.goTo(this.editor.words.cursor);
  }

  /** In the matrix the cell or block; where it holds no suggestion, the whole row. */
  wordsToAccept() {
    const { editor } = this;
    if (!editor.isMatrix) return editor.words.chosenForWord();
    const block = editor.matrix.chosen();
    return suggestionsFor(this.model, block).length ? block : { source: block.source, target: [] };
  }

  // --- history
  async travel(kind) {
    const { editor } = this;
    if (lacksChange(this.model, kind)) {
      try {
        await loadEarlier(editor, kind);
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        editor.tell(gettext("Earlier changes could not be loaded. Try again when you are online."));
        return;
      }
    }
    const change = kind === "undo" ? undo(this.model) : redo(this.model);
    if (!change) {
      editor.tell(kind === "undo" ? gettext("Nothing to undo.") : gettext("Nothing to redo."));
      return;
    }
    editor.queue.push(operationOf(kind, change));
    this.finish(kind === "undo" ? gettext("Undone") : gettext("Done again"));
    const [cell] = [...change.links, ...dismissalsOf(change)];
    if (editor.isMatrix && cell) editor.goToCell({ source: cell[0], target: cell[1] });
    else editor.goTo(this.placeOf(change));
  }

  /** Where a change is to be seen, on the cursor's side where it can be. */
  placeOf(change) {
    const { unaligned } = change;
    const cells = [...change.links, ...dismissalsOf(change)];
    const { side } = this.editor.words.cursor;
    if (cells.length) return { side, index: cells[0][side === "source" ? 0 : 1] };
    const mark = unaligned.find((entry) => entry[0] === side) ?? unaligned[0];
    return { side: mark[0], index: mark[1] };
  }

  /** Puts changes that were made on other ground on top of this state. */
  putOnTop(wishes) {
    this.commit(changes.changeOnTop(this.model, wishes), gettext("Your changes are put on top"));
    this.editor.show();
  }
}
