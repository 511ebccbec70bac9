// Addresses of sections that have moved to a page of their own: an empty place with the old name stands before its link there.

function forward() {
  const place = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!place || place.tagName !== "SPAN" || place.textContent) return;
  let next = place.nextElementSibling;
  while (next && next.tagName === "SPAN") next = next.nextElementSibling;
  if (next?.matches("a.reference.internal")) location.replace(next.href);
}

document.addEventListener("DOMContentLoaded", forward);
window.addEventListener("hashchange", forward);
