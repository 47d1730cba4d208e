// @ts-check
/**
 * The page of a team: it hands in, watches the check, and sees what plays and what failed.
 *
 * @typedef {{name: string, verdict: string, found: string, change: string}} Step
 * @typedef {{version: number, state: string, since: string, is_trial: boolean, handed_in: string,
 *   file: string, size: number, sha256: string, attempts: number, resting: string, entry: string,
 *   report: Step[], rating: number | null, low: number | null, high: number | null, games: number,
 *   forfeits: number, before: number}} Version
 * @typedef {{number: number, south: string, north: string, result: string, score: string,
 *   ending: string, reason: string}} Forfeit
 * @typedef {{now: string[], next: string, after: number, is_all: boolean}} ToCome
 * @typedef {{team: string, public: string, is_paused: boolean, to_come: ToCome | null, title: string,
 *   last_moment: string, is_over: boolean, in_final: number | null, most: number,
 *   languages: string[], tools: string[], versions: Version[], forfeits: Forfeit[],
 *   notes: [string, string][]}} Own
 */

import {follow} from "./course_entry.js";
import {h, refill} from "./dom.js";
import {minus} from "./ply_text.js";
import {ask, problemOf} from "./requests.js";

const OPEN = ["queued", "building", "checking"];
/** Milliseconds between two looks while something happens, and else. */
const SOON = 1000;
const LATER = 5000;
const WORDS = {
  queued: "waits for its check",
  building: "is being unpacked, built and recognised",
  checking: "plays the games of the check",
  playing: "plays on the ladder",
  replaced: "was replaced by a later version",
  rejected: "is rejected",
  tried: "was a trial, and has passed",
  withdrawn: "is withdrawn",
};
const place = /** @type {HTMLElement} */ (document.getElementById("own"));
const said = h("p", {role: "status"});
const field = h("input", {type: "file", id: "bot", name: "bot"});
const trial = h("input", {type: "checkbox", id: "trial"});
const news = h("div", {class: "stack"});
/** The versions whose reports are open. @type {Set<number>} */
const opened = new Set();

/** @param {Own} own */
function pause(own) {
  return own.versions.some((each) => OPEN.includes(each.state)) ? SOON : LATER;
}

/** @param {Own} own */
function frame(own) {
  const button = h("button", {class: "primary", type: "submit"}, "Hand in");
  const form = h(
    "form",
    {class: "drop", onsubmit: submit},
    h("label", {for: "bot"}, "One source, a .zip or a .tar.gz: choose it, or drop it here"),
    field,
    h("div", {class: "row"}, trial, h("label", {for: "trial"}, "A trial: build and check only")),
    h("div", {class: "row"}, button),
    said,
  );
  form.addEventListener("dragover", (event) => {
    event.preventDefault();
    form.classList.add("over");
  });
  form.addEventListener("dragleave", () => form.classList.remove("over"));
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    form.classList.remove("over");
    if (event.dataTransfer?.files.length) field.files = event.dataTransfer.files;
  });
  refill(place, h("h1", {}, `${own.team}`), form, news);
}

/** @param {Event} event */
async function submit(event) {
  event.preventDefault();
  const file = field.files?.[0];
  if (!file) {
    said.textContent = "Choose a file first.";
    return;
  }
  said.textContent = "Sending …";
  const form = new FormData();
  form.append("bot", file);
  if (trial.checked) form.append("trial", "true");
  try {
    const answer = await fetch("/api/hand-in", {method: "POST", body: form});
    const body = await answer.json().catch(() => ({}));
    if (!answer.ok) {
      said.textContent = problemOf(body);
      return;
    }
    const late = body.is_over
      ? " It came after the final had begun and cannot count any more."
      : body.is_late
        ? " It came after the deadline and does not count."
        : "";
    said.textContent = `Receipt: version ${body.version}, ${body.handed_in}, SHA-256 ${body.sha256}.${late}`;
    opened.add(body.version);
    field.value = "";
  } catch {
    said.textContent = "The server has not answered, so it is not known here whether the file was handed in: look at the versions below before you try again.";
  }
}

/** @param {Own} own */
function show(own) {
  const newest = own.versions[0];
  const playing = own.versions.find((each) => each.state === "playing");
  refill(
    news,
    own.notes.map(([moment, text]) => h("p", {class: "note"}, `${moment.slice(0, 16).replace("T", " ")} UTC, your instructor: ${text}`)),
    own.is_over
      ? h("p", {}, `The final has begun, ${own.in_final ? `with your version ${own.in_final}` : "without a version of yours"}. No later hand-in counts.`)
      : own.last_moment
        ? h("p", {}, `The last moment that counts is ${own.last_moment}.`)
        : null,
    h(
      "div",
      {class: "columns"},
      card("The newest version", newest),
      card("The version that plays", playing),
    ),
    h("p", {}, own.to_come ? due(own.to_come, own.is_paused) : "No version plays."),
    h(
      "p",
      {},
      own.public !== own.team ? `Others know you as ${own.public}. ` : null,
      h("a", {href: `/teams/${encodeURIComponent(own.public)}`}, "What others see of you"),
      ", with the curve of your ratings. ",
      h("a", {href: "/api/own/games.pgn"}, "Records of your games"),
    ),
    h("h2", {}, "Versions"),
    own.versions.length ? own.versions.map(details) : h("p", {}, "None yet."),
    own.forfeits.length ? forfeits(own.forfeits) : null,
    h("h2", {}, "This server"),
    h("p", {}, `Languages: ${own.languages.join(", ")}. A file has ${Math.floor(own.most / 1048576)} MB at most.`),
    h("ul", {}, own.tools.map((each) => h("li", {}, each))),
    h("p", {}, "At home, ", h("code", {}, "owari check FOLDER --course course.yaml"), " builds and checks as this server does, with ", h("a", {href: "/api/own/course.yaml"}, "course.yaml"), "."),
  );
}

/**
 * @param {string} title
 * @param {Version | undefined} version
 */
function card(title, version) {
  return h(
    "section",
    {class: "card"},
    h("h2", {}, title),
    version ? h("p", {}, `Version ${version.version} `, state(version)) : h("p", {}, "None yet."),
    version ? h("p", {}, rated(version)) : null,
  );
}

/** @param {Version} version */
function state(version) {
  const words = WORDS[/** @type {keyof typeof WORDS} */ (version.state)];
  const wait = version.state === "queued" && version.before ? `, after ${version.before} others` : "";
  return h("span", {class: `state-${version.state}`}, `${words}${wait}`);
}

/** @param {Version} version */
function rated(version) {
  if (version.resting) return `It rests: ${version.resting}.`;
  if (version.games) return `Rating ${minus(`${version.rating} (${version.low} to ${version.high})`)} after ${version.games} games.`;
  return version.state === "playing" ? "Its first pair of games is the next one, as soon as a place is free." : "";
}

/**
 * @param {ToCome} coming
 * @param {boolean} isPaused
 */
function due(coming, isPaused) {
  const now = coming.now.length ? `It plays against ${coming.now.join(" and ")}. ` : "";
  if (isPaused) return `${now}The ladder pauses.`;
  const others = `${coming.after} ${coming.after === 1 ? "pair" : "pairs"} of games`;
  if (coming.next) return `${now}Its next games are against ${coming.next}, ${coming.after ? `after ${others} of others` : "as soon as a place is free"}.`;
  if (coming.is_all) return now || "It has played all its games with those who play now.";
  return `${now}Its next games come after others${coming.after ? `, at least ${others}` : ""}.`;
}

/** @param {Version} version */
function details(version) {
  const element = h(
    "details",
    {open: opened.has(version.version)},
    h("summary", {}, `Version ${version.version}: `, state(version)),
    OPEN.includes(version.state) || version.state === "playing" ? withdrawal(version) : null,
    h("p", {class: "hash"}, `${version.handed_in}, ${version.file}, SHA-256 ${version.sha256} `, h("a", {href: `/api/versions/${version.version}/file`}, "download")),
    version.entry ? h("p", {class: "hash"}, `bot.yaml: ${version.entry}`) : null,
    h("div", {class: "report"}, version.report.map(step)),
  );
  element.addEventListener("toggle", () => {
    if (element.open) opened.add(version.version);
    else opened.delete(version.version);
  });
  return element;
}

/** @param {Version} version */
function withdrawal(version) {
  const withdraw = async () => {
    const answer = await ask(`/api/versions/${version.version}/withdraw`, {});
    said.textContent = answer.ok ? `Version ${version.version} is withdrawn.` : answer.problem;
    await look();
  };
  return h("button", {type: "button", onclick: () => void withdraw()}, "Withdraw this version");
}

/** @param {Step} each */
function step(each) {
  if (each.verdict === "dialogue") return h("pre", {tabindex: 0}, each.found);
  const fix = each.change ? ` Fix: ${each.change}.` : "";
  return h("p", {}, h("span", {class: `verdict ${each.verdict}`}, each.verdict), ` ${each.name}: ${each.found}${fix}`);
}

/** @param {Forfeit[]} games */
function forfeits(games) {
  return h(
    "section",
    {},
    h("h2", {}, "Last forfeits"),
    h(
      "ul",
      {},
      games.map((each) =>
        h("li", {}, h("a", {href: `/games/${each.number}`}, `Game ${each.number}`), `, ${each.south} – ${each.north}: ${each.reason} `, h("a", {href: `/api/own/games/${each.number}/log`}, "log")),
      ),
    ),
  );
}

const look = follow(place, "/api/own", frame, show, pause);
