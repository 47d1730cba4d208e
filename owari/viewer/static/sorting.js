// @ts-check
/** Tables that a click on a header sorts. */

import {announce} from "./announcer.js";
import {h, refill} from "./dom.js";

/** @typedef {string | number} Key */

/**
 * Compares texts as people sort them, and numbers as numbers; numbers come before texts.
 *
 * @param {Key} a
 * @param {Key} b
 */
export function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === typeof b) return collator.compare(String(a), String(b));
  return typeof a === "number" ? -1 : 1;
}

const collator = new Intl.Collator("en", {numeric: true, sensitivity: "base"});

/**
 * Makes the header of a column a button, which sorts by it and, the second time, the other way.
 *
 * @param {HTMLTableCellElement} header
 * @param {(descending: boolean) => void} sort Called after a click, when the header is marked.
 */
export function sortButton(header, sort) {
  const label = header.querySelector("abbr")?.title ?? header.textContent;
  const button = h("button", {class: "sort", type: "button", onclick: clicked}, [...header.childNodes]);
  refill(header, button);

  function clicked() {
    const descending = header.getAttribute("aria-sort") === "ascending";
    markSorted(header, descending);
    sort(descending);
    announce(`Sorted by ${label}${descending ? ", descending" : ""}`);
  }
}

/**
 * Says that its table is sorted by the column of a header, and by no other.
 *
 * @param {HTMLTableCellElement} header
 * @param {boolean} descending
 */
export function markSorted(header, descending) {
  for (const other of header.parentElement?.children ?? []) other.removeAttribute("aria-sort");
  header.setAttribute("aria-sort", descending ? "descending" : "ascending");
}

/**
 * Makes a table that is in the page sortable by each of its columns.
 *
 * @param {HTMLTableElement} table
 */
export function makeSortable(table) {
  const headers = [...(table.tHead?.rows[0].cells ?? [])];
  const body = table.tBodies[0];
  for (const [column, header] of headers.entries()) {
    sortButton(header, (descending) => {
      const rows = [...body.rows].map((row) => ({row, key: keyOf(row.cells[column])}));
      rows.sort((a, b) => (descending ? compare(b.key, a.key) : compare(a.key, b.key)));
      body.append(...rows.map(({row}) => row));
    });
  }
}

/**
 * @param {HTMLTableCellElement} cell
 * @returns {Key}
 */
function keyOf(cell) {
  const value = cell.dataset.value;
  return value === undefined || value === "" ? cell.textContent ?? "" : Number(value);
}
