/** Starts the page: two workers and two views, of which the address selects one. */

import { $, notice } from './dom.js';
import { Client } from './client.js';
import { BugView } from './bug.js';
import { PlayView } from './play.js';

/** Answers quick questions while `engine` counts or searches. */
const rules = new Client(notice);
const engine = new Client(notice);

const views = { bug: new BugView(engine, rules), play: new PlayView(engine, rules) };

/** Shows the view and the position of the address. */
function route() {
  const fields = new URLSearchParams(location.hash.slice(1));
  const name = fields.get('view') === 'play' ? 'play' : 'bug';
  const other = name === 'play' ? 'bug' : 'play';
  for (const key of [name, other]) {
    $(`view-${key}`).hidden = key !== name;
    $(`tab-${key}`).toggleAttribute('aria-current', key === name);
  }
  views[other].hide();
  views[name].show(fields);
}

addEventListener('hashchange', route);
route();
