// @ts-check
/** A game of the tournament in place of the live boards: the one that the address names. */

import {h, refill} from "./dom.js";
import {gameWays, neighbours} from "./game_list.js";
import {filterWords, listedGames} from "./list_types.js";
import {onLink, readLink, titleWindow, writeLink} from "./permalink.js";
import {gameTitle} from "./ply_text.js";
import {serverRules} from "./positions.js";
import {ask} from "./requests.js";
import {createViewer} from "./viewer.js";

/** @import {Links} from "./list_types.js" */
/** @import {Link} from "./permalink.js" */
/** @import {Viewer} from "./viewer.js" */

/**
 * @param {string} address Of the tournament.
 * @param {boolean} mayChange
 * @param {Links} links
 * @param {(shown: boolean) => void} onChange Whether a game is shown.
 */
export function createReplay(address, mayChange, links, onChange) {
  const place = h("div");
  const back = h("a", {class: "button", href: location.pathname, onclick: leave}, "Back to the tournament");
  const others = h("span", {class: "other-games"});
  const ways = h("nav", {class: "row no-print game-ways", "aria-label": "Games"}, back, others);
  const element = h("section", {class: "stack replay", hidden: true}, ways, place);
  /** The number of the game that is shown; empty without one. */
  let shown = "";
  /** @type {Viewer | null} */
  let viewer = null;
  // Of two games that are asked for, the later one is shown.
  let latest = 0;

  /** @param {MouseEvent} event */
  function leave(event) {
    event.preventDefault();
    history.pushState(null, "", location.pathname);
    writeLink(null); // in place of a ply that is still to be written
    follow(null);
  }

  /** @param {Link | null} link */
  async function follow(link) {
    const mine = ++latest;
    viewer?.dispose();
    viewer = null;
    refill(place);
    refill(others, ...gameWays([], link?.filter, links));
    element.hidden = !link;
    onChange(Boolean(link));
    titleWindow();
    if (!link) return focusLink();
    shown = link.game;
    const {filter = {}} = link;
    const [answer, listed] = await Promise.all([load(link.game), filterWords(filter) ? ask(`${address}/games`) : null]);
    if (mine !== latest) return;
    if (typeof answer === "string") {
      refill(place, h("p", {class: "note warn", role: "status"}, answer));
      back.focus();
      return;
    }
    titleWindow(gameTitle(answer));
    const beside = listed?.ok ? neighbours(listedGames(listed.body), filter, Number(link.game)) : answer.neighbours;
    refill(others, ...gameWays(beside, filter, links));
    viewer = createViewer(answer, {heading: "h1", ply: link.ply, onPly: (ply) => writeLink({...link, ply}), rules: serverRules(mayChange)});
    refill(place, viewer.element);
    viewer.focus();
  }

  /** Back where the reader came from: the link to the game, or the heading of the page. */
  function focusLink() {
    if (!shown) return;
    const from = document.querySelector(`.watch a[href="#game=${CSS.escape(shown)}"]`) ?? document.getElementById("title");
    shown = "";
    if (from instanceof HTMLElement) from.focus();
  }

  /**
   * The game, or a sentence that says why there is none.
   *
   * @param {string} number
   */
  async function load(number) {
    if (!/^\d{1,9}$/.test(number)) return `There is no game ${number}.`;
    const answer = await ask(`${address}/games/${number}`);
    return answer.ok ? answer.body : answer.problem;
  }

  onLink(follow);
  follow(readLink());
  return {element};
}
