// `npm start`.

import { traceOf } from '../../text/index.js';
import { demonstrate } from './demonstration.js';

demonstrate(process.stdout).catch((error: unknown) => {
  process.stderr.write(`amplifier-hooks demo: ${traceOf(error)}\n`);
  // 3: our own fault. Never 2, which a host would read as a block.
  process.exitCode = 3;
});
