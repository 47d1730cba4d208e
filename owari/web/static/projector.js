// @ts-check
/** The page of a tournament in full screen: what people look at is as large as it fits. */

/** @typedef {ReturnType<typeof import("./live_boards.js").createLiveBoards>} LiveBoards */

/** How much larger than in the style sheet boards may be, and how closely that is looked for. */
const MOST_GROWN = 4;
const STEPS = 9;
/** Boards one below the other leave no room for a table: they are then this much larger. */
const LARGER = 1.1;
/** The letters of bracket and standings beside boards: the smallest and the largest. */
const LETTERS = {least: 0.55, most: 2, unit: "rem"};
/** What of the height of a projector letters need that a hall is to read. */
const HALL = 26 / 1080;
/**
 * What stands below the boards instead of beside them.
 *
 * @typedef {{bracket?: boolean, standings?: boolean}} Place
 * @type {Place[]}
 */
const PLACES = [{}, {standings: true}, {bracket: true}, {bracket: true, standings: true}];
/** The bracket without the standings. @type {Place} */
const ALONE = {};
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
 * @param {HTMLElement} page.bracket
 * @param {LiveBoards} page.boards
 * @param {(place: HTMLElement, part: HTMLElement) => void} page.put Moves a part to a column.
 */
export function createProjector({screen, floor, front, side, standings, bracket, boards, put}) {
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
    fitTables();
  }

  /** The letters that a hall reads, in rem. */
  function hall() {
    return (HALL * innerHeight) / parseFloat(getComputedStyle(document.documentElement).fontSize);
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
   * @returns {number} The value; 0 where the least does not fit.
   */
  function largest(name, {least, most, unit = ""}, fits) {
    let [low, high, found] = [least, most, false];
    for (let step = 0; step < STEPS; step++) {
      const middle = step ? (low + high) / 2 : most;
      screen.style.setProperty(name, middle + unit);
      if (fits()) [low, found] = [middle, true];
      else high = middle;
    }
    screen.style.setProperty(name, low + unit);
    return found || fits() ? low : 0;
  }

  /** Makes the boards as large as all that is in their column has room. */
  function fitBoards() {
    const room = end();
    largest("--grow", {least: 0, most: MOST_GROWN}, () => front.getBoundingClientRect().bottom + screen.scrollTop <= room);
  }

  /** Two boards stand beside each other, or one below the other where that makes them larger. */
  function fitPair() {
    put(side, bracket);
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
   * Bracket and standings stand where their letters are largest: beside the boards, or below boards
   * that are hardly smaller then. Where they are too small for a hall, the bracket, which says who is
   * still in, stands alone; where no name is whole, names are cut.
   */
  function fitTables() {
    const before = {width: boards.widest(), grow: screen.style.getPropertyValue("--grow")};
    screen.classList.add("has-room");
    const places = PLACES.filter((place) => !place.bracket || !bracket.hidden);
    const letters = places.map((place) => fitPlace(place, before));
    const best = Math.max(...letters);
    if (!bracket.hidden && best < hall() && fitPlace(ALONE, before) > best) return;
    if (best > 0) return void fitPlace(places[letters.indexOf(best)], before);
    screen.classList.remove("has-room");
    fitPlace({}, before);
    const rounds = partsOf(side).filter((part) => part.matches(".bracket-round"));
    if (!largest("--letters", LETTERS, () => [...rounds, standings].every(isWhole))) largest("--letters", LETTERS, () => rounds.every(isWhole));
  }

  /**
   * Puts bracket and standings to their places, as large as they are whole there.
   *
   * @param {Place} place
   * @param {{width: number, grow: string}} before The boards where nothing stands below them.
   * @returns {number} How large their letters are; 0 where they are not whole.
   */
  function fitPlace(place, before) {
    const [below, alone] = [place.bracket || place.standings, place === ALONE];
    screen.classList.toggle("has-bracket-alone", alone);
    put(place.bracket ? front : side, bracket);
    put(place.standings ? front : side, standings);
    screen.style.setProperty("--letters", `${Math.min(hall(), LETTERS.most)}rem`);
    if (below) fitBoards();
    else screen.style.setProperty("--grow", before.grow);
    if (below && LARGER * boards.widest() < before.width) return 0;
    const parts = [...partsOf(side), ...partsOf(front)].filter((part) => part === standings || part.matches(".bracket-round"));
    return largest("--letters", LETTERS, () => parts.every((part) => isWhole(part) && holdsAll(part)) && (!below || front.getBoundingClientRect().bottom + screen.scrollTop <= end()));
  }

  /** Without a board all that is there fills the screen: first the lists, then what stands beside them. */
  function fitQuiet() {
    screen.classList.add("has-room");
    screen.classList.remove("has-bracket-alone");
    for (const [name, column] of /** @type {const} */ ([["--side", side], ["--front", front]])) {
      const fits = () => partsOf(column).every((part) => isWhole(part) && holdsAll(part) && part.getBoundingClientRect().bottom <= end() + 1);
      const names = standings.querySelectorAll("tbody th > a");
      if (largest(name, QUIET, () => fits() && [...names].every(isOneLine)) >= READABLE) continue;
      if (largest(name, QUIET, fits) >= hall() || column === front || bracket.hidden) continue;
      // Lists leave their room to the bracket, which says what they say.
      screen.classList.add("has-bracket-alone");
      largest(name, QUIET, fits);
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
