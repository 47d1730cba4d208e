// @ts-check
/**
 * How stones went from one position to the next, found from the two positions alone.
 *
 * The stones of a pit go one by one into the cells that follow. What the result then lacks, stones
 * that were captured or swept have made: they go from the cells with too many to those with too few.
 *
 * @typedef {{from: number, to: number, stones: number}} Transfer
 * @typedef {object} Sowing
 * @property {number[]} sown The cells that the stones fall into, one after the other.
 * @property {Transfer[]} captured From the last cell and the one opposite.
 * @property {Transfer[]} swept All others.
 */

/**
 * @param {number} cell
 * @param {number} size Pits a side.
 */
export function across(cell, size) {
  return (cell + size + 1) % (2 * size + 2);
}

/**
 * @param {number[]} before
 * @param {number[]} after
 * @param {number} pit
 * @returns {Sowing}
 */
export function deriveSowing(before, after, pit) {
  const size = before.length / 2 - 1;
  const goal = pit <= size ? size : 2 * size + 1;
  // Most games skip the opponent's goal. Where the result says otherwise, it was sown into.
  const [skipping, filling] = [across(goal, size), -1].map((skipped) => sow(before, pit, skipped));
  const {sown, cells} = lacks(filling.cells, after) < lacks(skipping.cells, after) ? filling : skipping;
  const last = sown.at(-1) ?? pit;
  const places = [last, 2 * size - last];
  const transfers = settle(cells, after, places, goal);
  const captured = transfers.filter(({from}) => places.includes(from));
  return {sown, captured, swept: transfers.filter((transfer) => !captured.includes(transfer))};
}

/**
 * @param {number[]} before
 * @param {number} pit
 * @param {number} skipped The goal that gets no stone, or -1.
 */
function sow(before, pit, skipped) {
  const cells = [...before];
  const sown = [];
  cells[pit] = 0;
  for (let cell = pit; sown.length < before[pit]; ) {
    cell = (cell + 1) % cells.length;
    if (cell === skipped) continue;
    cells[cell] += 1;
    sown.push(cell);
  }
  return {sown, cells};
}

/**
 * The stones that are missing somewhere.
 *
 * @param {number[]} cells
 * @param {number[]} after
 */
function lacks(cells, after) {
  return after.reduce((sum, stones, cell) => sum + Math.max(0, stones - cells[cell]), 0);
}

/**
 * The transfers that make one board the other. Captured stones go to the mover's goal where it has
 * room for them, all others to the goal of their row; what is left goes wherever stones are missing.
 *
 * @param {number[]} cells
 * @param {number[]} after
 * @param {number[]} captured
 * @param {number} goal The mover's.
 */
function settle(cells, after, captured, goal) {
  const size = cells.length / 2 - 1;
  const change = after.map((stones, cell) => stones - cells[cell]);
  const order = [...captured, ...cells.keys()].filter((cell) => change[cell] < 0);
  /** @type {Transfer[]} */
  const transfers = [];

  /**
   * @param {number} from
   * @param {number} to
   */
  function move(from, to) {
    const stones = Math.min(-change[from], change[to]);
    if (stones <= 0) return;
    change[from] += stones;
    change[to] -= stones;
    transfers.push({from, to, stones});
  }

  for (const from of order) {
    const home = from <= size ? size : 2 * size + 1;
    move(from, captured.includes(from) ? goal : home);
  }
  for (const from of order) {
    for (const to of cells.keys()) move(from, to);
  }
  return transfers;
}
