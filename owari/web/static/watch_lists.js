// @ts-check
/** All games of a tournament, and the page of a bot. The address has the filter, so that it can be sent. */

import {createBotPage} from "./bot_page.js";
import {h, refill} from "./dom.js";
import {createGameList} from "./game_list.js";
import {filterWords, listedGames, readFilter} from "./list_types.js";
import {ask} from "./requests.js";
import {watchLinks} from "./watch_links.js";

/** @import {Filter} from "./list_types.js" */

const {place, bot} = JSON.parse(document.getElementById("data")?.textContent ?? "");
const main = /** @type {HTMLElement} */ (document.getElementById("lists"));
const links = watchLinks(place);

/** @param {Filter} filter */
function keep(filter) {
  const words = filterWords(filter);
  history.replaceState(history.state, "", location.pathname + (words && `?${words}`));
}

async function open() {
  const answers = [ask(`/api/watch/${place}/games`), bot && ask(`/api/watch/${place}/bots/${encodeURIComponent(bot)}`)];
  const [all, own] = await Promise.all(answers);
  for (const answer of [all, own]) {
    if (answer && !answer.ok) return refill(main, h("p", {class: "note warn", role: "status"}, answer.problem));
  }
  const {bots, pieces} = all.body;
  const shared = {bots, games: listedGames(all.body), links, onFilter: keep};
  const page = bot ? createBotPage({name: bot, pieces, ...own.body, ...shared}) : createGameList(shared);
  refill(main, page.element);
  page.show(readFilter(new URLSearchParams(location.search)));
}

void open();
