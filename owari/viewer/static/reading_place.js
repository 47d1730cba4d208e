// @ts-check
/** Where a reader was on a page, for who comes back to it. */

/** Frames in which a long list is drawn as far as the reader was. */
const MOST_FRAMES = 90;

/**
 * Scrolls to where the reader was, as fast as long lists are drawn.
 *
 * @param {number} top
 * @param {() => boolean} [wanted] Whether the reader is still there.
 */
export async function scrollBack(top, wanted = () => true) {
  for (let frame = 0; frame < MOST_FRAMES && wanted(); frame++) {
    scrollTo(0, top);
    if (Math.abs(scrollY - top) < 2) return;
    await new Promise(requestAnimationFrame);
  }
}

/**
 * @typedef {object} Place
 * @property {number} top
 * @property {string[]} opened The groups of the list that were open.
 */

const PLACE = "owari-place ";
const RETURN = "owari-return";

/**
 * Keeps the place of this page, by its address, until the window is closed.
 *
 * @param {() => string[]} opened
 */
export function keepPlace(opened) {
  history.scrollRestoration = "manual";
  addEventListener("pagehide", () => store(PLACE + here(), JSON.stringify({top: scrollY, opened: opened()})));
}

/**
 * Where the reader was, if this page was gone back to or read again; null on a new visit.
 *
 * @returns {Place | null}
 */
export function placeBefore() {
  const [way] = performance.getEntriesByType("navigation");
  const returns = stored(RETURN) === here();
  store(RETURN, "");
  const again = way instanceof PerformanceNavigationTiming && way.type !== "navigate";
  const place = (returns || again) && stored(PLACE + here());
  return place ? JSON.parse(place) : null;
}

/**
 * Lets the page of a link show where the reader was, as Back does.
 *
 * @param {MouseEvent} event
 */
export function returnTo({target}) {
  const link = target instanceof Element && target.closest("a");
  if (link) store(RETURN, link.pathname + link.search);
}

function here() {
  return location.pathname + location.search;
}

/**
 * @param {string} key
 * @param {string} text
 */
function store(key, text) {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // A private window may keep nothing: pages then begin at their top.
  }
}

/** @param {string} key */
function stored(key) {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}
