// Settings files as they are written: which hook entries go.
export { type EntriesIn, type IsGone, listWithout, withoutEntries } from './entries.js';
