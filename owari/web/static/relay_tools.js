// @ts-check
/**
 * The tools of a relay: a field that takes the same lines as the terminal, buttons for the lines
 * that are needed most, and what is seldom needed: a note, another side to move first, resigning,
 * the commands, and where the game is saved.
 *
 * @typedef {import("./table_types.js").TableState} TableState
 * @typedef {object} RelayTools
 * @property {HTMLElement} element
 * @property {(state: TableState, busy: boolean) => void} show
 * @property {() => void} forget A line that was refused goes: it was for a board of before.
 * @typedef {{element: HTMLElement, show: (state: TableState) => void}} RelayMore
 */

import {h, refill} from "./dom.js";

/**
 * @param {{send: (line: string) => Promise<string>, onCheck: () => void}} actions
 * @returns {RelayTools}
 */
export function createRelayTools({send, onCheck}) {
  const field = h("input", {
    id: "line",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "send",
    maxlength: 500,
  });
  const swap = h("button", {type: "button"});
  const check = h("button", {type: "button", onclick: onCheck}, "Check the boards");
  const undo = h("button", {type: "button", onclick: () => send("undo")}, "Undo");

  let refused = "";

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    const line = field.value.trim();
    const problem = line && (await send(line));
    refused = problem ? line : "";
    if (field.value.trim() !== line) return; // the next line is being typed
    if (problem) field.select();
    else field.value = "";
    field.focus();
  }

  return {
    element: h(
      "form",
      {class: "relay-tools row no-print", onsubmit: submit},
      h("label", {for: "line"}, "Type it"),
      field,
      h("button", {class: "primary"}, "Enter"),
      swap,
      undo,
      check,
    ),
    forget() {
      if (refused && field.value.trim() === refused) field.value = "";
      refused = "";
    },
    show(state, busy) {
      const offBoard = state.moves.find(({cell}) => cell === null);
      swap.hidden = !offBoard;
      swap.textContent = `Play ${offBoard?.name}`;
      swap.onclick = () => send(offBoard?.line ?? "");
      undo.disabled = state.game.plies.length === 0 || busy;
      check.disabled = busy;
    },
  };
}

/**
 * @param {(line: string) => Promise<string>} send
 * @returns {RelayMore}
 */
export function createRelayMore(send) {
  const exchange = h("button", {type: "button"});
  const words = h("dl", {class: "commands"});
  const file = h("p", {class: "small muted file"});
  const {dialog, open} = resignation(send);
  return {
    element: h(
      "details",
      {class: "card more no-print"},
      h("summary", {}, "More: a note, who moved first, resigning, all commands"),
      noteForm(send),
      h(
        "div",
        {class: "row"},
        exchange,
        h("button", {type: "button", onclick: () => open("us")}, "We resign"),
        h("button", {type: "button", onclick: () => open("them")}, "They resign"),
      ),
      h("p", {}, "“Type it” takes the same commands as the terminal:"),
      words,
      file,
      dialog,
    ),
    show(state) {
      const first = state.game.first === "south" ? "them" : "us";
      exchange.textContent = first === "us" ? "We moved first" : "They moved first";
      exchange.onclick = () => send(`first ${first}`);
      exchange.hidden = (state.match?.index ?? 0) > 0;
      file.textContent = `Every move is saved in ${state.file}`;
      if (!words.childElementCount) refill(words, ...state.commands.map(command).flat());
    },
  };
}

/** @param {(line: string) => Promise<string>} send */
function noteForm(send) {
  const note = h("input", {id: "note", maxlength: 500, autocomplete: "off"});

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    const text = note.value.trim();
    if (text && !(await send(`note ${text}`))) note.value = "";
  }

  return h(
    "form",
    {class: "row", onsubmit: submit},
    h("label", {for: "note"}, "Note with the last move"),
    note,
    h("button", {}, "Save the note"),
  );
}

/** @param {{usage: string, summary: string}} word */
function command({usage, summary}) {
  return [h("dt", {}, h("code", {}, usage)), h("dd", {}, summary)];
}

/**
 * The question before a side resigns.
 *
 * @param {(line: string) => Promise<string>} send
 */
function resignation(send) {
  const question = h("p");
  const yes = h("button", {type: "button", class: "primary"}, "Resign");
  const no = h("button", {type: "button"}, "Play on");
  const dialog = h("dialog", {}, question, h("div", {class: "row"}, yes, no));
  let side = "us";
  yes.addEventListener("click", () => {
    dialog.close();
    void send(`resign ${side}`);
  });
  no.addEventListener("click", () => dialog.close());
  return {
    dialog,
    /** @param {"us" | "them"} who */
    open(who) {
      side = who;
      question.textContent = who === "us" ? "Do we resign?" : "Do they resign?";
      dialog.showModal();
    },
  };
}
