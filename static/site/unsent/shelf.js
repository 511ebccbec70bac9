// What this browser keeps of one person's unsent work on one subject. Each tab has its own shelf, guarded by a lock that
// ends with the tab, so that a tab takes over what a closed or crashed one left, and never what a living one is still sending.

const { person } = document.body.dataset;

function holdLock(name) {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      resolve(Boolean(lock));
      return lock ? new Promise(() => {}) : undefined;
    });
  });
}

export class Shelf {
  /** `subject` names what the work is about, such as "rating-12". */
  constructor(subject) {
    this.prefix = `interlinea:unsent:${person}:${subject}:`;
    this.key = this.prefix + crypto.randomUUID();
    this.keeps = true;
    holdLock(this.key);
  }

  /** Keeps the operations and the version they build on; `keeps` turns false where the browser refuses to store. */
  keep(base, operations) {
    try {
      if (operations.length) localStorage.setItem(this.key, JSON.stringify({ base, operations }));
      else localStorage.removeItem(this.key);
      this.keeps = true;
    } catch (error) {
      console.warn("This browser does not store unsent work.", error);
      this.keeps = false;
    }
  }

  /** Moves what ended tabs left behind onto this shelf: [{base, operations}], the oldest first. */
  async takeOver() {
    const left = [];
    for (const key of this.storedKeys()) {
      if (key === this.key || !(await holdLock(key))) continue;
      const kept = JSON.parse(localStorage.getItem(key) ?? "null");
      if (kept) left.push({ key, ...kept });
    }
    left.sort((a, b) => a.base - b.base);
    this.keep(left[0]?.base ?? 0, left.flatMap((kept) => kept.operations));
    if (this.keeps) for (const { key } of left) localStorage.removeItem(key);
    return left;
  }

  storedKeys() {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(this.prefix));
    } catch (error) {
      console.warn("This browser does not allow storage.", error);
      return [];
    }
  }
}

/** A comment that was typed and not sent. */
export class Draft {
  constructor(subject) {
    this.key = `interlinea:draft:${person}:${subject}`;
  }

  read() {
    try {
      return localStorage.getItem(this.key) ?? "";
    } catch (error) {
      console.warn("This browser does not allow storage.", error);
      return "";
    }
  }

  write(text) {
    try {
      if (text) localStorage.setItem(this.key, text);
      else localStorage.removeItem(this.key);
    } catch (error) {
      console.warn("This browser does not store the draft.", error);
    }
  }
}
