"use strict";
/* A unit drawn by hand: boxes that are plain selects become cells, set by one key or by clicking through their labels. */
(() => {
  const drawing = () => document.getElementById("drawing");
  const KEYS = { s: "S", p: "P", n: "", 0: "", Delete: "", Backspace: "" };
  const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

  function set(cell, value) {
    cell.value = value;
    cell.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function move(cell, [down, across]) {
    const isReversed = getComputedStyle(cell.closest("table")).direction === "rtl";
    const rows = [...drawing().querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll(".cell")]);
    const row = rows.findIndex((cells) => cells.includes(cell));
    const column = rows[row].indexOf(cell) + (isReversed ? -across : across);
    rows[row + down]?.[column]?.focus();
  }

  function onKey(event) {
    if (!event.target.closest?.("#drawing") || event.ctrlKey || event.metaKey || event.altKey) return;
    const cell = event.target.closest(".cell");
    const adding = event.target.closest(".adding select");
    event.stopPropagation();
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === "Escape") document.getElementById("close-drawing").click();
    else if (key === "Enter" && adding) document.getElementById("add-words").click();
    else if (key === "Enter" && !event.target.closest("button, a")) document.getElementById("save-drawing").click();
    else if (cell && key in KEYS) set(cell, KEYS[key]);
    else if (cell && key === " ") turn(cell);
    else if (cell && key in MOVES) move(cell, MOVES[key]);
    else return;
    event.preventDefault();
  }

  const turn = (cell) => set(cell, { "": "S", S: "P", P: "" }[cell.value]);

  function onMouse(event) {
    const cell = event.target.closest?.("#drawing .cell");
    if (!cell || event.button !== 0) return;
    event.preventDefault();
    cell.focus();
    turn(cell);
  }

  // A word of the sentences above joins the matrix.
  function onClick(event) {
    const word = drawing() && event.target.closest?.(".words .word");
    if (!word) return;
    const words = word.closest(".words");
    const index = [...words.querySelectorAll(".word")].indexOf(word);
    const choice = drawing().elements[words.id === "source-words" ? "add_source" : "add_target"];
    if (![...choice.options].some((option) => option.value === String(index))) return;
    choice.value = String(index);
    document.getElementById("add-words").click();
  }

  function onFocus(event) {
    const cell = event.target.closest?.("#drawing .cell");
    if (!cell) return;
    const [source, target] = cell.name.replace("cell:", "").split("-");
    document.dispatchEvent(new CustomEvent("words:mark", { detail: { source, target } }));
  }

  document.addEventListener("keydown", onKey, true);
  document.addEventListener("mousedown", onMouse);
  document.addEventListener("click", onClick);
  document.addEventListener("focusin", onFocus);
})();
