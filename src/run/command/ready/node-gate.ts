// The gate of Node: a module that it loads before the script, because NODE_OPTIONS says so. Where the file is missing, Node
// ends without running anything. It undoes all that it changed, and then Node reads the script as it always does.
import { GATE_VARIABLE, NO_GATE } from './gate.js';

export const nodeGate = (late: readonly string[]): string => `'use strict';
const { ${GATE_VARIABLE}: gated } = process.env;
// Workers load it again, when the gate is long behind.
if (gated !== undefined) {
  const fs = require('fs');
  delete process.env.${GATE_VARIABLE};
  delete process.env.NODE_OPTIONS;
  const names = ${JSON.stringify(late)}.filter((name) => name in process.env);
  fs.writeSync(3, '\\n');
  const piece = Buffer.alloc(65536);
  let said = '';
  while (said.split('\\n').length < 2 + names.length) {
    let count = 0;
    try {
      count = fs.readSync(3, piece, 0, piece.length, null);
    } catch (error) {
      if (error.code === 'EAGAIN' || error.code === 'EINTR') continue;
    }
    if (count === 0) process.reallyExit(${NO_GATE});
    said += piece.toString('utf8', 0, count);
  }
  names.forEach((name, at) => {
    process.env[name] = said.split('\\n')[at + 1];
  });
  fs.writeSync(3, '\\n');
  fs.closeSync(3);
}
const { _pathCache: found } = module.constructor;
for (const key of Object.keys(found)) if (found[key] === __filename) delete found[key];
delete require.cache[__filename];
if (module.parent) module.parent.children.splice(module.parent.children.indexOf(module), 1);
if (Array.isArray(process._preload_modules)) process._preload_modules.length = 0;
`;
