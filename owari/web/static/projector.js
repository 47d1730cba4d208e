// @ts-check
/** The page of a tournament in full screen: what people look at is as large as it fits. */

/** @typedef {ReturnType<typeof import("./live_boards.js").createLiveBoards>} LiveBoards */
/**
 * A size of the style sheet, and the elements that have it: only their style is computed anew.
 *
 * @typedef {{name: string, on: HTMLElement[], least: number, most: number, unit: string}} Size
 */

/** How often the room for a size is halved. */
const STEPS = 8;
/** Boards one below the other leave no room for a table: they are then this much larger. */
const LARGER = 1.1;
/** What of the height of a projector letters need that a hall is to read. */
const HALL = 26 / 1080;
/**
 * What stands below the boards instead of beside them.
 *
 * @typedef {{bracket?: boolean, standings?: boolean}} Place
 * @type {Place}
 */
const BESIDE = {};
/** The bracket without the standings. @type {Place} */
const ALONE = {bracket: false};
const PLACES = [BESIDE, {standings: true}, {bracket: true}, {bracket: true, standings: true}, ALONE];
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
  /** How much larger than in the style sheet boards are. @type {Size} */
  const GROW = {name: "--grow", on: [boards.element], least: 0, most: 4, unit: ""};
  /** The letters of bracket and standings beside boards. @type {Size} */
  const LETTERS = {name: "--letters", on: [bracket, standings], least: 0.55, most: 2, unit: "rem"};

  /** The boards alone with the tables that everybody wants to see, for a projector. */
  function toggle() {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void screen.requestFullscreen();
  }

  function isOn() {
    return document.fullscreenElement === screen;
  }

  /** Whether the page will be measured before it is drawn again. */
  let due = false;
  /** Where the boards were when that was done last. */
  let settled = "";

  /** Boards take what the head and the notices above them leave of a projector: whatever changes between
   * two frames, it is measured once. */
  function measure() {
    if (!isOn()) return measureHead();
    if (due) return;
    due = true;
    requestAnimationFrame(() => {
      due = false;
      measureHead();
      if (!isOn()) return;
      if (boards.count()) fitAll();
      else fitQuiet();
      settled = outline();
    });
  }

  /** Measures where something else has moved the head or the boards than what was measured. */
  function follow() {
    if (!isOn() || outline() !== settled) measure();
  }

  function outline() {
    const places = [floor, boards.element].map((each) => each.getBoundingClientRect());
    return [...places.flatMap(({top, width, height}) => [top + screen.scrollTop, width, height]), innerHeight].map(Math.round).join(" ");
  }

  function measureHead() {
    const above = floor.getBoundingClientRect().top - screen.getBoundingClientRect().top + screen.scrollTop + parseFloat(getComputedStyle(screen).paddingBottom);
    screen.style.setProperty("--above", `${above}px`);
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
   * Gives a size the largest value that fits.
   *
   * @param {Size} size
   * @param {() => boolean} fits
   * @returns {number} The value; 0 where the least does not fit.
   */
  function largest(size, fits) {
    const isRoomFor = (/** @type {number} */ value) => (set(size, value), fits());
    let [low, high] = [size.least, size.most];
    if (isRoomFor(high)) return high;
    if (!isRoomFor(low)) return 0;
    for (let step = 0; step < STEPS; step++) {
      const middle = (low + high) / 2;
      if (isRoomFor(middle)) low = middle;
      else high = middle;
    }
    set(size, low);
    return low;
  }

  /** Makes the boards as large as all that is in their column has room. */
  function fitBoards() {
    const room = end();
    largest(GROW, () => front.getBoundingClientRect().bottom + screen.scrollTop <= room);
  }

  function fitAll() {
    put(side, bracket);
    put(side, standings);
    fitPair();
    fitTables();
  }

  /** Two boards stand beside each other, or one below the other where that makes them larger. */
  function fitPair() {
    screen.classList.remove("is-stacked");
    fitBoards();
    if (boards.count() !== 2) return;
    const [beside, grow] = [boards.widest(), valueOf(GROW)];
    screen.classList.add("is-stacked");
    fitBoards();
    if (boards.widest() >= LARGER * beside) return;
    screen.classList.remove("is-stacked");
    set(GROW, grow);
  }

  /**
   * Bracket and standings stand where their letters are largest: beside the boards, or below boards
   * that are hardly smaller then. Where they are too small for a hall, the bracket, which says who is
   * still in, stands alone; where no name is whole, names are cut.
   */
  function fitTables() {
    const before = {width: boards.widest(), grow: valueOf(GROW)};
    screen.classList.add("has-room");
    const places = bracket.hidden ? PLACES.filter((place) => !("bracket" in place)) : PLACES;
    /** @type {{place: Place, letters: number, grow: number}} */
    let best = {place: BESIDE, letters: 0, grow: before.grow};
    for (const place of places) {
      if (place === ALONE && best.letters >= hall()) continue;
      const letters = fitPlace(place, before, best.letters);
      if (letters > best.letters) best = {place, letters, grow: valueOf(GROW)};
    }
    arrange(best.place);
    set(GROW, best.grow);
    if (best.letters) return set(LETTERS, best.letters);
    screen.classList.remove("has-room");
    const rounds = partsOf(side).filter((part) => part.matches(".bracket-round"));
    if (!largest(LETTERS, () => [...rounds, standings].every(isWhole))) largest(LETTERS, () => rounds.every(isWhole));
  }

  /** @param {Place} place */
  function arrange(place) {
    screen.classList.toggle("has-bracket-alone", place === ALONE);
    put(place.bracket ? front : side, bracket);
    put(place.standings ? front : side, standings);
  }

  /**
   * Puts bracket and standings to their places, as large as they are whole there.
   *
   * @param {Place} place
   * @param {{width: number, grow: number}} before The boards where nothing stands below them.
   * @param {number} least Smaller letters are of no use: they are not looked for.
   * @returns {number} How large their letters are; 0 where they are not whole.
   */
  function fitPlace(place, before, least) {
    const below = place.bracket || place.standings;
    arrange(place);
    set(LETTERS, Math.min(hall(), LETTERS.most));
    if (below) fitBoards();
    else set(GROW, before.grow);
    if (below && LARGER * boards.widest() < before.width) return 0;
    const parts = [...partsOf(side), ...partsOf(front)].filter((part) => part === standings || part.matches(".bracket-round"));
    const range = {...LETTERS, least: Math.max(least, LETTERS.least)};
    return largest(range, () => parts.every((part) => isWhole(part) && holdsAll(part)) && (!below || front.getBoundingClientRect().bottom + screen.scrollTop <= end()));
  }

  /** Without a board all that is there fills the screen: first the lists, then what stands beside them. */
  function fitQuiet() {
    screen.classList.add("has-room");
    screen.classList.remove("has-bracket-alone");
    for (const column of [side, front]) {
      const size = {...LETTERS, on: [column], least: 0.6, most: 2.4};
      const fits = () => partsOf(column).every((part) => isWhole(part) && holdsAll(part) && part.getBoundingClientRect().bottom <= end() + 1);
      const names = standings.querySelectorAll("tbody th > a");
      if (largest(size, () => fits() && [...names].every(isOneLine)) >= READABLE) continue;
      if (largest(size, fits) >= hall() || column === front || bracket.hidden) continue;
      // Lists leave their room to the bracket, which says what they say.
      screen.classList.add("has-bracket-alone");
      largest(size, fits);
    }
  }

  return {toggle, isOn, measure, follow};
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

/**
 * @param {Size} size
 * @param {number} value
 */
function set({on, name, unit}, value) {
  for (const each of on) each.style.setProperty(name, value + unit);
}

/** @param {Size} size */
function valueOf({on, name}) {
  return parseFloat(on[0]?.style.getPropertyValue(name) ?? "");
}
