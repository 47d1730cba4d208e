// @ts-check
/** Copies text, also on a page of plain HTTP, where browsers have no clipboard for scripts. */

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
