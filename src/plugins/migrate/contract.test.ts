import { describe, expect, it } from 'vitest';
import type { EventName } from '../../events/index.js';
import { type Contract, judgeContract } from './contract.js';

const contract: Contract = {
  tool: 'Other',
  answers: /\bpermission\b/,
  inputs: /\b(?:toolName|shell_tool)\b/,
  inputDiffers: false,
};

const judge = (text: string, more: Partial<Contract> = {}, event: EventName = 'PreToolUse', seen = true) =>
  judgeContract(
    {
      texts: [
        { file: null, text: 'x.sh' },
        { file: '/p/x.sh', text },
      ],
      seen,
    },
    event,
    { ...contract, ...more },
  );

describe('judgeContract', () => {
  it.each<[string, string, Partial<Contract>, EventName, string]>([
    ['exit codes only', 'exit 2', {}, 'PreToolUse', 'fine'],
    ['its answer, on a guard', 'echo permission', {}, 'PreToolUse', 'cannot'],
    ['its answer, where nothing can be prevented', 'echo permission', {}, 'PostToolUse', 'warning'],
    ['both answers', 'echo permission || exit 2', {}, 'PreToolUse', 'warning'],
    ['its tool names', 'if tool == "shell_tool"', {}, 'PreToolUse', 'cannot'],
    ['both tool names', 'if tool in ("shell_tool", "Bash")', {}, 'PreToolUse', 'fine'],
    ['another input, read', 'jq -r .command', { inputDiffers: true }, 'PreToolUse', 'cannot'],
    ['another input, not read', 'npm test || exit 2', { inputDiffers: true }, 'PreToolUse', 'fine'],
    [
      'another input, but ours is read too',
      'jq -r ".toolName // .tool_name"',
      { inputDiffers: true },
      'PreToolUse',
      'fine',
    ],
    ['another input, on a watcher', 'jq -r .command', { inputDiffers: true }, 'PostToolUse', 'warning'],
    ['a permission', 'jq -r .toolName', {}, 'PermissionRequest', 'cannot'],
  ])('%s', (_what, text, more, event, kind) => {
    expect(judge(text, more, event).kind).toBe(kind);
  });

  it('says where', () => {
    expect(judge('#!/bin/sh\necho permission')).toMatchObject({
      why: expect.stringContaining('permission in /p/x.sh, line 2'),
    });
  });

  it('does not trust what it cannot read', () => {
    expect(judge('', {}, 'PreToolUse', false).kind).toBe('warning');
    expect(judge('', {}, 'PostToolUse', false).kind).toBe('fine');
  });
});
