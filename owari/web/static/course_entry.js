// @ts-check
/** How who has a link enters: the token behind `#`, which no log sees, becomes a cookie. */

import {ask} from "./requests.js";

/**
 * Trades the token of the address for a cookie, where there is one, and takes it out of the address.
 *
 * @returns {Promise<string>} What is wrong, empty where nothing is.
 */
export async function entered() {
  const token = decodeURIComponent(location.hash.slice(1));
  if (!token) return "";
  history.replaceState(null, "", location.pathname);
  const answer = await ask("/api/enter", {token});
  return answer.ok ? "" : answer.problem;
}
