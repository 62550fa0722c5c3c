import { describe, expect, it } from 'vitest';
import { hookLabel, hookName, hookOf, partName, shortName } from './hook-name.js';
import { commandHandler, hook } from './testing/index.js';

describe('a hook in words', () => {
  it.each([
    [
      hook('a', { line: 3 }),
      'PreToolUse hook at .claude/settings.json:3',
      '.claude/settings.json:3, PreToolUse',
    ],
    [
      hook('b', { event: 'Stop', source: { file: '/home/u/.amplifier/hooks/hooks.json' } }),
      'Stop hook at /home/u/.amplifier/hooks/hooks.json:1',
      '/home/u/.amplifier/hooks/hooks.json:1, Stop',
    ],
    [
      hook('c', {
        line: 12,
        source: { kind: 'plugin', owner: 'formatter', pluginRoot: '/p', file: '/p/hooks/hooks.json' },
      }),
      'PreToolUse hook of the plugin formatter (hooks/hooks.json:12)',
      'formatter, PreToolUse',
    ],
    [
      hook('d', { source: { rulesRoot: '/', file: '/x.json' } }),
      'PreToolUse hook at /x.json:1',
      '/x.json:1, PreToolUse',
    ],
  ])('%#', (one, name, label) => {
    expect([hookName(one), hookLabel(one)]).toEqual([name, label]);
  });

  it.each([
    ['"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh --strict', 'guard.sh'],
    ['npx prettier --check .', 'npx prettier --check .'],
    ['jq -r .tool_input.file_path | xargs -r prettier --write', 'jq at settings.json:3'],
    ['"$X" and much more that is too long to be a name', 'command at settings.json:3'],
  ])('%s is called %s', (command, name) => {
    const handler = commandHandler(command);
    expect(shortName(hook('a', { line: 3, handler }))).toBe(name);
    const owned = hook('a', { line: 3, handler, source: { owner: 'formatter' } });
    expect([shortName(owned), partName(owned)]).toEqual(['formatter', name]);
  });

  it('is found in the first list that has it', () => {
    const [old, now] = [hook('a', { line: 1 }), hook('a', { line: 2 })];
    expect(hookOf('a', [], [now], [old])).toBe(now);
    expect(hookOf('b', [now])).toBeNull();
  });
});
