// @ts-check
/** The view of one game, in place of the report, with ways to its neighbours and back. */

import {h, refill} from "./dom.js";
import {gameWays, neighbours} from "./game_list.js";
import {stageOf} from "./list_types.js";
import {titleWindow, writeLink} from "./permalink.js";
import {gameTitle} from "./ply_text.js";
import {gameOpener} from "./report_data.js";
import {createViewer} from "./viewer.js";

/** @import {Links, ListedGame} from "./list_types.js" */
/** @import {Link} from "./permalink.js" */

/**
 * @param {HTMLElement} place
 * @param {import("./report_data.js").ReportData} data
 * @param {ListedGame[]} games Those that can be replayed.
 * @param {Links} links
 * @returns {(link: Link | null) => Promise<void>} Shows the game of a link; null closes it.
 */
export function gameView(place, data, games, links) {
  const places = new Map(data.replays.map((number, index) => [String(number), index]));
  const stages = new Map(data.list.games.map((row) => [String(row[0]), stageOf(row[9])]));
  const open = gameOpener(data);
  /** @type {ReturnType<typeof createViewer> | null} */
  let viewer = null;
  /** Counts what was asked for, so that a slow game does not come after a later one. */
  let latest = 0;

  return async (link) => {
    const mine = ++latest;
    viewer?.dispose();
    viewer = null;
    titleWindow();
    if (!link) return;
    const index = places.get(link.game);
    if (index === undefined) return missing(place, link.game);
    refill(place, h("p", {class: "muted", role: "status"}, `Opening game ${link.game}`));
    const game = {...(await open(index)), stage: stages.get(link.game), match: matchOf(Number(link.game), games)};
    if (mine !== latest) return;
    titleWindow(gameTitle(game));
    viewer = createViewer(game, {
      heading: "h1",
      ply: link.ply ?? 0,
      onPly: (ply) => writeLink({...link, ply}),
    });
    const ways = gameWays(neighbours(games, link.filter ?? {}, Number(link.game)), link.filter, links);
    refill(place, h("nav", {class: "row game-ways no-print", "aria-label": "Games"}, ways), viewer.element);
    viewer.focus();
  };
}

/**
 * The place of a game of a bracket among those of its match, and how many these are; undefined elsewhere.
 *
 * @param {number} number
 * @param {ListedGame[]} games
 * @returns {[number, number] | undefined}
 */
function matchOf(number, games) {
  /** @param {ListedGame} game Whose names stand in one order, behind the stage without its tie-break. */
  const key = ({south, north, round}) => JSON.stringify([stageOf(round).split(",", 1), [south, north].sort()]);
  const game = games.find((each) => each.number === number);
  if (!game || !stageOf(game.round)) return undefined;
  const match = games.filter((each) => key(each) === key(game)).map((each) => each.number);
  return [match.sort((one, other) => one - other).indexOf(number) + 1, match.length];
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
