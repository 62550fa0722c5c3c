// The hooks of a plugin's own skills: loaded with the plugin, in use as `plugin:skill`, with the plugin's root.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseInput } from '../events/index.js';
import { Stage } from './testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
  stage.write('kit/.claude-plugin/plugin.json', { name: 'kit' });
  stage.write('kit/scripts/no.sh', 'echo "not while deploying" >&2; exit 2\n');
  stage.write('kit/skills/deploy/SKILL.md', skill('deploy', '"$CLAUDE_PLUGIN_ROOT/scripts/no.sh"'));
  stage.write('kit/skills/plain/SKILL.md', '---\nname: plain\ndescription: no such thing\n---\n');
});
afterEach(() => stage.remove());

const skill = (name: string, script: string): string => `---
name: ${name}
hooks:
  PreToolUse:
    - matcher: Bash
      hooks:
        - type: command
          command: bash ${script}
---
# ${name}
`;

/** Whether a call is denied before and after a skill was called by this name. */
async function denials(name: string, plugins: readonly string[]): Promise<readonly boolean[]> {
  const engine = stage.engine({ plugins, trust: 'off' });
  const ask = async (event: Readonly<Record<string, unknown>>) => {
    const read = parseInput({ session_id: 's', ...event });
    if (!read.ok || read.input.kind !== 'known') throw new Error('no event');
    return (await engine.dispatch(read.input)).permission === 'deny';
  };
  const call = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } };
  const before = await ask(call);
  await ask({ hook_event_name: 'PostToolUse', tool_name: 'Skill', tool_input: { skill: name } });
  return [before, await ask(call)];
}

describe('of a plugin that is named', () => {
  it.each([
    ['kit:deploy', [false, true]],
    ['deploy', [false, false]],
    ['kit:plain', [false, false]],
  ])('called as %s: denied before and after %j', async (name, expected) => {
    expect(await denials(name, [stage.path('kit')])).toEqual(expected);
  });

  it('lie where the manifest says, too, and never outside of the plugin', async () => {
    stage.write('kit/.claude-plugin/plugin.json', { name: 'kit', skills: ['./more', '../out'] });
    stage.write('kit/more/build/SKILL.md', skill('build', '"$CLAUDE_PLUGIN_ROOT/scripts/no.sh"'));
    stage.write('out/x/SKILL.md', skill('x', './x.sh'));
    const { hooks, diagnostics } = stage.engine({ plugins: [stage.path('kit')], trust: 'off' }).generation;
    expect(hooks.map(({ source }) => [source.owner, source.skill, source.pluginRoot])).toEqual([
      ['kit', 'kit:deploy', stage.path('kit')],
      ['kit', 'kit:build', stage.path('kit')],
    ]);
    expect(diagnostics).toEqual([]);
  });

  it('explain says that the skill is not in use, and validate finds what is wrong in them', async () => {
    const flags = ['--plugin', stage.path('kit')];
    const explained = await stage.play(['explain', 'PreToolUse', '--tool', 'Bash', ...flags]);
    expect(explained.stdout).toContain('"kit:deploy"');
    stage.write('kit/skills/deploy/SKILL.md', skill('deploy', '"$CLAUDE_PLUGIN_ROOT/scripts/gone.sh"'));
    const { stdout } = await stage.play(['validate', '--json', ...flags]);
    expect(stdout).toContain('gone.sh');
  });

  it('the skill that a host loads from there is the plugin’s', () => {
    const engine = stage.engine({ plugins: [stage.path('kit')], trust: 'off' });
    expect(engine.addSkill(stage.path('kit/skills/deploy/SKILL.md')).kind).toBe('unchanged');
  });
});

describe('of a plugin that is installed', () => {
  it('are shown before and there afterwards, with what lies beside the skill; other skills are left', async () => {
    stage.write('kit/skills/deploy/data.json', '{}');
    const { stdout, code } = await stage.play(['install', stage.path('kit'), '--scope', 'user', '--yes']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('scripts/no.sh')]);
    const there = (path: string) => existsSync(join(stage.home, '.amplifier/hooks/kit', path));
    expect(['skills/deploy/SKILL.md', 'skills/deploy/data.json', 'skills/plain/SKILL.md'].map(there)).toEqual(
      [true, true, false],
    );
    expect(await denials('kit:deploy', [])).toEqual([false, true]);
  });

  it('run where every event is answered by a process of its own', async () => {
    await stage.play(['install', stage.path('kit'), '--scope', 'user', '--yes']);
    const dispatch = async (event: Readonly<Record<string, unknown>>) => {
      const stdin = { text: JSON.stringify({ session_id: 's', ...event }) };
      return (await stage.play(['dispatch'], { stdin })).stdout.includes('not while deploying');
    };
    const call = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } };
    const use = { hook_event_name: 'PostToolUse', tool_name: 'Skill', tool_input: { skill: 'kit:deploy' } };
    expect([await dispatch(call), await dispatch(use), await dispatch(call)]).toEqual([false, false, true]);
    expect(await dispatch({ ...call, session_id: 'other' })).toBe(false);
  });

  it('are switched off with it', async () => {
    await stage.play(['install', stage.path('kit'), '--scope', 'user', '--yes']);
    await stage.play(['disable', 'kit', '--scope', 'user']);
    expect(await denials('kit:deploy', [])).toEqual([false, false]);
  });
});
