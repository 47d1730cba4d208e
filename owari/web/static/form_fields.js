// @ts-check
/**
 * Fields of a form, each with its label.
 *
 * @typedef {import("./offers.js").Choice} Choice
 */

import {h, refill} from "./dom.js";

/**
 * @param {string} id
 * @param {string} label
 * @param {Choice[]} choices
 * @param {string} [chosen]
 */
export function selectField(id, label, choices, chosen) {
  const control = h("select", {id});
  const field = {
    element: h("div", {class: "field"}, h("label", {for: id}, label), control),
    control,
    /**
     * @param {Choice[]} others
     * @param {string} [word]
     */
    offer(others, word) {
      refill(control, ...others.map((each) => h("option", {value: each.word}, each.title)));
      if (word !== undefined) control.value = word;
    },
  };
  field.offer(choices, chosen);
  return field;
}

/**
 * @param {string} id
 * @param {string} label
 * @param {{hint?: string, maxlength?: number}} [options]
 */
export function textField(id, label, {hint = "", maxlength = 100} = {}) {
  const control = h("input", {id, maxlength, autocomplete: "off", spellcheck: "false"});
  return {element: labelled(control, label, hint), control};
}

/**
 * @param {string} id
 * @param {string} label
 * @param {{min: number, max: number, value: number, step?: number}} bounds
 */
export function numberField(id, label, {min, max, value, step = 1}) {
  const control = h("input", {id, type: "number", min, max, step, value, required: true});
  return {element: labelled(control, label), control};
}

/**
 * One choice of a few, all in sight.
 *
 * @param {string} name
 * @param {string} legend
 * @param {Choice[]} choices
 * @param {string} [chosen] Without it a person has to choose.
 */
export function radioField(name, legend, choices, chosen) {
  const buttons = choices.map(({word}) =>
    h("input", {type: "radio", name, value: word, checked: word === chosen, required: true}),
  );
  const labels = buttons.map((button, at) => h("label", {}, button, ` ${choices[at].title}`));
  return {
    element: h("fieldset", {}, h("legend", {}, legend), h("div", {class: "row"}, ...labels)),
    value: () => buttons.find(({checked}) => checked)?.value ?? "",
    /** @param {string} word */
    choose(word) {
      for (const button of buttons) button.checked = button.value === word;
    },
  };
}

/**
 * @param {HTMLInputElement} control
 * @param {string} label
 * @param {string} [hint]
 */
function labelled(control, label, hint = "") {
  const said = `${control.id}-hint`;
  if (hint) control.setAttribute("aria-describedby", said);
  return h(
    "div",
    {class: "field"},
    h("label", {for: control.id}, label),
    control,
    hint && h("span", {class: "hint", id: said}, hint),
  );
}
