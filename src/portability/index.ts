// The room `portability`: what becomes of a hook in another agent, by the facts of that agent.

export { portedByDispatch } from './by-dispatch.js';
export { type OwnMatcher, ownMatcher, portedAsOwn } from './own.js';
export { PORTED, PORTED_BY, type PortableHook, type Ported, type PortedBy } from './report.js';
export { wishesOf } from './wishes.js';
