// `npm start`.

import { traceOf } from '../../text/index.js';
import { Output } from '../output.js';
import { demonstrate } from './demonstration.js';

demonstrate(new Output(process.stdout)).catch((error: unknown) => {
  new Output(process.stderr).text(`amplifier-hooks demo: ${traceOf(error)}\n`);
  // 3: our own fault. Never 2, which a host would read as a block.
  process.exitCode = 3;
});
