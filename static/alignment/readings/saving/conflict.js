// Two states of one pair, the server's and this page's: the person sees both and chooses.

import { createModel, isEmpty } from "../model/state.js";
import { difference } from "../model/changes.js";
import { byId } from "../../../site/elements.js";
import { gettext } from "../../../site/texts.js";
import { linesOf } from "../views/pages.js";

const TITLES = {
  stale_version: gettext("This pair was changed elsewhere"),
  invalid: gettext("The server refused a change"),
};

export class Conflict {
  /** `settle(theirs, ours)` is called once the person has chosen; `ours` is null where the saved state is taken. */
  constructor(editor, settle) {
    this.editor = editor;
    this.pending = null;
    const dialog = byId("conflict-dialog");
    const choose = (onTop) => {
      const { theirs, ours } = this.pending;
      this.pending = null;
      dialog.close();
      settle(theirs, onTop ? ours : null);
    };
    // Both ways out are choices: closing it by Escape would leave the page between two states.
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    dialog.addEventListener("close", () => this.pending && dialog.showModal());
    byId("conflict-take").addEventListener("click", () => choose(false));
    byId("conflict-on-top").addEventListener("click", () => choose(true));
  }

  show(code, detail, theirs, ours) {
    const { state, saved } = this.editor;
    this.pending = { theirs, ours };
    byId("conflict-title").textContent = TITLES[code];
    byId("conflict-detail").textContent = detail;
    byId("conflict-theirs").replaceChildren(...linesOf(state, difference(saved, createModel(theirs))));
    byId("conflict-ours").replaceChildren(...linesOf(state, ours));
    byId("conflict-on-top").hidden = isEmpty(ours);
    if (!byId("conflict-dialog").open) byId("conflict-dialog").showModal();
  }
}
