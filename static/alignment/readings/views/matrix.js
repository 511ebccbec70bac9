// The matrix: source words in rows, target words in columns. Only headers, linked cells and the cell under the cursor are
// elements; lines, cross-hair and block are painted, so that moving about costs the same at any size.

import { SIDES, cellKey } from "../model/state.js";
import { strengthOf } from "../model/suggestions.js";
import { blockBetween, cellAt, sizeFor, stepFrom } from "../model/cells.js";
import { buildGrid, measureGrid } from "./grid.js";
import { announce, build } from "../../../site/elements.js";
import { gettext, ngettext } from "../../../site/texts.js";
import { LABELS } from "./pages.js";
import { describe, sayConfidence } from "./words.js";

const NAMES = { ...LABELS, "hint-S": gettext("suggested Sure"), "hint-P": gettext("suggested Possible") };

export class Matrix {
  constructor(state, frame) {
    Object.assign(this, { state, frame });
    this.shape = { rows: state.source.tokens.length, columns: state.target.tokens.length, direction: state.target.direction };
    this.scope = state.scope;
    this.cursor = { source: 0, target: 0 };
    this.anchor = null;
    this.cells = new Map();
    this.kinds = new Map();
    this.suggestions = new Map();
    this.lit = new Set();
    this.litNames = new Set();
    this.names = { source: [], target: [] };
    this.shown = { source: [], target: [] };
    this.zoom = 1;
  }

  /** Builds the grid when it is first asked for. */
  open() {
    this.frame.hidden = false;
    if (this.grid) return;
    Object.assign(this, buildGrid(this.state));
    this.resize();
    this.hover(null);
    this.frame.replaceChildren(this.grid);
  }

  close() {
    this.frame.hidden = true;
  }

  resize(zoom = this.zoom) {
    this.zoom = zoom;
    if (!this.grid) return;
    const sizes = measureGrid(this.state, sizeFor(this.shape.rows, this.shape.columns, zoom), zoom);
    this.size = sizes.cell;
    this.nameWidth = sizes.name;
    for (const [name, value] of Object.entries(sizes)) this.frame.style.setProperty(`--${name}`, `${value}px`);
    this.paint();
  }

  // --- what is linked
  show(model, summaries, suggestions) {
    this.suggestions = new Map(suggestions.map((each) => [cellKey(each.source, each.target), each]));
    const wanted = new Map([...this.suggestions].map(([key, { label }]) => [key, `hint-${label}`]));
    for (const [key, { label }] of model.links) wanted.set(key, label);
    for (const key of this.kinds.keys()) if (!wanted.has(key)) this.setKind(key, null);
    for (const [key, kind] of wanted) if (this.kinds.get(key) !== kind) this.setKind(key, kind);
    for (const side of SIDES) summaries[side].forEach((summary, index) => this.showName(side, index, summary));
    this.place(this.cursor).setAttribute("aria-label", this.nameOf(this.cursor));
  }

  showName(side, index, summary) {
    const isAsked = this.scope !== "target_words" || summary.isTarget;
    const said = describe(this.state[side].tokens[index], summary, isAsked);
    if (this.shown[side][index] === said) return;
    this.shown[side][index] = said;
    const name = this.names[side][index];
    const isOpen = isAsked && !summary.sure && !summary.possible && !summary.unaligned;
    name.classList.toggle("is-unaligned", summary.unaligned);
    name.classList.toggle("is-open", isOpen);
    this.spoken[side][index].setAttribute("aria-label", said);
  }

  setKind(key, kind) {
    if (kind) this.kinds.set(key, kind);
    else this.kinds.delete(key);
    const [source, target] = key.split(":").map(Number);
    if (!kind && (source !== this.cursor.source || target !== this.cursor.target)) {
      this.cells.get(key)?.remove();
      this.cells.delete(key);
      return;
    }
    const cell = this.place({ source, target });
    const hint = this.suggestions.get(key);
    const strength = hint && strengthOf(hint);
    cell.className = `matrix-cell${kind ? ` kind-${kind}` : ""}${strength ? ` strength-${strength}` : ""}`;
    cell.title = hint ? this.nameOf({ source, target }) : "";
    cell.setAttribute("aria-label", this.nameOf({ source, target }));
  }

  nameOf({ source, target }) {
    const key = cellKey(source, target);
    const hint = this.suggestions.get(key);
    const kind = (NAMES[this.kinds.get(key)] ?? gettext("no link")) + (hint ? sayConfidence(hint) : "");
    return gettext("{source}, {target}: {kind}", { source: this.state.source.tokens[source], target: this.state.target.tokens[target], kind });
  }

  /** The element of a cell, made where there is none, in the order of its row. */
  place({ source, target }) {
    const key = cellKey(source, target);
    if (this.cells.has(key)) return this.cells.get(key);
    const cell = build("span", { class: "matrix-cell", role: "gridcell", "aria-colindex": target + 2, tabindex: -1 });
    cell.style.setProperty("--at", target);
    cell.column = target;
    const row = this.rows[source];
    row.insertBefore(cell, [...row.children].find((other) => other.column > target) ?? null);
    this.cells.set(key, cell);
    return cell;
  }

  // --- where one is
  moveTo(cell) {
    const before = this.place(this.cursor);
    before.tabIndex = -1;
    before.classList.remove("is-here");
    for (const side of SIDES) this.names[side][this.cursor[side]].classList.remove("is-here");
    const old = cellKey(this.cursor.source, this.cursor.target);
    const isLeft = !this.kinds.has(old) && old !== cellKey(cell.source, cell.target);
    this.cursor = { source: cell.source, target: cell.target };
    const here = this.place(this.cursor);
    here.tabIndex = 0;
    here.classList.add("is-here");
    here.setAttribute("aria-label", this.nameOf(this.cursor));
    for (const side of SIDES) this.names[side][this.cursor[side]].classList.add("is-here");
    this.paint();
    // The empty cell that was left goes only after the focus has, or the keyboard would fall to the page.
    if (document.activeElement === before) here.focus();
    if (isLeft) {
      before.remove();
      this.cells.delete(old);
    }
  }

  isAt({ source, target }) {
    return this.cursor.source === source && this.cursor.target === target;
  }

  focusCursor(options) {
    const cell = this.place(this.cursor);
    if (document.activeElement !== cell) cell.focus(options);
  }

  paint() {
    if (!this.grid) return;
    const { row, column, block } = this.layers;
    this.slide(row, column, this.cursor);
    const cells = this.chosen();
    block.hidden = !this.hasBlock;
    if (this.hasBlock) {
      const box = { top: cells.source[0], start: cells.target[0], high: cells.source.length, wide: cells.target.length };
      for (const [name, value] of Object.entries(box)) block.style.setProperty(`--${name}`, value);
    }
  }

  hover(cell) {
    const row = this.layers["pale-row"];
    const column = this.layers["pale-column"];
    row.hidden = !cell;
    column.hidden = !cell;
    if (cell) this.slide(row, column, cell);
  }

  /** Moves two bars of the cross-hair to a cell. */
  slide(row, column, { source, target }) {
    const across = target * this.size * (this.shape.direction === "rtl" ? -1 : 1);
    row.style.transform = `translateY(${source * this.size}px)`;
    column.style.transform = `translateX(${across}px)`;
  }

  /** Rings the cells of a link group that is held; else washes the partners of the cursor's row and column in the headers. */
  light(model, held) {
    const { source, target } = this.cursor;
    const links = held?.links ?? [...model.links.values()].filter((link) => link.source === source || link.target === target);
    const cells = new Set(held ? links.map((link) => this.cells.get(cellKey(link.source, link.target))) : []);
    const names = new Set(links.flatMap((link) => SIDES.map((side) => this.names[side][link[side]])));
    for (const [before, now] of [[this.lit, cells], [this.litNames, names]]) {
      for (const element of before) if (!now.has(element)) element.classList.remove("is-lit");
      for (const element of now) if (!before.has(element)) element.classList.add("is-lit");
    }
    this.lit = cells;
    this.litNames = names;
  }

  // --- what is chosen
  get hasBlock() {
    return this.anchor !== null && (this.anchor.source !== this.cursor.source || this.anchor.target !== this.cursor.target);
  }

  chosen() {
    return blockBetween(this.anchor ?? this.cursor, this.cursor);
  }

  clearBlock() {
    this.anchor = null;
    this.paint();
  }

  step(key) {
    return stepFrom(this.cursor, key, { ...this.shape, page: 10 });
  }

  /** Which cell a point on the screen is, and null over the headers. */
  cellUnder(element, { clientX, clientY }) {
    if (element.closest(".matrix-name, .matrix-corner")) return null;
    const box = this.body.getBoundingClientRect();
    const across = this.shape.direction === "rtl" ? box.right - clientX : clientX - box.left;
    return cellAt({ across: across - this.nameWidth, down: clientY - box.top }, this.size, this.shape);
  }
}

export function sayBlock({ source, target }) {
  announce(`${ngettext(source.length, "{n} row", "{n} rows")}, ${ngettext(target.length, "{n} column", "{n} columns")}`);
}