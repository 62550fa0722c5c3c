// `npm run docs`: writes the generated pages.
import { writeFileSync } from 'node:fs';
import { commandsPage } from './commands-page.js';
import { pages } from './pages.js';

for (const [name, content] of Object.entries({ ...pages(), 'commands.md': await commandsPage() })) {
  writeFileSync(new URL(`../../docs/${name}`, import.meta.url), content);
  process.stdout.write(`docs/${name}\n`);
}
