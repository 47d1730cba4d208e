// @ts-check
/** The page "Play": a form for a new game, or the table of a game. */

import {refill} from "./dom.js";
import {createNewGame} from "./new_game.js";
import {createPlayTable} from "./play_table.js";

const place = /** @type {HTMLElement} */ (document.getElementById("play"));
const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");

refill(place, data.id ? createPlayTable(data.id) : await createNewGame());
