// The door `run/agent`: hooks that let a model look around. Loaded when the first of them is at hand.
export { agentSystem, createAgentRunner } from './runner.js';
