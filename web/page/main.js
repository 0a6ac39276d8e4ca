/** Starts the page: two workers and two views, of which the address selects one. */

import { $ } from './dom.js';
import { Client } from './client.js';
import { BugView } from './bug.js';
import { PlayView } from './play.js';

/** Answers quick questions while `engine` counts or searches. */
const rules = new Client();
const engine = new Client();
const views = { bug: new BugView(engine, rules), play: new PlayView(engine, rules) };

/** Shows the view and the position of the address. */
function route() {
  const fields = new URLSearchParams(location.hash.slice(1));
  const shown = fields.get('view') === 'play' ? 'play' : 'bug';
  for (const view of ['bug', 'play']) {
    $(`view-${view}`).hidden = view !== shown;
    $(`tab-${view}`).ariaCurrent = view === shown ? 'page' : null;
    if (view !== shown) views[view].hide();
  }
  views[shown].show(fields);
}

addEventListener('hashchange', route);
route();
