// @ts-check
/** Light or dark: as the system has it, or as the reader chose on this machine. */

import {h} from "./dom.js";

/** @typedef {"system" | "light" | "dark"} Theme */

const KEY = "owari-theme";
/** @type {Record<Theme, string>} */
const LABELS = {system: "System", light: "Light", dark: "Dark"};

/**
 * A field to choose the theme; the choice of the last visit holds from now on.
 *
 * @returns {HTMLElement}
 */
export function themeSwitch() {
  const chosen = kept();
  apply(chosen);
  const options = Object.entries(LABELS).map(([value, label]) => h("option", {value}, label));
  const field = h("select", {value: chosen, onchange: () => choose(asTheme(field.value))}, options);
  return h("label", {class: "theme-switch"}, h("span", {class: "visually-hidden"}, "Theme"), field);
}

/** @param {Theme} theme */
function choose(theme) {
  apply(theme);
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // A page from a file or in a private window may keep nothing: the choice holds for this visit.
  }
}

/** @param {Theme} theme */
function apply(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** @returns {Theme} */
function kept() {
  try {
    return asTheme(localStorage.getItem(KEY));
  } catch {
    return "system";
  }
}

/**
 * @param {string | null} text
 * @returns {Theme}
 */
function asTheme(text) {
  return text === "light" || text === "dark" ? text : "system";
}
