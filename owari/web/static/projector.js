// @ts-check
/** The page of a tournament in full screen: what people look at is as large as it fits. */

/** @typedef {ReturnType<typeof import("./live_boards.js").createLiveBoards>} LiveBoards */

/** How much larger than in the style sheet boards may be, and how closely that is looked for. */
const MOST_GROWN = 4;
const STEPS = 9;
/** Boards one below the other leave no room for a table: they are then this much larger. */
const LARGER = 1.1;
/** The letters of a bracket beside boards: the smallest and the largest. */
const BRACKET = {least: 0.55, most: 1.05, unit: "rem"};
/** The same of all letters where there is no board. */
const QUIET = {least: 0.6, most: 2.4, unit: "rem"};
/** Letters as large as these need no second line for a name. */
const READABLE = 1;

/**
 * @param {object} page
 * @param {HTMLElement} page.screen
 * @param {HTMLElement} page.floor All below the head and the notices.
 * @param {HTMLElement} page.front The column of the boards.
 * @param {HTMLElement} page.side The column beside it.
 * @param {HTMLElement} page.standings
 * @param {LiveBoards} page.boards
 * @param {(place: HTMLElement, part: HTMLElement) => void} page.put Moves a part to a column.
 */
export function createProjector({screen, floor, front, side, standings, boards, put}) {
  /** The boards alone with the tables that everybody wants to see, for a projector. */
  function toggle() {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void screen.requestFullscreen();
  }

  function isOn() {
    return document.fullscreenElement === screen;
  }

  /** Boards take what the head and the notices above them leave of a projector. */
  function measure() {
    const above = floor.getBoundingClientRect().top - screen.getBoundingClientRect().top + screen.scrollTop + parseFloat(getComputedStyle(screen).paddingBottom);
    screen.style.setProperty("--above", `${above}px`);
    screen.classList.remove("is-stacked");
    if (!isOn()) return;
    if (!boards.count()) return fitQuiet();
    fitPair();
    fitStandings();
  }

  /** Where the room for boards and tables ends. */
  function end() {
    return innerHeight - parseFloat(getComputedStyle(screen).paddingBottom);
  }

  /**
   * Gives a size of the style sheet the largest value that fits.
   *
   * @param {string} name
   * @param {{least: number, most: number, unit?: string}} range
   * @param {() => boolean} fits
   * @returns {number} The value.
   */
  function largest(name, {least, most, unit = ""}, fits) {
    let [low, high] = [least, most];
    for (let step = 0; step < STEPS; step++) {
      const middle = step ? (low + high) / 2 : most;
      screen.style.setProperty(name, middle + unit);
      if (fits()) low = middle;
      else high = middle;
    }
    screen.style.setProperty(name, low + unit);
    return low;
  }

  /** Makes the boards as large as all that is in their column has room. */
  function fitBoards() {
    const room = end();
    largest("--grow", {least: 0, most: MOST_GROWN}, () => front.getBoundingClientRect().bottom + screen.scrollTop <= room);
  }

  /** Two boards stand beside each other, or one below the other where that makes them larger. */
  function fitPair() {
    put(side, standings);
    fitBoards();
    if (boards.count() !== 2) return;
    const beside = boards.widest();
    screen.classList.add("is-stacked");
    fitBoards();
    if (boards.widest() >= LARGER * beside) return;
    screen.classList.remove("is-stacked");
    fitBoards();
  }

  /**
   * The standings stand where all names are whole: in their place, or below boards that are hardly
   * smaller then. The bracket, which says who is still in, is whole before them.
   */
  function fitStandings() {
    const before = boards.widest();
    screen.classList.add("has-room");
    for (const room of [side, front]) {
      put(room, standings);
      if (room === front) fitBoards();
      const bracket = fitBracket();
      if (isWhole(standings) && bracket && LARGER * boards.widest() >= before) return;
    }
    screen.classList.remove("has-room");
    put(side, standings);
    fitBoards();
    fitBracket();
  }

  /** Makes the bracket as large as it fits with the standings, else without them. */
  function fitBracket() {
    const rounds = partsOf(side).filter((part) => part.matches(".bracket-round"));
    const parts = standings.parentElement === side ? [...rounds, standings] : rounds;
    largest("--bracket", BRACKET, () => rounds.every(holdsAll) && parts.every(isWhole));
    if (!parts.every(isWhole)) largest("--bracket", BRACKET, () => rounds.every(isWhole));
    return rounds.every(isWhole);
  }

  /** Without a board all that is there fills the screen: first the lists, then what stands beside them. */
  function fitQuiet() {
    screen.classList.add("has-room");
    for (const [name, column] of /** @type {const} */ ([["--side", side], ["--front", front]])) {
      const fits = () => partsOf(column).every((part) => isWhole(part) && holdsAll(part) && part.getBoundingClientRect().bottom <= end() + 1);
      const names = standings.querySelectorAll("tbody th > a");
      if (largest(name, QUIET, () => fits() && [...names].every(isOneLine)) < READABLE) largest(name, QUIET, fits);
    }
  }

  return {toggle, isOn, measure};
}

/**
 * What is seen in a column; of a bracket its rounds.
 *
 * @param {HTMLElement} column
 */
function partsOf(column) {
  return [...column.querySelectorAll(":scope > :not(.bracket), .bracket-round")].filter((part) => part.checkVisibility());
}

/**
 * Whether nothing of a part scrolls, and no name in it is cut off.
 *
 * @param {Element} part
 */
function holdsAll(part) {
  const names = part.querySelectorAll(".roster ul, .game-pair, .bracket-bot, tbody th > a");
  return [part, ...names].every(({scrollWidth, clientWidth, scrollHeight, clientHeight}) => scrollWidth <= clientWidth + 1 && scrollHeight <= clientHeight + 1);
}

/** @param {Element} name */
function isOneLine(name) {
  return name.clientHeight < 1.5 * parseFloat(getComputedStyle(name).lineHeight);
}

/**
 * Whether a part ends in the window.
 *
 * @param {Element} part
 */
function isWhole(part) {
  const {right, bottom} = part.getBoundingClientRect();
  return right <= innerWidth && bottom <= innerHeight;
}
