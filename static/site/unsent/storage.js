// What this browser keeps of one person's unsent work on one subject. Each tab has its own storage, guarded by a lock that
// ends with the tab, so that a tab takes over what a closed or crashed one left, and never what a living one is still sending.

const { person } = document.body.dataset;
const TYPED = "interlinea:typed:";
const TAKEN = /(?:^|; )taken_texts=([^;]*)/;
// The lock of a tab that was closed just now ends with its process, which may take a moment.
const CLOSING_MS = 1500;

/** Whether the lock is ours, until this tab ends; waits for one that is being let go. */
function holdLock(name) {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true);
      return new Promise(() => {});
    };
    navigator.locks.request(name, { signal: AbortSignal.timeout(CLOSING_MS) }, hold).catch(() => resolve(false));
  });
}

export class UnsentStorage {
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

  /** Moves what ended tabs left behind onto this storage: [{base, operations}], the oldest first. */
  async takeOver() {
    const keys = this.storedKeys().filter((key) => key !== this.key);
    const isFree = await Promise.all(keys.map(holdLock));
    const left = [];
    for (const key of keys.filter((_, place) => isFree[place])) {
      const kept = JSON.parse(localStorage.getItem(key) ?? "null");
      if (kept) left.push({ key, ...kept });
    }
    if (!left.length) return left;
    left.sort((a, b) => a.base - b.base);
    this.keep(left[0].base, left.flatMap((kept) => kept.operations));
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

/**
 * A text that was typed and not sent, what it is meant as, and the id of the operation that sends it: the same in every tab
 * and after a reload, so that a text whose answer was lost is taken once.
 */
export class Draft {
  /** `subject` names what the text is about, as that of a storage does. */
  constructor(subject) {
    this.key = `${TYPED}${person}:${subject}`;
    this.kept = null;
  }

  /** The text that was typed last, in this tab or another. */
  read() {
    try {
      this.kept = JSON.parse(localStorage.getItem(this.key) ?? "null");
    } catch (error) {
      console.warn("This browser does not allow storage.", error);
    }
    return this.kept?.text ?? "";
  }

  get purpose() {
    return this.kept?.purpose ?? "";
  }

  get operationId() {
    return this.kept?.id;
  }

  /** When it was typed. */
  get moment() {
    return new Date(this.kept.at);
  }

  /** The same text for the same purpose keeps its id; any other is an operation of its own. */
  write(text, purpose = "") {
    if (text === this.read() && (!text || purpose === this.purpose)) return;
    this.kept = text ? { text, purpose, id: crypto.randomUUID(), at: Date.now() } : null;
    try {
      if (text) localStorage.setItem(this.key, JSON.stringify(this.kept));
      else localStorage.removeItem(this.key);
    } catch (error) {
      console.warn("This browser does not store the draft.", error);
    }
  }

  /**
   * Puts what was kept into a field that is empty, and keeps what is typed there, or in another tab, from now on; `show` puts
   * the purpose where the page has it.
   */
  follow(field, purpose = () => "", show = () => {}) {
    field.value ||= this.read();
    show();
    field.addEventListener("input", () => this.write(field.value, purpose()));
    window.addEventListener("storage", ({ key, oldValue }) => {
      if (key !== this.key || field.value !== (JSON.parse(oldValue)?.text ?? "")) return;
      field.value = this.read();
      show();
    });
  }
}

/** Drops the texts of a form that the server has taken, which it names in a cookie (annotation_site/web/middleware/typed_texts.py). */
export function forgetTaken() {
  const ids = document.cookie.match(TAKEN)?.[1].split(".");
  if (!ids) return;
  document.cookie = "taken_texts=; path=/; max-age=0; samesite=lax";
  try {
    for (const key of Object.keys(localStorage).filter((each) => each.startsWith(TYPED))) {
      if (ids.includes(JSON.parse(localStorage.getItem(key))?.id)) localStorage.removeItem(key);
    }
  } catch (error) {
    console.warn("This browser does not allow storage.", error);
  }
}
