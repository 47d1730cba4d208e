// @ts-check
/** The title of the window: that of the page, and before it the game that the page shows. */

const PAGE = document.title;

/**
 * `Game 17: Depth 8 – Rocket – Autumn – Owari`; without a game the page's own title.
 *
 * @param {string} [game]
 */
export function titleWindow(game) {
  document.title = game ? `${game} \u2013 ${PAGE}` : PAGE;
}
