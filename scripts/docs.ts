// `npm run docs`: writes the generated pages, and the events that the Python module listens to.
import { writeFileSync } from 'node:fs';
import { commandsPage } from './commands-page.js';
import { pages } from './pages.js';
import { PYTHON_EVENTS_FILE, pythonEvents } from './python-events.js';

function write(file: string, content: string): void {
  writeFileSync(new URL(`../../${file}`, import.meta.url), content);
  process.stdout.write(`${file}\n`);
}

for (const [name, content] of Object.entries({ ...pages(), 'commands.md': await commandsPage() }))
  write(`docs/${name}`, content);
write(PYTHON_EVENTS_FILE, pythonEvents());
