"""Keeps the built site free of the network: the search of a page that is opened as a file uses the
copy of `iframe-worker` in `assets`."""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

REMOTE = "https://unpkg.com/iframe-worker/shim"


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Replace the address of the script by that of the copy, seen from the page."""
    return output.replace(REMOTE, get_relative_url("assets/iframe-worker.js", page.url))


def on_post_template(output: str, template_name: str, config: MkDocsConfig) -> str:
    """The same in a page without a source, as that for unknown addresses."""
    return output.replace(REMOTE, get_relative_url("assets/iframe-worker.js", template_name))
