// @ts-check
/** What every page of the server has: the choices of sounds, and of light or dark. */

import {soundSwitch} from "./sounds.js";
import {themeSwitch} from "./theme.js";

document.querySelector(".site-head")?.append(soundSwitch(), themeSwitch());
