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

/** Sets attributes; `onclick` and the like are functions, `null` and `false` mean none. */
function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element[name] = value;
    else if (value !== null && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
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

/** Copies text. Browsers without the clipboard interface copy the selection of a field. */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = el('textarea', { class: 'offscreen' });
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
  notice(`Copied: ${what}.`);
}

/** Returns the address of a view, for links and the history. */
export function address(fields) {
  const set = Object.entries(fields).filter(([, value]) => value !== '');
  return '#' + set.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}
