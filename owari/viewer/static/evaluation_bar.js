// @ts-check
/** What a position is worth, as a bar below the board: for those who ask for it. */

import {courses} from "./game_values.js";
import {h} from "./dom.js";
import {signed} from "./ply_text.js";

/** @import {GameData} from "./types.js" */

/** The margin at which a side has the whole bar. */
const FULL = {pits: 20, squares: 40, text: 20};

/**
 * A button and the bar that it shows; null for a game without an analysis.
 *
 * @param {GameData} game
 */
export function createEvaluationBar(game) {
  const analysis = () => courses(game).find(({kind}) => kind === "analysis");
  if (!analysis()) return null;
  const {bar, button, show} = createBar();
  return {
    button,
    bar,
    /** @param {number} ply */
    mark: (ply) => show(analysis()?.points.find((point) => point.ply === ply) ?? null, game),
    /** @param {{margin: number, exact: boolean} | null} point That of a position which is none of the game. */
    show: (point) => show(point, game),
  };
}

/**
 * A button and the bar that it shows.
 *
 * @param {() => void} [onToggle]
 */
export function createBar(onToggle = () => {}) {
  const south = h("span", {class: "bar-south"});
  const text = h("span", {class: "bar-text number"});
  const bar = h("div", {class: "evaluation-bar", role: "img", hidden: true}, south, text);
  const button = h("button", {type: "button", "aria-pressed": false, onclick: toggle}, "Evaluation bar");

  function toggle() {
    bar.hidden = !bar.hidden;
    button.setAttribute("aria-pressed", String(!bar.hidden));
    onToggle();
  }

  return {
    button,
    bar,
    /**
     * @param {{margin: number, exact: boolean} | null} point South's margin; null where it is not known.
     * @param {Pick<GameData, "layout" | "south" | "north">} of
     */
    show(point, of) {
      const margin = point?.margin ?? 0;
      const share = Math.min(Math.max(0.5 + margin / (2 * FULL[of.layout.family]), 0.03), 0.97);
      south.style.inlineSize = `${100 * share}%`;
      const leader = margin > 0 ? of.south : margin < 0 ? of.north : "";
      const sure = point?.exact ? "" : "~";
      text.textContent = !point ? "not known" : leader ? `${sure}${signed(Math.abs(margin))} for ${leader}` : `${sure}0, even`;
      bar.setAttribute("aria-label", `Evaluation: ${text.textContent}`);
    },
  };
}
