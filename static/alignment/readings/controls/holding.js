// The unit picked as a whole: an editor's part that knows both views.

import { SIDES } from "../model/state.js";
import { unitOf } from "../model/units.js";
import { byId } from "../../../site/elements.js";

export class Holding {
  held = null;

  unitAtCell() {
    const { source, target } = this.matrix.cursor;
    const unit = unitOf(this.model, "source", source);
    return unit.links.length ? unit : unitOf(this.model, "target", target);
  }

  hold(unit) {
    this.held = unit;
    if (!this.isMatrix) for (const side of SIDES) this.words.pickOnly(side, [...unit.words[side].keys()]);
    byId("editor").classList.add("is-holding");
    this.showUnit();
  }

  letGo() {
    if (!this.held) return;
    this.held = null;
    byId("editor").classList.remove("is-holding");
    this.showUnit();
  }

  /** The links of the unit that was picked as a whole, as long as no further words are picked. */
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
