// What the server said is still to do when the pair was to be submitted.

import { build, byId } from "../../../site/elements.js";
import { gettext } from "../../../site/texts.js";
import { wordOf } from "../views/pages.js";

export class Untouched {
  constructor(editor, submit) {
    this.editor = editor;
    this.places = [];
    byId("untouched-mark").addEventListener("click", () => {
      byId("untouched-dialog").close();
      submit();
    });
    byId("untouched-back").addEventListener("click", () => this.goTo(this.places[0]));
  }

  /** Lists the words, each a way to itself. */
  ask({ detail, source, target, can_mark_rest: canMarkRest }) {
    const { state } = this.editor;
    const lists = [["source", source], ["target", target]].filter(([, indices]) => indices.length);
    this.places = lists.flatMap(([side, indices]) => indices.map((index) => ({ side, index })));
    byId("untouched-title").textContent = state.scope === "target_words" ? gettext("Target words still to do") : gettext("Words without a link or a mark");
    byId("untouched-detail").textContent = detail;
    byId("untouched-mark").hidden = !canMarkRest;
    byId("untouched-words").replaceChildren(...lists.map(([side, indices]) =>
      build("p", { class: "chips" }, build("b", {}, state[side].name), ...indices.map((index) => this.chipOf(side, index)))));
    byId("untouched-dialog").showModal();
  }

  chipOf(side, index) {
    return build("button", { type: "button", class: "plain", click: () => this.goTo({ side, index }) }, wordOf(this.editor.state, side, index));
  }

  goTo(place) {
    byId("untouched-dialog").close();
    this.editor.goTo(place);
  }
}
