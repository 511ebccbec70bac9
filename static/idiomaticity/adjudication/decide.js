"use strict";
/* Keys for the buttons of the page; every action is a form that works without them. */
(() => {
  const rows = [...document.querySelectorAll(".review-row")];
  const isTyping = (target) => target.matches("textarea, select, input:not([type=hidden], [type=radio])");
  const here = () => document.activeElement.closest(".review-row");

  function stand(place) {
    rows[Math.max(0, Math.min(place, rows.length - 1))]?.focus();
  }

  function press(key) {
    const button = (here() ?? document).querySelector(`[data-key="${key}"]`);
    if (button?.matches("textarea")) button.focus();
    else button?.click();
    return Boolean(button);
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target)) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const key = event.key.toLowerCase();
    if (rows.length && event.key === "ArrowDown") stand(rows.indexOf(here()) + 1);
    else if (rows.length && event.key === "ArrowUp") stand(rows.indexOf(here()) - 1);
    else if (key === "u" && document.querySelector("[data-undo]")) document.querySelector("[data-undo]").click();
    else if (key.length !== 1 || !press(key)) return;
    event.preventDefault();
  });

  // After a decision the next one is at hand at once.
  if (rows.length && !document.querySelector("[role=alert]") && !isTyping(document.activeElement)) stand(0);
  document.documentElement.dataset.review = "ready";
})();
