// @ts-check
/** The course of a game in numbers, all from South's view. */

/** @import {Cells, GameData, Layout, Ply, Value} from "./types.js" */

/**
 * @typedef {object} Point
 * @property {number} ply The number of plies before it.
 * @property {number} margin South's stones or discs minus North's.
 * @property {boolean} exact Whether it is certain.
 *
 * @typedef {object} Course A line of points in rising order of plies.
 * @property {"score" | "south" | "north" | "analysis"} kind
 * @property {string} label
 * @property {Point[]} points
 * @property {boolean} whole Whether it has a point for each ply that could give one.
 */

/**
 * The lines that are known of a game: the score so far, what each player stated, an analysis.
 *
 * @param {GameData} game
 * @returns {Course[]}
 */
export function courses(game) {
  /** @type {Course[]} */
  const all = [
    {kind: "score", label: "score so far", points: scores(game), whole: true},
    statedBy(game, "south", `${game.south} (South) expects`),
    statedBy(game, "north", `${game.north} (North) expects`),
    {kind: "analysis", label: "analysis", points: analysed(game), whole: game.plies.every((ply) => ply.worth)},
  ];
  return all.filter((course) => course.points.length > 1);
}

/**
 * South's and North's goals, or their discs; null where the cells do not tell.
 *
 * @param {Layout} layout
 * @param {Cells} cells
 * @returns {[number, number] | null}
 */
export function scoreOf(layout, cells) {
  if (layout.family === "pits" && typeof cells !== "string") {
    return [cells[layout.size], cells[2 * layout.size + 1]];
  }
  if (layout.family === "squares" && typeof cells === "string") {
    return [cells.split("S").length - 1, cells.split("N").length - 1];
  }
  return null;
}

/**
 * The end of a game that was played out counts the stones that each side keeps.
 *
 * @param {GameData} game
 */
function scores(game) {
  const points = game.cells.flatMap((cells, ply) => {
    const score = scoreOf(game.layout, cells);
    return score ? [{ply, margin: score[0] - score[1], exact: true}] : [];
  });
  const {plies, margin} = game;
  if (points.length > 1 && game.termination === "normal") points.splice(-1, 1, {ply: plies.length, margin, exact: true});
  return points;
}

/**
 * What a player stated of the end. It may have stated scores of its own before, which are no margins.
 *
 * @param {GameData} game
 * @param {"south" | "north"} side
 * @param {string} label
 * @returns {Course}
 */
function statedBy(game, side, label) {
  const points = pointsOf(game, (ply) => (ply.side === side ? ply.value : undefined));
  return {kind: side, label, points, whole: points.length === game.plies.filter((ply) => ply.side === side).length};
}

/** @param {GameData} game */
function analysed(game) {
  const points = pointsOf(game, (ply) => ply.worth);
  if (!points.length || !game.standing) return points;
  const {number, kind} = game.standing;
  return [...points, {ply: game.plies.length, margin: number, exact: kind === "exact"}];
}

/**
 * A point for each ply with a margin; a score of an evaluation is none.
 *
 * @param {GameData} game
 * @param {(ply: Ply) => Value | undefined} valueOf
 */
function pointsOf(game, valueOf) {
  return game.plies.flatMap((ply, before) => {
    const value = valueOf(ply);
    if (!value || value.kind === "score") return [];
    const margin = ply.side === "south" ? value.number : -value.number;
    return [{ply: before, margin, exact: value.kind === "exact"}];
  });
}
