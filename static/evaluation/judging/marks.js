// The marks of every translation, with undo. A mark is {side, start, end, category, severity}, as on the server.
import { Undoable } from "../../site/undo.js";

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const byPlace = (one, other) => one.side.localeCompare(other.side) || one.start - other.start || one.end - other.end;

export class Marks extends Undoable {
  /** The marks of each output. */
  get spans() {
    return this.value;
  }

  of(output, side) {
    return this.spans[output].filter((mark) => mark.side === side);
  }

  /** The shortest mark around a place. */
  at(output, side, { start, end }) {
    const around = this.of(output, side).filter((mark) => mark.start <= start && end <= mark.end);
    return around.sort((one, other) => one.end - one.start - (other.end - other.start))[0] ?? null;
  }

  /** Puts a mark in the place of another, or of none, and null in the place of one that goes. */
  replace(output, before, after) {
    const isTheSame = (mark) => after && same({ ...mark, severity: "" }, { ...after, severity: "" });
    const left = this.spans[output].filter((mark) => mark !== before && !isTheSame(mark));
    this.put(this.spans.map((marks, at) => (at === output ? [...left, ...(after ? [after] : [])].sort(byPlace) : marks)));
  }
}
