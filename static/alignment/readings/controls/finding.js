// The find bar: marks every match in both sentences and steps through them.

import { SIDES } from "../model/state.js";
import { findRuns, nextMatch } from "../model/find.js";
import { byId } from "../../../site/elements.js";
import { gettext, ngettext } from "../../../site/texts.js";

export class Finding {
  constructor(editor) {
    this.editor = editor;
    this.matches = [];
    this.marked = new Set();
    this.form = byId("find");
    this.box = byId("find-text");
    this.box.addEventListener("input", () => this.look());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.step(1);
    });
    this.form.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
      else if (event.key === "Enter" && event.shiftKey) this.step(-1);
      else return;
      event.preventDefault();
    });
    byId("find-before").addEventListener("click", () => this.step(-1));
    byId("find-close").addEventListener("click", () => this.close());
  }

  open() {
    this.form.hidden = false;
    this.box.focus();
    this.box.select();
    this.look();
  }

  close() {
    this.form.hidden = true;
    this.mark([]);
    this.editor.goTo(this.editor.words.cursor);
  }

  /** Marks again after another view has been built. */
  refresh() {
    if (!this.form.hidden) this.look();
  }

  look() {
    const { tokens } = this.editor.model;
    const runs = SIDES.flatMap((side) => findRuns(tokens[side], this.box.value).map((run) => run.map((index) => ({ side, index }))));
    this.matches = runs.map((run) => run[0]);
    this.mark(runs.flat());
    const found = this.matches.length;
    this.say(found ? ngettext(found, "{n} match", "{n} matches") : this.box.value.trim() && gettext("no match"));
  }

  /** Goes to the next match and leaves the keyboard in the box, so that Enter goes on. */
  step(step) {
    const found = nextMatch(this.matches, this.editor.words.cursor, step);
    if (found < 0) return;
    this.editor.clearPicks({ isQuiet: true });
    this.editor.goTo(this.matches[found], { focus: false });
    this.editor.scrollToCursor();
    this.say(gettext("{n} of {total}", { n: found + 1, total: this.matches.length }));
  }

  say(text) {
    byId("find-count").textContent = text || "";
  }

  mark(places) {
    const marked = new Set(places.flatMap(({ side, index }) => [this.editor.words.elements[side][index], this.editor.matrix.names[side][index]]).filter(Boolean));
    for (const element of this.marked) if (!marked.has(element)) element.classList.remove("is-found");
    for (const element of marked) element.classList.add("is-found");
    this.marked = marked;
  }
}
