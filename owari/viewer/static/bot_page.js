// @ts-check
/** The page of a bot: its results, rating, times, forfeits, best and worst moves, and its games. */

import {h, refill} from "./dom.js";
import {forfeitsList} from "./forfeit_list.js";
import {createGameList} from "./game_list.js";
import {amountText, minus} from "./ply_text.js";

/** @import {BotDetails, Filter, Forfeit, Links, ListedBot, ListedGame, NotableMove} from "./list_types.js" */

/**
 * @typedef {object} BotData
 * @property {ListedBot[]} bots
 * @property {ListedGame[]} games Of all bots.
 * @property {string} pieces
 * @property {Forfeit[]} forfeits
 * @property {BotDetails} details
 */

/**
 * @param {object} page
 * @param {string} page.name
 * @param {BotData} page.data
 * @param {Links} page.links
 * @param {(filter: Filter) => void} [page.onFilter]
 */
export function createBotPage({name, data, links, onFilter}) {
  const heading = h("h1", {tabindex: -1}, name);
  const told = h("div");
  const parts = h("div", {class: "stack"});
  const {bots} = data;
  /** Games are opened as those of this page. @type {Links} */
  const ways = {...links, game: (number, ply = 0) => links.game(number, ply, {of: name, page: name})};
  const list = createGameList({games: gamesOf(name, data), bots, links, of: name, onFilter});
  const element = h(
    "div",
    {class: "stack bot-page"},
    h("div", {class: "bot-head"}, heading, told),
    parts,
    h("section", {}, h("h2", {}, "Games"), list.element),
  );

  /** @param {BotData} now */
  function tell(now) {
    const {forfeits, details, pieces} = now;
    const bot = now.bots.find((each) => each.name === name) ?? now.bots[0];
    const lost = forfeits.filter((each) => each.bot === name);
    fill(told, h("p", {class: "bot-results"}, results(bot)), rating(details));
    fill(
      parts,
      h("div", {class: "columns"}, opponents(name, now.bots, gamesOf(name, now), links), figures(details)),
      sample(details, gamesOf(name, now).length),
      movesSection(details.lost.length < details.games_lost ? `The worst ${details.lost.length} of ${details.games_lost} moves that lost a game` : "Moves that lost a game", details.lost, pieces, ways),
      movesSection(details.lost.length ? "Worst other moves" : "Worst moves", details.worst, pieces, ways),
      movesSection("Best moves", details.best, pieces, ways),
      lost.length > 0 && h("section", {}, h("h2", {}, "Forfeits"), forfeitsList(lost, ways)),
    );
  }

  tell(data);
  return {
    element,
    show: list.show,
    opened: list.opened,
    open: list.open,
    /** @param {BotData} now What is known by now; the reader stays where he is. */
    update(now) {
      tell(now);
      list.update({games: gamesOf(name, now), bots: now.bots});
    },
    focus: () => heading.focus({preventScroll: true}),
  };
}

/**
 * @param {string} name
 * @param {BotData} data
 */
function gamesOf(name, {games}) {
  return games.filter(({south, north}) => south === name || north === name);
}

/**
 * Gives an element other children where they differ: what somebody reads, opens or points at stays.
 *
 * @param {HTMLElement} element
 * @param {...(HTMLElement | null | false)} children
 */
function fill(element, ...children) {
  const made = h("div", {}, children);
  const old = [...element.children];
  const next = [...made.children];
  if (old.length !== next.length) return refill(element, ...next);
  old.forEach((each, at) => each.outerHTML === next[at].outerHTML || each.replaceWith(next[at]));
}

/** @param {ListedBot} bot */
function results({place, points, played, won, drawn, lost, forfeits}) {
  const parts = [
    place === null ? "A guest, without a place" : `Place ${place}`,
    `${points} ${points === "1" ? "point" : "points"}`,
    `${played} ${played === 1 ? "game" : "games"}: ${won} won, ${drawn} drawn, ${lost} lost`,
    forfeits > 0 && `${forfeits} by forfeit`,
  ];
  return parts.filter(Boolean).join(" \u00b7 ");
}

/** @param {BotDetails} details */
function rating({rating: known}) {
  if (!known) return null;
  const [value, low, high] = known.map(minus);
  return h("p", {class: "muted"}, `Rating ${value}. The true one is between ${low} and ${high} with a probability of about 95%. The mean of all bots is 0.`);
}

/** @param {BotDetails} details */
function figures({figures: all}) {
  if (all.length === 0) return null;
  return h(
    "section",
    {class: "card"},
    h("h2", {}, "Figures"),
    h("dl", {class: "figures"}, ...all.flatMap(([label, text]) => [h("dt", {}, FIGURES[label] ?? label), h("dd", {class: "number"}, /^-\d/.test(text) ? minus(text) : text)])),
  );
}

/** @type {Record<string, string>} */
const FIGURES = {
  first: "Won, drawn and lost when it moved first",
  second: "Won, drawn and lost when it moved second",
  margin: "Mean margin of games played to their end",
  "mean turn": "Mean time of a turn",
  "slowest turn": "Slowest turn",
  "all turns": "Time of all turns",
};

/**
 * What it has against each other bot.
 *
 * @param {string} name
 * @param {ListedBot[]} bots
 * @param {ListedGame[]} games Its own.
 * @param {Links} links
 */
function opponents(name, bots, games, links) {
  const rows = bots.flatMap(({name: other}) => {
    const met = games.filter(({south, north}) => other !== name && (south === other || north === other));
    if (met.length === 0) return [];
    const won = met.filter(({south, winner}) => (south === name ? winner === 1 : winner === 2)).length;
    const drawn = met.filter(({winner}) => winner === 0).length;
    const margin = met.reduce((sum, game) => sum + (game.south === name ? game.margin : -game.margin), 0);
    const counts = [met.length, won, drawn, met.length - won - drawn];
    return [
      h(
        "tr",
        {},
        h("th", {scope: "row"}, h("a", {href: links.bot(other)}, other)),
        h("td", {class: "number"}, h("a", {href: links.games({of: name, against: other}), "aria-label": `${met.length} ${met.length === 1 ? "game" : "games"} against ${other}`}, counts[0])),
        ...counts.slice(1).map((count) => h("td", {class: "number"}, count)),
        h("td", {class: "number"}, margin > 0 ? `+${margin}` : minus(margin)),
      ),
    ];
  });
  const heads = ["opponent", "games", "won", "drawn", "lost", "total margin"];
  return h(
    "section",
    {},
    h("h2", {}, "Opponents"),
    h(
      "div",
      {class: "table-frame", tabindex: 0, role: "region", "aria-label": "Opponents"},
      h("table", {class: "data opponents"}, h("thead", {}, h("tr", {}, ...heads.map((head, at) => h("th", {scope: "col", class: at > 0 && "number"}, head)))), h("tbody", {}, ...rows)),
    ),
    h("p", {class: "small muted"}, "The total margin is the sum over all games, also those that ended by forfeit."),
  );
}

/**
 * Which games the moves below are from, where they are not from all.
 *
 * @param {BotDetails} details
 * @param {number} games
 */
function sample({games_judged: judged, lost, worst, best}, games) {
  if (judged >= games || lost.length + worst.length + best.length === 0) return null;
  return h("p", {}, `${judged} of ${games} games ${judged === 1 ? "was" : "were"} looked at. The moves below are from ${judged === 1 ? "it" : "them"}.`);
}

/**
 * @param {string} title
 * @param {NotableMove[]} moves
 * @param {string} pieces
 * @param {Links} links
 */
function movesSection(title, moves, pieces, links) {
  if (moves.length === 0) return null;
  return h("section", {class: "card"}, h("h2", {}, title), h("ul", {class: "notable"}, ...moves.map((move) => notable(move, pieces, links))));
}

/**
 * @param {NotableMove} move
 * @param {string} pieces
 * @param {Links} links
 */
function notable({game, ply, move, opponent, amount, better}, pieces, links) {
  const address = links.game(game, ply);
  const count = `${amountText(amount)} ${amount.number === 1 ? pieces.replace(/s$/, "") : pieces}`;
  const verdict = better ? ` gave away ${count}` : `: any other move gives away ${count.replace(/^at least /, "")} or more`;
  const what = `Game ${game}, ply ${ply}: ${move} against ${opponent}${verdict}`;
  const remedy = better && `; ${better} ${better.includes(",") ? "were" : "was"} better`;
  return h("li", {}, address ? h("a", {href: address}, what) : what, remedy, ".");
}
