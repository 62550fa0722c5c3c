// The door to what is kept ready, for who explains it: nothing here is loaded to run a hook.
export { explainReady, type ReadyExplanation } from '../command/ready/explain.js';
