// The room `studio`: the live page on the journal, and the same page as one file.
export * from './contract.js';
