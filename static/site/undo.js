// A value that is replaced as a whole, with the earlier ones to return to.

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export class Undoable {
  /** `changed` is called after every change but one that was taken from elsewhere. */
  constructor(value, changed) {
    this.value = value;
    this.changed = changed;
    this.past = [];
    this.future = [];
  }

  put(value) {
    if (isSame(value, this.value)) return;
    this.past.push(this.value);
    this.future = [];
    this.value = value;
    this.changed();
  }

  /** Takes what the server or an earlier page has, which is nothing to undo. */
  take(value) {
    Object.assign(this, { value, past: [], future: [] });
  }

  undo() {
    this.#swap(this.past, this.future);
  }

  redo() {
    this.#swap(this.future, this.past);
  }

  #swap(from, to) {
    if (!from.length) return;
    to.push(this.value);
    this.value = from.pop();
    this.changed();
  }
}
