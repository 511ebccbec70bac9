"use strict";
/* One key per link, and the other's changes as they happen. Every action is a form of the page: without this script the
   same buttons post the same forms, and loading the page again shows what the others did. */
(() => {
  const SECONDS = 2;
  const waiting = [];
  let isSending = false;
  let isClosed = false;
  let isPressed = false; // a button that is swapped while it is pressed would lose its click
  let current = null; // key of the row on which one stands
  let pinned = null; // word whose partners stay lit
  const at = (id) => document.getElementById(id);
  const pair = () => at("pair");
  const rows = () => [...document.querySelectorAll(".difference")];
  const row = () => current && at(`row-${current}`);
  const tag = () => `"${pair().dataset.tag}"`;
  const tell = (text) => { at("announcer").textContent = text; };

  function warn(text) {
    at("delivery").textContent = text;
    at("delivery").hidden = !text;
  }

  // --- colours: a word lights up its partners, a row its two words
  const words = (side) => [...document.querySelectorAll(`#${side}-words .word`)];

  function light(lit) {
    for (const each of document.querySelectorAll(".aligned .is-lit")) each.classList.remove("is-lit");
    for (const each of lit) each.classList.add("is-lit");
  }

  function partnersOf(place) {
    if (place.cell) {
      const [source, target] = place.cell.split("-").map(Number);
      const word = words("target")[target];
      return [words("source")[source], word, ...word.querySelectorAll(`[data-chip="${source}"]`)];
    }
    if (place.side === "source") {
      const chips = [...document.querySelectorAll(`#target-words [data-chip="${place.index}"]`)];
      return [words("source")[place.index], ...chips, ...chips.map((chip) => chip.closest(".word"))];
    }
    const word = words("target")[place.index];
    const chips = [...word.querySelectorAll("[data-chip]")];
    return [word, ...chips, ...chips.map((chip) => words("source")[chip.dataset.chip])];
  }

  function placeOf(element) {
    const word = element.closest?.(".aligned .word");
    if (!word) return null;
    const chip = element.closest("[data-chip]");
    if (chip) return { cell: `${chip.dataset.chip}-${word.dataset.target}` };
    const side = "source" in word.dataset ? "source" : "target";
    return { side, index: Number(word.dataset[side]) };
  }

  function lightHere(place) {
    const shown = place ?? pinned ?? (current && row() ? { cell: current } : null);
    light(shown ? partnersOf(shown) : []);
  }

  function describe(place) {
    const line = document.querySelectorAll(".compared tbody tr")[place.index];
    if (place.side === "source" && line) return [...line.cells].map((cell) => cell.textContent.trim()).join(", ");
    const linked = partnersOf(place).filter((each) => each.dataset.source).map((each) => each.querySelector(".token").textContent);
    return linked.length ? `linked with ${[...new Set(linked)].join(", ")}` : "no link";
  }

  // One stop of the Tab key for each sentence; the arrows go from word to word.
  function prepareWords() {
    for (const side of ["source", "target"]) {
      words(side).forEach((word, index) => {
        word.tabIndex = index ? -1 : 0;
        word.setAttribute("role", "button");
        word.setAttribute("aria-pressed", "false");
      });
    }
  }

  function stepWord(word, step) {
    const all = words(word.closest(".aligned").id.replace("-words", ""));
    const isReversed = getComputedStyle(word).direction === "rtl";
    const next = all[all.indexOf(word) + (isReversed ? -step : step)];
    if (!next) return;
    word.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  function pin(word) {
    const place = placeOf(word);
    const isSame = pinned && pinned.side === place.side && pinned.index === place.index;
    pinned = isSame ? null : place;
    for (const each of document.querySelectorAll(".aligned .word")) each.setAttribute("aria-pressed", "false");
    if (pinned) word.setAttribute("aria-pressed", "true");
    lightHere(place);
  }

  // --- where one stands
  function stand(key, { focus = true } = {}) {
    current = key;
    for (const each of rows()) each.classList.toggle("is-current", each.dataset.key === key);
    if (focus && row()) {
      row().focus({ preventScroll: true });
      row().scrollIntoView({ block: "nearest" });
    }
    lightHere();
  }

  function move(step) {
    const all = rows();
    const here = all.findIndex((each) => each.dataset.key === current);
    const there = all[Math.max(0, Math.min(all.length - 1, here + step))];
    if (there) stand(there.dataset.key);
  }

  function moveOn() {
    const all = rows();
    const here = all.findIndex((each) => each.dataset.key === current);
    const isOpen = (each) => !("done" in each.dataset) && !each.classList.contains("is-sending");
    const next = [...all.slice(here + 1), ...all.slice(0, here)].find(isOpen);
    if (next) stand(next.dataset.key);
  }

  // --- putting a new state in, without taking anything out of one's hands
  function swap(text, { sent } = {}) {
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("pair");
    if (!fresh) return false;
    const active = document.activeElement;
    const isInside = pair().contains(active);
    const box = at("comment-text");
    const kept = {
      text: sent === "say" ? "" : box.value, from: box.selectionStart, to: box.selectionEnd,
      focus: isInside && active.id, word: isInside && active.closest(".aligned .word") ? placeOf(active) : null,
      open: [...pair().querySelectorAll("details[open]")].map((each) => each.className), scroll: at("said").scrollTop,
    };
    pair().replaceWith(document.adoptNode(fresh));
    document.dispatchEvent(new CustomEvent("htmx:load", { detail: { elt: pair() } }));
    prepareWords();
    if (kept.text) at("comment-text").value = kept.text;
    for (const name of kept.open) pair().querySelector(`details.${name}`)?.setAttribute("open", "");
    at("said").scrollTop = sent === "say" ? at("said").scrollHeight : kept.scroll;
    for (const action of waiting) if (action.key) at(`row-${action.key}`)?.classList.add("is-sending");
    if (!row()) current = rows()[0]?.dataset.key ?? null;
    stand(current, { focus: false });
    if (kept.word) {
      const word = words(kept.word.side)[kept.word.index];
      words(kept.word.side)[0].tabIndex = -1;
      word.tabIndex = 0;
      word.focus({ preventScroll: true });
    } else if (kept.focus) at(kept.focus)?.focus({ preventScroll: true });
    if (kept.focus === "comment-text") at("comment-text").setSelectionRange(kept.from, kept.to);
    else if (isInside && !pair().contains(document.activeElement)) row()?.focus({ preventScroll: true });
    return true;
  }

  // --- what the others do
  const others = () => [...document.querySelectorAll("[data-other]")].map((each) => each.textContent.replace(/\s+/g, " ").trim());
  const said = () => document.querySelectorAll("#said time").length;

  async function ask() {
    if (document.hidden || isPressed || isSending || waiting.length || isClosed) return;
    const headers = { "If-None-Match": tag(), "HX-Request": "true" };
    const asked = tag();
    try {
      const answer = await fetch(pair().dataset.now, { headers, cache: "no-store", redirect: "manual" });
      if (answer.status === 404) {
        isClosed = true;
        return warn("The round is closed, or the pair left it. What you handed in counts; load the page again.");
      }
      if (answer.status === 286 || answer.type === "opaqueredirect") return warn("You are signed out. Sign in in another tab.");
      if (answer.status !== 200) return warn(answer.status === 304 ? "" : "The server does not answer as it should.");
      const text = await answer.text();
      if (isPressed || isSending || waiting.length || asked !== tag()) return;
      const [comments, before] = [said(), others().join()];
      warn("");
      swap(text);
      if (said() > comments) tell(`New comment: ${document.querySelector("#said li:last-child").textContent.trim()}`);
      else if (others().join() !== before) tell(others().join(", "));
      else tell(`Changed: ${at("differences-title").textContent}`);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      warn("There is no connection. What others do shows when it is back.");
    }
  }

  // --- sending: one after the other, each with the version that the answer before it brought
  async function send(action) {
    const form = at(action.form);
    const body = new URLSearchParams(action.fields);
    for (const name of ["csrfmiddlewaretoken", "operation_id", "version"]) body.set(name, form.elements[name].value);
    const headers = { "HX-Request": "true", "X-CSRFToken": form.elements.csrfmiddlewaretoken.value };
    const answer = await fetch(form.action, { method: "POST", body, headers, redirect: "manual" });
    if (answer.type === "opaqueredirect") throw new Error("You are signed out. Sign in in another tab, then press the key again.");
    const text = await answer.text();
    waiting.shift();
    if (!swap(text, { sent: answer.ok && action.form })) throw new Error("This could not be saved. Load the page again.");
    if (!answer.ok) {
      waiting.length = 0;
      at("trouble")?.scrollIntoView({ block: "center" });
      return;
    }
    tell(`${action.says}. ${at("differences-title").textContent}.`);
    const isAllSeen = !document.querySelector(".difference:not([data-done])");
    if (action.form === "change" && isAllSeen) at("done").focus({ preventScroll: true });
  }

  async function work() {
    if (isSending) return;
    isSending = true;
    while (waiting.length) {
      if (waiting[0].form === "settle") {
        waiting.length = 0;
        at("settle")?.submit();
        return;
      }
      try {
        await send(waiting[0]);
        warn("");
      } catch (error) {
        waiting.length = 0;
        for (const each of document.querySelectorAll(".is-sending")) each.classList.remove("is-sending");
        warn(error instanceof TypeError ? "Not saved: there is no connection. Press the key again when it is back." : error.message);
      }
    }
    isSending = false;
  }

  function submit(event) {
    const form = event.target;
    if (!form.closest("#pair")) return;
    event.preventDefault();
    const key = event.submitter?.closest(".difference")?.dataset.key;
    waiting.push({ form: form.id, fields: [...new FormData(form, event.submitter)], key, says: event.submitter?.dataset.says || "Saved" });
    if (key) {
      current = key;
      at(`row-${key}`).classList.add("is-sending");
      moveOn();
    }
    work();
  }

  // --- keys
  function press(key) {
    const button = [...(row()?.querySelectorAll("[data-key]") ?? [])].find((each) => each.dataset.key === key);
    if (!button) return false;
    button.form.requestSubmit(button);
    return true;
  }

  const moves = {
    j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1),
    ArrowLeft: () => at("previous")?.click(), ArrowRight: () => at("next")?.click(),
    u: () => at("take-back").click(), z: () => at("take-back").click(), c: () => at("comment-text").focus(),
    Enter: () => at("done").click(), "?": () => at("keys-dialog").showModal(),
  };

  function onKey(event) {
    const { target } = event;
    if (event.isComposing || document.querySelector("dialog[open]")) return;
    if (target.matches("textarea")) {
      if (event.key === "Escape") (row() ?? at("done")).focus();
      else if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && target.value.trim()) target.form.requestSubmit();
      else return;
      return event.preventDefault();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const word = target.closest(".aligned .word");
    if (word && ["ArrowLeft", "ArrowRight"].includes(event.key)) stepWord(word, event.key === "ArrowRight" ? 1 : -1);
    else if (word && [" ", "Enter"].includes(event.key)) pin(word);
    else if (event.key === "Enter" && target.closest("a, button, summary")) return;
    else if (event.repeat && !event.key.startsWith("Arrow") || event.key.startsWith("Arrow") && target.closest(".table-scroll, .said")) return;
    else {
      const go = moves[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (go) go();
      else if (!press(event.key.toUpperCase())) return;
    }
    event.preventDefault();
  }

  function onPlace(event) {
    const key = event.target.closest?.(".difference")?.dataset.key;
    if (key && key !== current) stand(key, { focus: false });
    const place = placeOf(event.target);
    if (place && event.type === "focusin") {
      lightHere(place);
      tell(describe(place));
    }
  }

  document.addEventListener("submit", submit, true);
  document.addEventListener("keydown", onKey);
  document.addEventListener("focusin", onPlace);
  document.addEventListener("focusout", (event) => { if (placeOf(event.target)) lightHere(); });
  document.addEventListener("click", (event) => {
    onPlace(event);
    const word = event.target.closest(".aligned .word");
    if (word) pin(word);
    const closer = event.target.closest("[data-close]");
    if (closer) { event.preventDefault(); closer.closest("dialog").close(); }
  });
  document.addEventListener("pointerover", (event) => {
    const key = event.target.closest?.(".difference")?.dataset.key;
    lightHere(key ? { cell: key } : placeOf(event.target));
  });
  document.addEventListener("pointerdown", () => { isPressed = true; });
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => setTimeout(() => { isPressed = false; }));
  document.addEventListener("visibilitychange", ask);
  window.addEventListener("beforeunload", (event) => { if (isSending && waiting.length) event.preventDefault(); });

  prepareWords();
  const start = document.querySelector(".difference:not([data-done])") || document.querySelector(".difference");
  if (start) stand(start.dataset.key);
  setInterval(ask, SECONDS * 1000);
})();
