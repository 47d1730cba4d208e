// @ts-check
/** Hands text on, also from a page of plain HTTP, where browsers have no clipboard for scripts. */

import {h, refill} from "./dom.js";

/**
 * @param {string} text
 * @param {HTMLInputElement} [field] A field with the text, which is selected where the text must be
 *   copied by hand.
 * @returns {Promise<boolean>} Whether it is copied.
 */
export async function copyText(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Not allowed here, or not there: what is selected can be copied all the same.
  }
  const from = field ?? document.createElement("input");
  if (!field) {
    from.value = text;
    document.body.append(from);
  }
  from.focus();
  from.select();
  const done = document.execCommand("copy");
  if (!field) from.remove();
  return done;
}

/** The address of a game for other people, and what became of it. */
export function createSharing() {
  const field = h("input", {type: "text", readonly: true, "aria-label": "Address of this game"});
  const said = h("p", {class: "small muted"});
  const element = h("div", {class: "shared no-print", role: "status", hidden: true}, said);

  /** @param {...string} sentences */
  function say(...sentences) {
    refill(said, sentences.filter(Boolean).join(" "));
    element.hidden = false;
  }

  return {
    element,
    say,
    /** @param {string} url Of another position of the same game. */
    change: (url) => (field.value = url),
    hide: () => (element.hidden = true),
    /**
     * Hands an address on where the browser can, and copies it elsewhere.
     *
     * @param {string} url
     * @param {string} [note] What else is to be said of it.
     */
    async share(url, note = "") {
      field.value = url;
      element.prepend(field);
      const here = ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
      const reach = here ? "Only this machine reaches this server: start it with --host to let others open it." : "";
      if (navigator.share) {
        if (note || reach) say(note, reach);
        await navigator.share({title: document.title, url}).catch(() => {}); // closed without a choice
        return;
      }
      say(note, reach); // what is hidden cannot be selected
      const done = await copyText(url, field);
      say(done ? "Copied." : "Copy the address above.", note, reach);
    },
  };
}
