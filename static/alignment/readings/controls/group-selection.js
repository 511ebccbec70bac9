// The link group picked as a whole: an editor's part that knows both views.

import { SIDES } from "../model/state.js";
import { groupOf } from "../model/link-groups.js";
import { byId } from "../../../site/elements.js";

export class GroupSelection {
  held = null;

  groupAtCell() {
    const { source, target } = this.matrix.cursor;
    const group = groupOf(this.model, "source", source);
    return group.links.length ? group : groupOf(this.model, "target", target);
  }

  hold(group) {
    this.held = group;
    if (!this.isMatrix) for (const side of SIDES) this.words.pickOnly(side, [...group.words[side].keys()]);
    byId("editor").classList.add("is-holding");
    this.showGroup();
  }

  letGo() {
    if (!this.held) return;
    this.held = null;
    byId("editor").classList.remove("is-holding");
    this.showGroup();
  }

  /** The links of the link group that was picked as a whole, as long as no further words are picked. */
  get heldLinks() {
    if (!this.held) return null;
    const isWhole = this.isMatrix
      ? !this.matrix.hasBlock
      : SIDES.every((side) => {
          const picks = this.words.picks[side];
          return picks.size === this.held.words[side].size && [...picks].every((index) => this.held.words[side].has(index));
        });
    return isWhole ? this.held.links : null;
  }
}
