// What the tests of all rooms build on. A test says only what matters to it; everything else is as usual.
export { compiled } from './compiled.js';
export { cpuMs } from './cpu.js';
export { decision, exited, plan, run } from './decisions.js';
export { Folder } from './folder.js';
export { commandHandler, commandHook, envLayer, generation, hook, list, source } from './hooks.js';
export { input, inputOf, task } from './inputs.js';
export { type Ended, ended } from './program.js';
export { Terminal, WHY_NO_TERMINAL } from './terminal.js';
