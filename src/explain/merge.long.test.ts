// The rules that `explain` prints, against what the engine really does.
import { describe, expect, it } from 'vitest';
import { TestProject } from '../engine/testing/project.js';
import { EVENT_NAMES, eventRow } from '../events/index.js';
import { toClaudeOutput } from '../hosts/claude/to-claude-output.js';
import { PROFILE_NAMES, profile } from '../profiles.js';
import { hookRules, mergeRules } from './merge.js';

const ruleOf = (event: (typeof EVENT_NAMES)[number], what: string, name: (typeof PROFILE_NAMES)[number]) =>
  hookRules(eventRow(event), profile(name)).find((rule) => rule.what === what)?.effect ?? '';

describe.each(PROFILE_NAMES)('%s', (name) => {
  it.each(EVENT_NAMES)('%s does what its rules say', async (event) => {
    const project = new TestProject();
    try {
      const decide = async (command: string) => {
        project.hooks({ [event]: [command] });
        return project.engine({ profile: name }).dispatch(project.input(event));
      };
      const blocked = await decide('echo because >&2; exit 2');
      const stops = blocked.blocked || blocked.permission === 'deny';
      expect(stops).toBe(/denied|blocked|goes on/.test(ruleOf(event, 'exit code 2', name)));
      expect(blocked.feedback.length > 0).toBe(/goes to the model/.test(ruleOf(event, 'exit code 2', name)));

      const failed = await decide('exit 1');
      const failure = ruleOf(event, 'any other exit code but 0', name);
      expect(failed.blocked).toBe(/^a failure, and it is blocked$/.test(failure));

      const json = await decide(`echo '{"decision":"block","reason":"because"}'`);
      if (eventRow(event).stdout !== 'path') {
        const rule = ruleOf(event, '"decision": "block"', name);
        expect(json.blocked || json.permission === 'deny').toBe(/denied|blocked|goes on/.test(rule));
      }

      const ended = await decide(`echo '{"continue":false}'`);
      if (eventRow(event).stdout !== 'path')
        expect(ended.stop !== null).toBe(ruleOf(event, '"continue": false', name) === 'the turn ends');

      const told = await decide(`echo '{"systemMessage":"look"}'`);
      if (eventRow(event).stdout !== 'path') {
        const rule = ruleOf(event, '"systemMessage"', name);
        expect(told.systemMessages.length > 0).toBe(rule === 'is shown to the user');
        expect(told.context.length > 0).toBe(rule === 'goes to the model');
      }

      const text = await decide('echo hello');
      const rule = ruleOf(event, 'plain text on stdout', name);
      expect(text.context.length > 0).toBe(rule === 'goes to the model' || rule.includes('compaction'));
      expect(text.systemMessages.length > 0).toBe(rule === 'is shown to the user');
      expect(toClaudeOutput(text).exitCode).toBe(0);
    } finally {
      await project.remove();
    }
  });
});

it('what is put together depends on what can be said', () => {
  expect(mergeRules(eventRow('PreToolUse'), profile('amplifier')).map(({ what }) => what)).toEqual([
    'order',
    'permission',
    'updatedInput',
    'context',
    'async hooks',
  ]);
  expect(mergeRules(eventRow('Stop'), profile('amplifier')).map(({ what }) => what)).toEqual([
    'order',
    'block',
    '"continue": false',
    'context',
    'async hooks',
  ]);
  expect(mergeRules(eventRow('Notification'), profile('amplifier')).map(({ what }) => what)).toEqual([
    'order',
    'async hooks',
  ]);
});
