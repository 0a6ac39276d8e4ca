/** Helpers for the elements of the page. */

/** Returns the element with this id. */
export const $ = (id) => document.getElementById(id);

/** Creates an element. Texts stay text; the attribute `onclick` is a function, `false` none. */
export function el(name, attributes = {}, ...children) {
  const isSvg = ['svg', 'use', 'path'].includes(name);
  const namespace = isSvg ? 'http://www.w3.org/2000/svg' : 'http://www.w3.org/1999/xhtml';
  const element = document.createElementNS(namespace, name);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'onclick') element.onclick = value || null;
    else if (value !== false) element.setAttribute(name, value);
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
export const notice = (text) => ($('notice').textContent = text);

/** Shows a message under a field, or removes it if it is empty. */
export function showError(field, message) {
  $(`${field}-error`).textContent = message;
  $(field).setAttribute('aria-invalid', message !== '');
}

export function copy(text, what) {
  navigator.clipboard.writeText(text).then(
    () => notice(`Copied: ${what}.`), () => notice(`The browser does not allow to copy ${what}.`));
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
