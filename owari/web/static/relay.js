// @ts-check
/** The page of the relay: the form for a new one, or the table of one that began. */

import {createRelayForm} from "./relay_form.js";
import {RelayTable} from "./relay_table.js";

/** @type {{id: string | null}} */
const {id} = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
document.getElementById("relay")?.append(id ? new RelayTable(id).element : await createRelayForm());
