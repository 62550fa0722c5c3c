// The door `run/mcp`: hooks that call a tool of an MCP server. Loaded when the first of them is at hand.
export { fillIn } from './fill-in.js';
export { findServer } from './find-server.js';
export { createMcpRunner, type McpRunner } from './runner.js';
export { serverEnvironment } from './server-environment.js';
