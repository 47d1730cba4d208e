// @ts-check
/** Rows of a table that glide to their new places, and cells that light up when they change. */

/** Milliseconds. */
const GLIDE = 700;
const GLOW = 2500;

/**
 * Changes a table whose rows are known by `data-row` and whose cells by `data-cell`.
 *
 * @param {HTMLElement} body
 * @param {() => void} change
 */
export function changeRows(body, change) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const before = new Map(rowsOf(body).map((row) => [row.dataset.row, {top: row.offsetTop, texts: textsOf(row)}]));
  change();
  if (before.size === 0) return;
  for (const row of rowsOf(body)) {
    const old = before.get(row.dataset.row);
    if (!old) continue;
    const by = old.top - row.offsetTop;
    if (by !== 0 && !still) {
      row.animate([{transform: `translateY(${by}px)`}, {transform: "none"}], {duration: GLIDE, easing: "ease-in-out"});
    }
    for (const cell of cellsOf(row)) {
      if (old.texts.get(cell.dataset.cell) !== cell.textContent) glow(cell);
    }
  }
}

/** @param {HTMLElement} cell */
function glow(cell) {
  const from = getComputedStyle(cell).getPropertyValue("--accent-soft");
  cell.animate([{backgroundColor: from}, {}], {duration: GLOW, easing: "ease-in"});
}

/** @param {HTMLElement} body */
function rowsOf(body) {
  return /** @type {HTMLElement[]} */ ([...body.querySelectorAll("[data-row]")]);
}

/** @param {HTMLElement} row */
function cellsOf(row) {
  return /** @type {HTMLElement[]} */ ([...row.querySelectorAll("[data-cell]")]);
}

/** @param {HTMLElement} row */
function textsOf(row) {
  return new Map(cellsOf(row).map((cell) => [cell.dataset.cell, cell.textContent]));
}
