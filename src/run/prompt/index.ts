// The door `run/prompt`: hooks that ask a model. Loaded when the first of them is at hand.
export { tell } from './request.js';
export { createPromptRunner, promptSystem } from './runner.js';
