// @ts-check
/** Tables as files: the page has them already, so no server is asked. */

import {h} from "./dom.js";
import {unpacked} from "./packed.js";

const TYPES = {csv: "text/csv", json: "application/json"};

/** Lets the buttons with `data-download` save the file of that name. */
export function connectDownloads() {
  for (const button of document.querySelectorAll("button[data-download]")) {
    const name = button.getAttribute("data-download") ?? "";
    const file = document.querySelector(`script[data-file="${CSS.escape(name)}"]`);
    if (!file) continue;
    button.removeAttribute("hidden");
    button.addEventListener("click", async () => save(name, await unpacked(file)));
  }
}

/**
 * @param {string} name
 * @param {string} text
 */
function save(name, text) {
  const type = name.endsWith(".csv") ? TYPES.csv : TYPES.json;
  const address = URL.createObjectURL(new Blob([text], {type: `${type};charset=utf-8`}));
  const link = h("a", {href: address, download: name});
  link.click();
  // The browser reads the address after the click, at a time of its own.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
