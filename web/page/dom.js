/** Helpers for the elements of the page. */

/** Returns the element with this id. */
export const $ = (id) => document.getElementById(id);

/** Creates an HTML element. Strings among the children become text, never markup. */
export function el(name, attributes = {}, ...children) {
  return build(document.createElement(name), attributes, children);
}

/** Creates an SVG element. */
export function svg(name, attributes = {}, ...children) {
  return build(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}

/** Sets attributes: `onclick` is a function; `null` and `false` mean none. */
function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'onclick') element.onclick = value;
    else if (value !== null && value !== false) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** Returns a row of a table, with numbers aligned to the right. */
export function tableRow(cells, tag = 'td') {
  const cell = (text) => el(tag, { class: /^[-+\d]/.test(text) && 'number' }, String(text));
  return el('tr', {}, ...cells.map(cell));
}

/** Shows one line about the page or the engine, which screen readers read. */
export function notice(text) {
  $('notice').textContent = text;
}

/** Shows a message under a field, or removes it if it is empty. */
export function showError(field, message) {
  $(`${field}-error`).textContent = message;
  $(field).setAttribute('aria-invalid', message !== '');
}

export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    notice(`Copied: ${what}.`);
  } catch {
    notice(`The browser does not allow copying ${what}.`);
  }
}

/** Returns the address of a view, for links and the history. */
export function address(fields) {
  const set = Object.entries(fields).filter(([, value]) => value !== '');
  return '#' + set.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}

/** Keeps the address of a view up to date, in its tab and, while it is shown, in the browser. */
export function remember(view, link) {
  $(`tab-${view}`).href = link;
  if (!$(`view-${view}`).hidden) history.replaceState(null, '', link);
}

/** Returns the moves of a text such as `e2e4 e7e5`. */
export const words = (text) => (text ?? '').split(/[\s,]+/).filter(Boolean);
