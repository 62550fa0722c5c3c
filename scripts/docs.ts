// `npm run docs`: writes the generated pages, and the events that the Python module listens to.
import { mkdirSync, writeFileSync } from 'node:fs';
import { commandsPage } from './commands-page.js';
import { connectPages } from './connect-page.js';
import { hostsPages } from './hosts-pages.js';
import { pages } from './pages.js';
import { PYTHON_EVENTS_FILE, pythonEvents } from './python-events.js';

function write(file: string, content: string): void {
  writeFileSync(new URL(`../../${file}`, import.meta.url), content);
  process.stdout.write(`${file}\n`);
}

mkdirSync(new URL('../../docs/hosts', import.meta.url), { recursive: true });
const made = {
  ...pages(),
  ...(await hostsPages()),
  ...(await connectPages()),
  'commands.md': await commandsPage(),
};
for (const [name, content] of Object.entries(made)) write(`docs/${name}`, content);
write(PYTHON_EVENTS_FILE, pythonEvents());
