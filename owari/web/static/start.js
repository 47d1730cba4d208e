// @ts-check
/** The start page of a server that shows nothing else: a board on which a game begins at once. */

import {refill} from "./dom.js";
import {createNewGame} from "./new_game.js";

refill(/** @type {HTMLElement} */ (document.getElementById("play")), await createNewGame("h2"));
