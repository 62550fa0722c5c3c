// The door `run/http`: hooks that call a server. Loaded when the first of them is at hand.
export { checkAddresses, connectTo, lookUp } from './connections.js';
export {
  explainHeaders,
  explainHttp,
  type HttpExplanation,
  type NotSent,
  whyNotCalled,
  withoutSecrets,
} from './explain.js';
export { permission } from './permission.js';
export { createHttpRunner } from './runner.js';
