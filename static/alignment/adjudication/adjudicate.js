"use strict";
/* One key per decision. Every action is a form of the page: without this script the same buttons post the same forms.
   Actions are sent one after the other, each with the version that the answer before it brought. */
(() => {
  const waiting = [];
  let isSending = false;
  let current = null; // key of the card, and of its row where links are decided one by one
  const at = (id) => document.getElementById(id);
  const pair = () => at("pair");
  const cards = () => [...document.querySelectorAll(".dispute")];
  const card = () => at(`card-${current?.card}`);
  const stop = () => (current?.row && at(`row-${current.row}`)) || card();
  const openRows = (element) => [...(element?.querySelectorAll(".rows-of-card[open] .link-row") ?? [])];

  // --- where one stands
  function markWords(side, indices) {
    const wanted = new Set(indices.split(" ").filter(Boolean).map(Number));
    const words = [...document.querySelectorAll(`#${side}-words .word`)];
    words.forEach((word, index) => {
      word.classList.toggle("is-marked", wanted.has(index));
      word.previousElementSibling?.classList.toggle("is-marked", wanted.has(index) && wanted.has(index - 1));
    });
    const [first] = words.filter((_, index) => wanted.has(index));
    const place = first?.closest(".is-long");
    if (!place) return;
    const [top, line] = [place.getBoundingClientRect().top, first.getBoundingClientRect()];
    if (line.top < top || line.bottom > top + place.clientHeight) place.scrollTop += line.top - top - 40;
  }

  function stand(key, row = null, { focus = true, scroll = true } = {}) {
    current = { card: key, row };
    for (const each of cards()) each.classList.toggle("is-current", each.dataset.key === key);
    for (const each of document.querySelectorAll(".link-row")) each.classList.toggle("is-current", each.dataset.key === row);
    if (!card()) return;
    const [source, target] = row ? row.split("-") : [card().dataset.source, card().dataset.target];
    markWords("source", source);
    markWords("target", target);
    if (focus) {
      stop().focus({ preventScroll: true });
      if (scroll) stop().scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }

  // Cards, and the rows of cards that are opened, in the order of the page.
  const stops = () => cards().flatMap((each) => [
    { card: each.dataset.key, row: null },
    ...openRows(each).map((row) => ({ card: each.dataset.key, row: row.dataset.key })),
  ]);

  function move(step) {
    const all = current?.row ? stops() : cards().map((each) => ({ card: each.dataset.key, row: null }));
    const here = all.findIndex((each) => each.card === current?.card && each.row === (current?.row ?? null));
    const there = all[Math.max(0, Math.min(all.length - 1, here + step))];
    if (there) stand(there.card, there.row);
  }

  function moveOn() {
    if (current.row) {
      const rows = openRows(card());
      const here = rows.findIndex((row) => row.dataset.key === current.row);
      if (rows[here + 1]) return stand(current.card, rows[here + 1].dataset.key);
    }
    const all = cards();
    const here = all.findIndex((each) => each.dataset.key === current.card);
    const isOpen = (each) => !("done" in each.dataset) && !each.classList.contains("is-sending");
    const next = [...all.slice(here + 1), ...all.slice(0, here)].find(isOpen);
    if (next) stand(next.dataset.key);
  }

  function openLinks(isOpen) {
    const rows = card()?.querySelector(".rows-of-card");
    if (!rows) return;
    rows.open = isOpen;
    if (isOpen) stand(current.card, rows.querySelector(".link-row").dataset.key);
    else stand(current.card);
  }

  // --- sending
  function tell(text) { at("announcer").textContent = text; }

  function fail(text) {
    const place = at("delivery");
    place.textContent = text;
    place.hidden = !text;
  }

  function keepState() {
    const notes = new Map();
    for (const input of document.querySelectorAll(".dispute input[type=text]")) {
      if (input.value !== input.defaultValue) notes.set(input.name, input.value);
    }
    const open = [...document.querySelectorAll("#pair details[open]")].map((each) => [each.className, each.closest(".dispute")?.id]);
    const active = document.activeElement;
    return { notes, open, focus: active?.name || active?.id, from: active?.selectionStart, to: active?.selectionEnd, isNote: active?.matches("input[type=text]") };
  }

  function restoreState(kept, sentNote, wasRefused) {
    for (const [name, value] of kept.notes) {
      const input = document.getElementsByName(name)[0];
      if (input && (name !== sentNote || wasRefused)) input.value = value;
    }
    for (const [name, id] of kept.open) {
      const within = id ? at(id) : pair();
      if (name !== "again") within?.querySelector(`details.${name}`)?.setAttribute("open", "");
    }
    for (const action of waiting) action.element?.()?.classList.add("is-sending");
    if (kept.isNote) {
      const input = document.getElementsByName(kept.focus)[0];
      input?.focus({ preventScroll: true });
      input?.setSelectionRange(kept.from, kept.to);
    }
  }

  function swap(text, action, wasRefused) {
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("pair");
    if (!fresh) return false;
    const kept = keepState();
    const drawing = action.isDrawing ? null : at("drawing"); // what is drawn on one card stays while another is decided
    pair().replaceWith(document.adoptNode(fresh));
    if (drawing && !at("drawing")) at(`card-${drawing.elements.drawing.value}`)?.append(drawing);
    at("left").textContent = at("left-now").textContent;
    document.dispatchEvent(new CustomEvent("htmx:load", { detail: { elt: pair() } }));
    restoreState(kept, action.note, wasRefused);
    if (wasRefused && action.card) stand(action.card, action.row);
    else if (action.isUndo) standWhereUndecided();
    else if (current) stand(current.card, current.row, { focus: !kept.isNote });
    if (wasRefused) at("trouble")?.scrollIntoView({ block: "center" });
    else if (!document.querySelector(".dispute:not([data-done])") && !kept.isNote) at("next").focus({ preventScroll: true });
    return true;
  }

  /* A drawing is opened, closed or given more words: the page as it is now, and nothing is decided. */
  async function look(action) {
    const body = action.adds && growing(action.adds);
    const answer = await fetch(action.url, { method: body ? "POST" : "GET", headers: { "HX-Request": "true" }, body });
    const before = new Set([...document.querySelectorAll("#drawing .cell")].map((cell) => cell.name));
    waiting.shift();
    const shown = { card: action.card, isDrawing: true };
    if (!swap(await answer.text(), shown, false)) throw new Error("The server did not answer. Press the key again.");
    const cells = [...document.querySelectorAll("#drawing .cell")];
    const place = cells.find((cell) => before.size && !before.has(cell.name)) ?? cells[0] ?? at("drawing")?.elements.add_source;
    if (place) place.focus();
    else stand(action.card);
  }

  // What is drawn by now, and the words to add: an answer may have come since these were picked.
  function growing(adds) {
    const body = new FormData(at("drawing"));
    for (const [name, value] of Object.entries(adds)) body.set(name, value);
    return new URLSearchParams(body);
  }

  function openDrawing(event) {
    const link = event.target.closest("[data-draw], #close-drawing");
    if (!link) return;
    event.preventDefault();
    waiting.push({ isLook: true, url: link.href.replace(/#.*/, ""), card: link.dataset.draw ?? current?.card });
    work();
  }

  function standWhereUndecided() {
    const undecided = document.querySelector(".dispute:not([data-done])");
    stand(undecided?.dataset.key ?? current?.card);
  }

  function fill(action) {
    const form = at("decisions");
    const body = new URLSearchParams(action.fields);
    for (const name of ["csrfmiddlewaretoken", "operation_id", "version"]) body.set(name, form.elements[name].value);
    return body;
  }

  async function send(action) {
    const headers = { "HX-Request": "true", "X-CSRFToken": at("decisions").elements.csrfmiddlewaretoken.value };
    const answer = await fetch(action.url, { method: "POST", body: fill(action), headers, redirect: "manual" });
    if (answer.type === "opaqueredirect") throw new Error("You are signed out. Sign in in another tab, then press the key again.");
    const text = await answer.text();
    waiting.shift();
    if (!swap(text, action, !answer.ok)) throw new Error("The server could not save this. Press the key again.");
    if (!answer.ok) waiting.length = 0;
    const left = document.querySelectorAll(".dispute:not([data-done])").length;
    const outcome = action.card && at(`card-${action.card}`)?.querySelector(".outcome")?.textContent;
    tell(answer.ok ? `${outcome || action.says}. ${left ? `${left} left` : "All decided"}.` : "");
  }

  async function work() {
    if (isSending) return;
    isSending = true;
    while (waiting.length) {
      const [action] = waiting;
      try {
        await (action.isLook ? look(action) : send(action));
        fail("");
      } catch (error) {
        waiting.length = 0;
        for (const each of document.querySelectorAll(".is-sending")) each.classList.remove("is-sending");
        if (action.card) stand(action.card, action.row);
        fail(error instanceof TypeError ? "Not saved: there is no connection. Press the key again when it is back." : error.message);
      }
    }
    isSending = false;
  }

  function submit(event) {
    const form = event.target;
    if (!form.closest("#pair")) return;
    event.preventDefault();
    const button = event.submitter;
    const fields = [...new FormData(form, button)].filter(([name, value]) => !name.startsWith("note:") || value);
    const element = button?.closest(".dispute");
    const row = button?.closest(".link-row")?.dataset.key ?? null;
    const url = button?.hasAttribute("formaction") ? button.formAction : form.action;
    const key = element?.dataset.key;
    if (button?.id === "add-words") {
      const { add_source, add_target } = Object.fromEntries(fields);
      waiting.push({ isLook: true, url, adds: { add_source, add_target, step: "add" }, card: key });
      return work();
    }
    waiting.push({
      url, fields, row, card: key, note: form.id === "drawing" ? "note:drawing" : key && `note:${key}`, isUndo: button?.id === "take-back", isDrawing: form.id === "drawing",
      says: button?.dataset.says || form.dataset.says || "Saved", element: () => key && at(`card-${key}`),
    });
    form.closest("dialog")?.close();
    if (element) {
      current = { card: key, row };
      if (!row) element.classList.add("is-sending");
      moveOn();
    }
    work();
  }

  // --- keys
  function press(key) {
    const button = [...(stop()?.querySelectorAll("[data-keys]") ?? [])].find((each) => each.dataset.keys.split(" ").includes(key));
    if (!button) return false;
    if (!current.row && button.closest(".link-row")) return false;
    button.form.requestSubmit(button);
    return true;
  }

  function adoptBy(key) {
    const opener = [...document.querySelectorAll("[data-dialog][data-keys]")].find((each) => each.dataset.keys.split(" ").includes(key));
    opener?.click();
    return Boolean(opener);
  }

  const moves = {
    j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1),
    ArrowRight: () => openLinks(true), ArrowLeft: () => openLinks(false),
    d: () => card()?.querySelector("[data-draw]")?.click(), l: () => document.querySelector("[data-draw=new]")?.click(),
    "[": () => at("previous")?.click(), "]": () => at("next")?.click(),
    u: () => at("take-back")?.click(), z: () => at("take-back")?.click(),
    "?": () => at("keys-dialog").showModal(),
    w: () => { card()?.querySelector(".again")?.setAttribute("open", ""); card()?.querySelector("input[type=text]")?.focus(); },
  };

  function goNext() {
    const isAllDecided = pair() && !document.querySelector(".dispute:not([data-done])");
    if (isAllDecided && !isSending) at("next").click();
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.matches("input[type=text], textarea")) {
      if (event.key === "Escape" || event.key === "Enter") { event.preventDefault(); stop()?.focus(); }
      return;
    }
    if (event.key === "Enter") {
      if (!event.target.closest("a, button, summary")) { event.preventDefault(); goNext(); }
      return;
    }
    const key = event.code.startsWith("Digit") ? event.code.slice(5) : event.key.toUpperCase();
    const isScrolling = event.key.startsWith("Arrow") && event.target.closest(".both-sentences, .table-scroll");
    if (isScrolling || event.repeat && !event.key.startsWith("Arrow")) return;
    let isDone = false;
    if (event.shiftKey && event.key !== "?") isDone = adoptBy(key);
    else {
      const go = moves[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      isDone = Boolean(go);
      if (go) go();
      else isDone = press(key);
    }
    if (isDone) event.preventDefault();
  }

  function onPlace(event) {
    const element = event.target.closest?.(".dispute");
    if (!element || element.classList.contains("is-sending")) return;
    const row = event.target.closest(".link-row")?.dataset.key ?? null;
    if (element.dataset.key !== current?.card || row !== current?.row) stand(element.dataset.key, row, { focus: false });
  }

  document.addEventListener("submit", submit, true);
  document.addEventListener("click", openDrawing);
  document.addEventListener("words:mark", ({ detail }) => { markWords("source", detail.source); markWords("target", detail.target); });
  document.addEventListener("keydown", onKey);
  document.addEventListener("focusin", onPlace);
  document.addEventListener("click", onPlace);
  document.addEventListener("click", (event) => {
    const closer = event.target.closest("[data-close]");
    if (!closer) return;
    event.preventDefault();
    closer.closest("dialog").close();
  });
  window.addEventListener("beforeunload", (event) => { if (isSending) event.preventDefault(); });

  const start = document.querySelector(".dispute.is-current") || document.querySelector(".dispute");
  // A page opens at its top; only a card below the window is scrolled to.
  if (start) stand(start.dataset.key, null, { scroll: start.getBoundingClientRect().top > window.innerHeight - 180 });
  else at("next")?.focus();
})();
