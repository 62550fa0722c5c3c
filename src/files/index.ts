// The room `files`: files without a domain.
export { forgetScratch, rememberScratch } from './scratch.js';
