// The matrix without a page: where a key leads, which cells a block holds, what a point on the grid means.

const STEPS = { arrowup: [-1, 0], arrowdown: [1, 0], arrowleft: [0, -1], arrowright: [0, 1] };
const within = (index, length) => Math.max(0, Math.min(length - 1, index));

/** The cell that a key leads to; left and right are the eye's, so they turn round where columns run from right to left. */
export function stepFrom({ source, target }, key, { rows, columns, direction, page }) {
  if (key === "home") return { source, target: 0 };
  if (key === "end") return { source, target: columns - 1 };
  if (key === "pageup") return { source: within(source - page, rows), target };
  if (key === "pagedown") return { source: within(source + page, rows), target };
  const [down, right] = STEPS[key];
  return { source: within(source + down, rows), target: within(target + (direction === "rtl" ? -right : right), columns) };
}

const span = (a, b) => Array.from({ length: Math.abs(a - b) + 1 }, (_, step) => Math.min(a, b) + step);

/** Rows and columns between two corners, both included. */
export const blockBetween = (corner, other) => ({
  source: span(corner.source, other.source),
  target: span(corner.target, other.target),
});

/** The cell at a point measured from the corner where the first row and the first column meet, or null outside. */
export function cellAt({ across, down }, size, { rows, columns }) {
  const source = Math.floor(down / size);
  const target = Math.floor(across / size);
  return source >= 0 && source < rows && target >= 0 && target < columns ? { source, target } : null;
}

/** Side of a cell in pixels: large where the whole matrix fits on a screen, never too small to hit. */
export function sizeFor(rows, columns, zoom = 1) {
  const longest = Math.max(rows, columns);
  const size = longest <= 16 ? 34 : longest <= 30 ? 26 : longest <= 45 ? 21 : 18;
  return Math.round(size * zoom);
}
