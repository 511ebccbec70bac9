// Saving a form whole, at once: one request at a time, the latest state wins, a lost answer is asked for again under
// the same id.
import { Unreachable, request } from "./transport.js";

const RETRY_MS = 4000;

/** `read` gives what is saved, as a part of the request's body; `refuse` shows what the server will not take. */
export function makeSaver({ url, version: seen, read, refuse }) {
  const receipt = document.getElementById("receipt");
  const notice = document.getElementById("notice");
  let version = seen;
  let saved = JSON.stringify(read());
  let working = null;
  let isStopped = false;

  function say(text) { receipt.textContent = text; }

  function stop(text) {
    isStopped = true;
    say("");
    notice.classList.add("notice-error");
    const again = document.createElement("a");
    again.href = window.location.href;
    again.textContent = "Show what is stored";
    notice.replaceChildren(text, " ", again);
    notice.hidden = false;
  }

  async function deliver(body) {
    for (;;) {
      try {
        return await request(url, "POST", body);
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        say("Not saved yet: the server cannot be reached. Trying again…");
        await new Promise((resume) => { setTimeout(resume, RETRY_MS); });
      }
    }
  }

  async function saveAll() {
    for (;;) {
      const part = read();
      const written = JSON.stringify(part);
      if (written === saved || isStopped) return;
      say("Saving…");
      const answer = await deliver({ operation_id: crypto.randomUUID(), version, ...part });
      if (answer.ok) {
        saved = written;
        version = answer.data.version;
        for (const field of document.querySelectorAll("input[name=version]")) field.value = version;
        say("Saved");
      } else if (answer.status === 400) {
        // What the server will not take is said where it stands; it is asked again when something changes.
        saved = written;
        refuse(answer.data.detail);
        say("");
        return;
      } else {
        stop(answer.data.detail ?? "You are no longer signed in.");
      }
    }
  }

  return {
    save() {
      working = (working ?? Promise.resolve()).then(saveAll);
      return working;
    },
    get isStopped() { return isStopped; },
  };
}
