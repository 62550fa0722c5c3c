// The entry of the one-file sidecar that hosts carry with them.

import { VERSION } from '../../version.js';
import { beSidecar } from './process.js';

if (process.argv[2] === '--version') process.stdout.write(`${VERSION}\n`);
else void beSidecar();
