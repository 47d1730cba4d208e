// @ts-check
/**
 * What the page knows of its games, as `page.py` writes it. The moves are apart, in blocks that are
 * opened when somebody looks at a game.
 */

/**
 * @typedef {object} ReportData
 * @property {import("./list_types.js").ListData} list
 * @property {Record<string, import("./list_types.js").BotDetails>} details By the name of the bot.
 * @property {import("./list_types.js").Forfeit[]} forfeits
 * @property {number[]} replays The games with moves, in the order of the blocks.
 * @property {number} inABlock
 */

/**
 * A game in a block: on a board of pits the text of the positions tells the cells.
 *
 * @typedef {Omit<import("./types.js").GameData, "cells" | "positions">
 *   & {positions: string[], cells?: import("./types.js").Cells[]}} StoredGame
 */

/** @returns {ReportData} */
export function readData() {
  return JSON.parse(document.getElementById("data")?.textContent ?? "{}");
}

/**
 * A function that gets the data of a game by its place among the replays. The last block stays
 * open, because people step from a game to the next.
 *
 * @param {ReportData} data
 * @returns {(place: number) => Promise<import("./types.js").GameData>}
 */
export function gameOpener(data) {
  const blocks = [...document.querySelectorAll("script.games")];
  let opened = -1;
  /** @type {Promise<StoredGame[]>} */
  let games = Promise.resolve([]);
  return async (place) => {
    const block = Math.floor(place / data.inABlock);
    if (block !== opened) {
      opened = block;
      games = unpacked(blocks[block]).then(JSON.parse);
    }
    return whole((await games)[place % data.inABlock]);
  };
}

/**
 * The game with its cells. `12,0,4 S` is the text of three pits and of who has the turn.
 *
 * @param {StoredGame} game
 * @returns {import("./types.js").GameData}
 */
function whole(game) {
  const cells = game.cells ?? game.positions.map((text) => text.split(" ", 1)[0].split(",").map(Number));
  return {...game, cells};
}

/**
 * The text in an element: UTF-8, compressed by gzip, in base64.
 *
 * @param {Element} element
 * @returns {Promise<string>}
 */
export function unpacked(element) {
  const packed = Uint8Array.from(atob(element.textContent ?? ""), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}
