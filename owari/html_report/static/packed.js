// @ts-check
/** Compressed texts in the page, and how they are opened. */

/**
 * The text in an element: UTF-8, compressed by gzip, in base64.
 *
 * @param {Element} element
 * @returns {Promise<string>}
 */
export function unpacked(element) {
  const packed = Uint8Array.from(atob(element.textContent ?? ""), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}
