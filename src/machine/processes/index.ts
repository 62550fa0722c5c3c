// The list of processes, and trees of them: a door of its own, since starting programs is a heavy part of Node.

export { fromProc, fromPs, listProcesses, type ProcessEntry, readPs, wasGiven } from './list.js';
export { asTree, signalProcess, signalTree, treeEnder } from './trees.js';
