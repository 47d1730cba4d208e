// @ts-check
/** What every page of the server has: the choice of light or dark. */

import {themeSwitch} from "./theme.js";

document.querySelector(".site-head")?.append(themeSwitch());
