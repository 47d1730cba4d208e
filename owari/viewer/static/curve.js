// @ts-check
/**
 * The curve of a game: the score so far, what the players expected, what an analysis knows. Proved
 * parts are solid, estimates are dashed; diamonds are moves that gave something away.
 */

import {h, refill, svg} from "./dom.js";
import {courses} from "./game_values.js";
import {deed, loss, signed} from "./ply_text.js";

/** @import {Course, Point} from "./game_values.js" */
/** @import {GameData} from "./types.js" */

const HEIGHT = 180;
const MARGIN = {left: 34, right: 10, top: 12, bottom: 20};
const LEAST_REACH = 4;
const LEAST_TICK = 44;
const USUAL_WIDTH = 640;

/**
 * @typedef {object} Scale
 * @property {number} width
 * @property {number} reach The margin at the top of the picture.
 * @property {number} count Plies of the game.
 * @property {(ply: number) => number} x
 * @property {(margin: number) => number} y
 */

/**
 * Null where nothing is known to draw.
 *
 * @param {GameData} game
 * @param {{onPick?: (ply: number) => void}} [options] Called while somebody points at a ply.
 */
export function createCurve(game, {onPick = () => {}} = {}) {
  const lines = courses(game);
  if (!lines.length) return null;
  const picture = svg("svg", {class: "curve", role: "img", "aria-label": described(game, lines)});
  const element = h("figure", {class: "curve-figure"}, picture, legend(game, lines));
  let scale = scaleOf(game, lines, USUAL_WIDTH);
  let shown = 0;
  let left = false;
  let cursor = svg("line", {});

  function draw() {
    cursor = svg("line", {class: "cursor", y1: MARGIN.top, y2: HEIGHT - MARGIN.bottom});
    picture.setAttribute("viewBox", `0 0 ${scale.width} ${HEIGHT}`);
    refill(picture, ...axes(scale), cursor, ...lines.map((line) => lineOf(line, scale)), ...diamonds(game, lines, scale), decision(game, lines, scale));
    mark(shown, left);
  }

  /**
   * @param {number} ply The number of plies before the position that is shown.
   * @param {boolean} [tried] Whether other moves led on from there, to a position of no game.
   */
  function mark(ply, tried = false) {
    shown = ply;
    left = tried;
    cursor.setAttribute("visibility", tried ? "hidden" : "visible");
    cursor.setAttribute("x1", String(scale.x(ply)));
    cursor.setAttribute("x2", String(scale.x(ply)));
  }

  /** @param {PointerEvent} event */
  function pick(event) {
    const box = picture.getBoundingClientRect();
    const part = ((event.clientX - box.left) / box.width) * scale.width - MARGIN.left;
    const ply = Math.round((part / (scale.width - MARGIN.left - MARGIN.right)) * scale.count);
    onPick(Math.min(Math.max(ply, 0), scale.count));
  }

  picture.addEventListener("pointerdown", (event) => {
    picture.setPointerCapture(event.pointerId);
    pick(event);
  });
  picture.addEventListener("pointermove", (event) => {
    if (picture.hasPointerCapture(event.pointerId)) pick(event);
  });

  const observer = new ResizeObserver(([{contentRect}]) => {
    const width = Math.round(contentRect.width);
    if (!width || width === scale.width) return;
    scale = scaleOf(game, lines, width);
    draw();
  });
  observer.observe(picture);
  draw();
  return {element, mark, dispose: () => observer.disconnect()};
}

/**
 * @param {GameData} game
 * @param {Course[]} lines
 * @param {number} width
 * @returns {Scale}
 */
function scaleOf(game, lines, width) {
  const sizes = lines.flatMap((line) => line.points.map((point) => Math.abs(point.margin)));
  const reach = Math.max(LEAST_REACH, ...sizes);
  const count = Math.max(1, game.plies.length);
  const across = width - MARGIN.left - MARGIN.right;
  const half = (HEIGHT - MARGIN.top - MARGIN.bottom) / 2;
  return {
    width,
    reach,
    count,
    x: (ply) => MARGIN.left + (across * ply) / count,
    y: (margin) => MARGIN.top + half * (1 - margin / reach),
  };
}

/** @param {Scale} scale */
function axes(scale) {
  const levels = [scale.reach, 0, -scale.reach].map((margin) => [
    svg("line", {class: margin ? "grid" : "zero", x1: MARGIN.left, x2: scale.width - MARGIN.right, y1: scale.y(margin), y2: scale.y(margin)}),
    svg("text", {x: MARGIN.left - 6, y: scale.y(margin), "text-anchor": "end", dy: "0.35em"}, signed(margin)),
  ]);
  const ticks = tickPlies(scale).map((ply) =>
    svg("text", {x: scale.x(ply), y: HEIGHT - 4, "text-anchor": "middle"}, ply),
  );
  const sides = [
    svg("text", {class: "south", x: MARGIN.left + 6, y: MARGIN.top + 12}, "South ahead"),
    svg("text", {class: "north", x: MARGIN.left + 6, y: HEIGHT - MARGIN.bottom - 6}, "North ahead"),
  ];
  return [...levels.flat(), ...ticks, ...sides];
}

/** @param {Scale} scale */
function tickPlies({width, count}) {
  const most = Math.max(1, Math.floor(width / LEAST_TICK));
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((each) => count / each <= most) ?? count;
  return Array.from({length: Math.floor(count / step) + 1}, (_, tick) => tick * step);
}

/**
 * A line, in parts that are solid or dashed. The score goes in steps: it changes with a ply.
 *
 * @param {Course} line
 * @param {Scale} scale
 */
function lineOf({kind, points}, scale) {
  /** @param {Point} point */
  const place = ({ply, margin}) => `${scale.x(ply)},${scale.y(margin)}`;
  const paths = {solid: "", dashed: ""};
  for (const [at, point] of points.entries()) {
    const before = points[at - 1];
    if (!before) continue;
    const corner = kind === "score" ? ` H${scale.x(point.ply)}` : "";
    paths[before.exact && point.exact ? "solid" : "dashed"] += `M${place(before)}${corner} L${place(point)}`;
  }
  return svg(
    "g",
    {class: `line is-${kind}`},
    svg("path", {d: paths.solid}),
    svg("path", {class: "estimated", d: paths.dashed}),
  );
}

/**
 * @param {GameData} game
 * @param {Course[]} lines
 * @param {Scale} scale
 */
function diamonds(game, lines, scale) {
  const analysis = lines.find((line) => line.kind === "analysis");
  const margins = new Map(analysis?.points.map((point) => [point.ply, point.margin]));
  return game.plies.flatMap((ply, before) => {
    if (!ply.loss) return [];
    const number = before + 1;
    const y = scale.y(margins.get(number) ?? margins.get(before) ?? 0);
    const size = number === game.turning_point ? 8 : 5;
    const x = scale.x(number);
    const d = `M${x},${y - size} l${size},${size} l${-size},${size} l${-size},${-size} z`;
    const title = svg("title", {}, `Ply ${number}. ${deed(game, ply)}. ${loss(game, ply)}`);
    return [svg("path", {class: number === game.turning_point ? "blunder turns" : "blunder", d}, title)];
  });
}

/**
 * A cross at the end of a game that its ending decided.
 *
 * @param {GameData} game
 * @param {Course[]} lines
 * @param {Scale} scale
 */
function decision({decision, plies}, lines, scale) {
  if (!decision) return null;
  const line = lines.find(({kind}) => kind === "analysis") ?? lines[0];
  const {margin} = line.points[line.points.length - 1];
  const size = 6;
  const d = `M${scale.x(plies.length) - size},${scale.y(margin) - size} l${2 * size},${2 * size} m0,${-2 * size} l${-2 * size},${2 * size}`;
  return svg("g", {class: "decision"}, svg("title", {}, `${decision.text}.`), svg("path", {class: "frame", d}), svg("path", {d}));
}

/**
 * @param {GameData} game
 * @param {Course[]} lines
 */
function legend(game, lines) {
  const estimated = lines.some((line) => line.points.some((point) => !point.exact));
  return h(
    "figcaption",
    {class: "legend"},
    lines.map((line, at) => h("span", {class: `key is-${line.kind}`}, line.label, sameAs(line, lines.slice(at + 1)))),
    estimated && h("span", {class: "key is-estimated"}, "dashed: estimated"),
    game.plies.some((ply) => ply.loss) && h("span", {class: "key is-blunder"}, `gave ${game.pieces} away`),
    game.turning_point && h("span", {class: "key is-turning"}, "decided the game"),
    game.decision && h("span", {class: "key is-decision"}, game.decision.text),
  );
}

/**
 * Says of a line of the whole game which one above it hides it.
 *
 * @param {Course} line
 * @param {Course[]} above
 */
function sameAs(line, above) {
  if (!line.whole) return null;
  const [{ply: first}, {ply: last}] = [line.points[0], line.points[line.points.length - 1]];
  const places = Array.from({length: 2 * (last - first) + 1}, (_, half) => first + half / 2);
  const other = above.find((each) => places.every((place) => marginAt(each, place) === marginAt(line, place)));
  return other && `: the same as ${other.label}`;
}

/**
 * The margin of a line at a ply, or between two; null where it has none.
 *
 * @param {Course} line
 * @param {number} place
 */
function marginAt({kind, points}, place) {
  const next = points.findIndex(({ply}) => ply >= place);
  if (next < 0) return null;
  const [before, after] = [points[next - 1], points[next]];
  if (after.ply === place) return after.margin;
  if (!before) return null;
  if (kind === "score") return before.margin;
  return before.margin + ((after.margin - before.margin) * (place - before.ply)) / (after.ply - before.ply);
}

/**
 * The picture in a sentence or two.
 *
 * @param {GameData} game
 * @param {Course[]} lines
 */
function described(game, lines) {
  const courseTexts = lines.map(({label, points}) => {
    const margins = points.map((point) => point.margin);
    const last = margins[margins.length - 1];
    return `${label}: between ${signed(Math.min(...margins))} and ${signed(Math.max(...margins))}, at last ${signed(last)}`;
  });
  const blunders = game.plies.filter((ply) => ply.loss).length;
  const away = blunders ? ` ${blunders} ${blunders === 1 ? "move" : "moves"} gave ${game.pieces} away.` : "";
  const last = game.decision ? ` ${game.decision.text}.` : "";
  return `South's margin over ${game.plies.length} plies. ${courseTexts.join("; ")}.${away}${last}`;
}
