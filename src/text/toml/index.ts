// The door `text/toml`: only what other tools wrote is TOML.
export * from './toml.js';
