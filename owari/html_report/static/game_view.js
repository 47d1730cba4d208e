// @ts-check
/** The view of one game, in place of the report, with ways to its neighbours and back. */

import {h, refill} from "./dom.js";
import {stageOf} from "./list_types.js";
import {linkTo, titleWindow, writeLink} from "./permalink.js";
import {gameTitle} from "./ply_text.js";
import {gameOpener} from "./report_data.js";
import {createViewer} from "./viewer.js";

/** @typedef {{game: string, ply: number}} Link */

/**
 * @param {HTMLElement} place
 * @param {import("./report_data.js").ReportData} data
 * @returns {(link: Link | null) => Promise<void>} Shows the game of a link; null closes it.
 */
export function gameView(place, data) {
  const places = new Map(data.replays.map((number, index) => [String(number), index]));
  const stages = new Map(data.list.games.map((row) => [String(row[0]), stageOf(row[9])]));
  const open = gameOpener(data);
  /** @type {ReturnType<typeof createViewer> | null} */
  let viewer = null;
  /** Counts the links, so that a slow game does not come after a later one. */
  let links = 0;

  return async (link) => {
    const mine = ++links;
    viewer?.dispose();
    viewer = null;
    titleWindow();
    if (!link) return;
    const index = places.get(link.game);
    if (index === undefined) return missing(place, link.game);
    refill(place, h("p", {class: "muted", role: "status"}, `Opening game ${link.game}`));
    const game = {...(await open(index)), stage: stages.get(link.game)};
    if (mine !== links) return;
    titleWindow(gameTitle(game));
    viewer = createViewer(game, {
      heading: "h1",
      ply: link.ply,
      onPly: (ply) => writeLink({game: link.game, ply}),
    });
    refill(place, ways(data.replays, index), viewer.element);
    viewer.focus();
  };
}

/**
 * @param {number[]} replays
 * @param {number} index
 */
function ways(replays, index) {
  return h(
    "nav",
    {class: "row game-ways no-print", "aria-label": "Games"},
    h("a", {class: "button", href: "#games"}, "All games"),
    way(replays[index - 1], "Previous game"),
    way(replays[index + 1], "Next game"),
  );
}

/**
 * @param {number | undefined} number
 * @param {string} label
 */
function way(number, label) {
  return number !== undefined && h("a", {class: "button", href: linkTo({game: String(number), ply: 0})}, label);
}

/**
 * @param {HTMLElement} place
 * @param {string} game
 */
function missing(place, game) {
  refill(
    place,
    h("p", {class: "note warn"}, `This report does not hold the moves of game ${game}.`),
    h("p", {}, h("a", {href: "#games"}, "All games")),
  );
}
