// The room `scratch`: copies of a project and a home, in which hooks can be started without touching the real ones.
export { Copier, type CopyLimits, type LeftOut } from './copy.js';
export { type Moved, PathMap } from './paths.js';
export { copyRepository } from './repository.js';
export { makeScratchWorld, PROBE_VARIABLE } from './world.js';
