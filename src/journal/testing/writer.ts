// A process that writes to a journal: writer.js <state> <project> <session> <count> <maxBytes> <maxTotalBytes>
import { setImmediate } from 'node:timers/promises';
import { openJournal } from '../journal.js';
import { dispatched, generation, hook, plan } from './scene.js';

const [stateDir = '', projectDir = '', session = '', count = '', maxBytes = '', maxTotalBytes = ''] =
  process.argv.slice(2);
const journal = openJournal({
  stateDir,
  projectDir,
  maxBytes: Number(maxBytes),
  maxTotalBytes: Number(maxTotalBytes),
  quietMs: 1000,
  onProblem: ({ message }) => process.stderr.write(`${message}\n`),
});
journal.inForce(generation([hook('a')]));
for (let index = 0; index < Number(count); index += 1) {
  journal.dispatched(dispatched(session));
  journal.idle(plan([]), session);
  if (index % 7 !== 0) continue;
  await journal.flush();
  // Folding goes on beside the writing, as it does while a host waits for hooks.
  await setImmediate();
}
await journal.close();
