// @ts-check
/** The matches of a bracket: the rounds, and the score of the match of a game. */

import {h, refill} from "./dom.js";

/** @import {BracketMatch} from "./watch_types.js" */

/** The rounds of a bracket, the last one first; each is as high as its matches. */
export function createBracket() {
  const element = h("div", {class: "bracket", hidden: true});

  /** @param {BracketMatch[]} matches */
  function show(matches) {
    const numbers = [...new Set(matches.map(({round}) => round))].sort((one, other) => other - one);
    element.hidden = matches.length === 0;
    refill(element, ...numbers.map((number) => round(matches.filter((match) => match.round === number))));
  }

  return {element, show};
}

/**
 * The matches of a round below their stage; those for place three come after the final.
 *
 * @param {BracketMatch[]} matches
 */
function round(matches) {
  const stages = [...new Set(matches.map(({stage}) => stage))].reverse();
  const element = h(
    "section",
    {class: "card bracket-round"},
    stages.flatMap((stage) => [h("h2", {}, stage), h("ul", {}, matches.filter((match) => match.stage === stage).map(line))]),
  );
  element.style.setProperty("--matches", String(matches.length + stages.length));
  return element;
}

/** @param {BracketMatch} match */
function line(match) {
  const [one, other] = match.bots;
  if (other === null) return h("li", {class: "bracket-match"}, h("span", {class: "bracket-bot"}, one), h("span", {class: "bracket-score"}, "bye"), h("span"));
  return h(
    "li",
    {class: "bracket-match"},
    h("span", {class: "bracket-bot"}, bot(match, one)),
    h("span", {class: "bracket-score number"}, match.points.join(" \u2013 ")),
    h("span", {class: "bracket-bot"}, bot(match, other)),
    games(match) && h("span", {class: `bracket-games muted small${isEqual(match) ? " is-equal" : ""}`}, games(match)),
  );
}

/**
 * @param {BracketMatch} match
 * @param {string | null} name
 */
function bot({winner}, name) {
  return winner && winner === name ? h("strong", {}, name) : name;
}

/**
 * Whether all games of a match are played, and it has no winner.
 *
 * @param {BracketMatch} match
 */
function isEqual({played, games: all, winner}) {
  return !winner && all.length > 0 && played === all.length;
}

/**
 * The games won where points do not say them, `1 of 2 games played` until the match is decided, and
 * then what decided it where points did not. Empty where there is nothing of this to say.
 *
 * @param {BracketMatch} match
 */
function games(match) {
  const {points, won, played, games: all, winner, decision} = match;
  const so = !winner && all.length > 0 && (isEqual(match) ? "equal, a tie-break follows" : `${played} of ${all.length} games played`);
  const by = decision && decision !== "points" && `decided by ${decision}`;
  return [wins(points, won), so, by].filter(Boolean).join(", ");
}

/**
 * Where no game is drawn the points are the games won.
 *
 * @param {string[]} points
 * @param {number[]} won
 */
function wins(points, won) {
  return points.join() === won.join() ? "" : `games won ${won.join("\u00a0\u2013\u00a0")}`;
}

/**
 * The match that a game belongs to; undefined outside of a bracket.
 *
 * @param {BracketMatch[]} matches
 * @param {number} number Of the game.
 */
export function matchOf(matches, number) {
  return matches.find(({games}) => games.includes(number));
}

/**
 * The score of the match that a game belongs to, in the order of the score of the game; null outside
 * of a bracket.
 *
 * @param {BracketMatch[]} matches
 * @param {number} number Of the game.
 * @param {string} south Who is South in it.
 */
export function matchScore(matches, number, south) {
  const match = matchOf(matches, number);
  if (!match) return null;
  const isTurned = match.bots[1] === south;
  /** @template T @param {T[]} both @returns {T[]} */
  const ordered = (both) => (isTurned ? [...both].reverse() : both);
  const [bots, points, won] = [ordered(match.bots), ordered(match.points), ordered(match.won)];
  const place = `game ${match.games.indexOf(number) + 1} of ${match.games.length}`;
  return h(
    "p",
    {class: "live-match"},
    h("strong", {}, `${bots[0]} ${points.join(" \u2013 ")} ${bots[1]}`),
    " ",
    h("span", {class: "muted"}, [wins(points, won), isEqual(match) ? "equal, a tie-break follows" : place].filter(Boolean).join(", ")),
  );
}
