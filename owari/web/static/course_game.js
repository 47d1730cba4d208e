// @ts-check
/** The page of one game of a course. */

import {refill} from "./dom.js";
import {createViewer} from "./viewer.js";

const {game} = JSON.parse(document.getElementById("data")?.textContent ?? "");
const viewer = createViewer(game, {heading: "h1", ply: 0});
refill(/** @type {HTMLElement} */ (document.getElementById("game")), viewer.element);
