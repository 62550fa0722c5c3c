// The entry of the one-file sidecar that hosts carry with them.
import { beSidecar } from './sidecar-process.js';
import { VERSION } from './version.js';

if (process.argv[2] === '--version') process.stdout.write(`${VERSION}\n`);
else void beSidecar();
