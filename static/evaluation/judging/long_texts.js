// A source too long for its box and the translation beside it move together: where one is read to its middle, so is the other.

const QUIET_MS = 150;

/** `outputOf` gives the element of the translation that is judged; `source` is the box of the source. */
export function scrollTogether(source, outputOf) {
  let led = "page"; // which of them the person moves; the other one follows
  let timer = 0;

  const room = () => source.scrollHeight - source.clientHeight;

  /** How far the translation has been read, from 0 to 1, by where its box stands under the source. */
  function share() {
    const box = outputOf().getBoundingClientRect();
    const top = source.getBoundingClientRect().bottom;
    const height = box.height - (window.innerHeight - top);
    return height > 0 ? Math.min(1, Math.max(0, (top - box.top) / height)) : null;
  }

  function follow() {
    const read = share();
    if (led === "page" && read !== null && room() > 0) source.scrollTop = read * room();
  }

  function lead() {
    const read = share();
    if (led !== "source" || read === null || room() <= 0) return;
    const box = outputOf().getBoundingClientRect();
    const top = source.getBoundingClientRect().bottom;
    const wanted = (source.scrollTop / room()) * (box.height - (window.innerHeight - top));
    window.scrollBy({ top: wanted - (top - box.top), behavior: "instant" });
  }

  /** What the pointer or a finger scrolls leads until it rests. */
  function take({ target }) {
    led = source.contains(target) ? "source" : "page";
    clearTimeout(timer);
    timer = setTimeout(() => { led = "page"; }, QUIET_MS * 4);
  }

  for (const name of ["wheel", "touchmove"]) document.addEventListener(name, take, { passive: true });
  window.addEventListener("scroll", follow, { passive: true });
  source.addEventListener("scroll", lead, { passive: true });
}
