// There is one way to a terminal. Who needs another one decides something: change the lists here, and say why.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const src = fileURLToPath(new URL('../src', import.meta.url));
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .sort()
  .filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.split('/').includes('testing'),
  )
  // Hooks that are written for somebody print for themselves.
  .filter((file) => !file.startsWith('scaffold/'));

/** The files in which something stands outside of comments. */
const having = (what: RegExp): readonly string[] =>
  files.filter((file) => {
    const code = readFileSync(join(src, file), 'utf8').replace(/^\s*(?:\/\*|\*|\/\/).*$/gm, '');
    return what.test(code);
  });

it('only what starts a process takes its streams, to make an Output of them', () => {
  expect(having(/\bprocess\s*(?:\.|\[')std(?:out|err)\b/)).toEqual([
    'cli/bin.ts',
    'cli/conformance.ts',
    'cli/sidecar/main.ts',
    // Its streams belong to the conversation with the host.
    'cli/sidecar/sidecar.ts',
    'cli/start.ts',
    // A server's, which is read.
    'run/mcp/runner.ts',
  ]);
});

it('only an Output writes', () => {
  expect(having(/\b(?:std(?:out|err)|stream)\??\.(?:write|end|cork)\(/)).toEqual([
    // Our own version, before anything is loaded.
    'cli/bin.ts',
    'cli/output.ts',
  ]);
  // Handlers answer without streams, and tell people by the same rule.
  expect(having(/\bwriteSync\((?:[12]|descriptor)\b/)).toEqual(['amplihack/standard-streams.ts']);
  // The kernel is usable alone; who uses it with others' words gives it a log.
  expect(having(/\bconsole\s*\./)).toEqual(['kernel/system.ts']);
});

it('only what talks to a program sends a text as it is', () => {
  expect(having(/\b(?:std(?:out|err)|output|out)\.data\(/)).toEqual([
    'cli/commands/completion.ts',
    'cli/commands/schema.ts',
    'cli/complete/complete.ts',
    'cli/conformance.ts',
    'cli/dispatch/answer-event.ts',
    'cli/dispatch/fault.ts',
    'cli/dispatch/order.ts',
  ]);
  expect(having(/\bstd(?:out|err)\.stream\b/)).toEqual([
    'cli/commands/log.ts',
    'cli/commands/serve.ts',
    // The same way out, in colour.
    'cli/options/colour.ts',
  ]);
});

it('nobody else writes escape codes', () => {
  expect(having(/\\u001b|\\u\{1b\}|\\x1b|\\033|\\e\[|\u001b|fromCharCode\((?:27|0x1b)\)/i)).toEqual([
    'cli/output.ts',
    // Reads what others wrote.
    'text/shown.ts',
  ]);
});
