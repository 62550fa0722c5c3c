// The entry of the one-file sidecar that hosts carry with them.

import { VERSION } from '../../version.js';
import { Output } from '../output.js';
import { beSidecar } from './sidecar.js';

if (process.argv[2] === '--version') new Output(process.stdout).lines([VERSION]);
else void beSidecar();
