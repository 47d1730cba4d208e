"""The scripts of the viewer, joined into one."""

from __future__ import annotations

import re

import pytest

from owari.viewer.static_files import bundle, static_files

pytestmark = pytest.mark.fast


def test_modules_are_functions_in_the_order_of_their_needs() -> None:
    modules = {
        "page.js": b'import {b} from "./b.js";\nimport {a as first} from "./a.js";\nfirst(b);\n',
        "b.js": b'import {a} from "./a.js";\nexport const b = a(1);\nexport {};\n',
        "a.js": b"export function a(x) {\n  return x;\n}\nexport async function later() {}\n",
        "other.js": b"never();\n",
    }
    script = bundle("page.js", modules)
    assert "never" not in script
    assert re.findall(r"^const (\$\w+)", script, re.MULTILINE) == ["$a", "$b", "$page"]
    assert "const {a: first} = $a;" in script
    assert "return {a, later};" in script
    assert not re.search(r"^(import|export)", script, re.MULTILINE)


def test_lines_of_comments_are_left_out() -> None:
    text = (
        b"// @ts-check\n/**\n * Out.\n */\n  /** @type {X} */ (a).b();\nc();  // In.\n"
        b"/** Out. */\nd();\n"
    )
    script = bundle("a.js", {"a.js": text})
    assert "Out." not in script
    assert "@ts-check" not in script
    assert "/** @type {X} */ (a).b();\nc();  // In.\nd();" in script


@pytest.mark.parametrize(
    "text",
    [
        "export default 1;",
        'import "./b.js";',
        'export {b} from "./b.js";',
        'show("</SCRIPT>");',
        'show("<!--");',
        'import {b} from "./a.js";',
    ],
)
def test_what_one_script_cannot_hold_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"a\.js"):
        bundle("a.js", {"a.js": text.encode()})


@pytest.mark.parametrize("name", [name for name in static_files() if name.endswith(".js")])
def test_each_module_of_the_viewer_can_be_part_of_one_script(name: str) -> None:
    assert bundle(name, static_files())
