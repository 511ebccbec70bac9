// The marks of every translation, with undo. A mark is {side, start, end, category, severity}, as on the server.

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const byPlace = (one, other) => one.side.localeCompare(other.side) || one.start - other.start || one.end - other.end;

export class Marks {
  constructor(spans, changed) {
    this.spans = spans;
    this.changed = changed;
    this.past = [];
    this.future = [];
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

  put(spans) {
    if (same(spans, this.spans)) return;
    this.past.push(this.spans);
    this.future = [];
    this.spans = spans;
    this.changed();
  }

  /** Takes what the server or an earlier page has, which is nothing to undo. */
  take(spans) {
    Object.assign(this, { spans, past: [], future: [] });
  }

  undo() {
    this.swap(this.past, this.future);
  }

  redo() {
    this.swap(this.future, this.past);
  }

  swap(from, to) {
    if (!from.length) return;
    to.push(this.spans);
    this.spans = from.pop();
    this.changed();
  }
}
