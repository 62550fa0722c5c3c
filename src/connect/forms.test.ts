// The texts of files: ours put in and taken out, whatever else is there. With real files: kinds.long.test.ts.
import { describe, expect, it } from 'vitest';
import { AGENT_NAMES } from '../host-names.js';
import { formOf } from './connect.js';
import type { Form } from './form.js';
import { type ConnectedHost, hostNamed } from './host.js';
import { isFor } from './ours.js';
import { jsonKinds, tomlKinds } from './testing/kinds.js';
import { wantedHooks } from './wanted.js';

const hosts = await Promise.all(AGENT_NAMES.map(hostNamed));
const named = (name: string): ConnectedHost => {
  const host = hosts.find((one) => one.name === name);
  if (host === undefined) throw new Error(`no ${name}`);
  return host;
};

const formFor = (host: ConnectedHost): Form => {
  const form = formOf(host);
  if (form === null) throw new Error('no form');
  return form;
};

const wish = (host: ConnectedHost, program = '/home/alice/.amplifier/bin/amplifier-hooks') => ({
  host,
  program: [program],
  speaker: host.name,
  words: [],
  watched: [],
  used: [],
});

const connected = (host: ConnectedHost, text: string): string =>
  formFor(host).withHooks(text, wantedHooks(wish(host)), isFor([host.name]));
const disconnected = (host: ConnectedHost, text: string): string =>
  formFor(host).without(text, isFor([host.name]));
const oursIn = (host: ConnectedHost, text: string) =>
  formFor(host)
    .all(text, 'x')
    .filter(({ command }) => isFor([host.name])(command));

const ENTRY = '{"matcher": "X", "hooks": [{"type": "command", "command": "mine"}]}';

describe.each(['claude', 'codex', 'gemini', 'copilot', 'cursor', 'kimi-code'])('%s', (name) => {
  const host = named(name);
  const kinds = name === 'kimi-code' ? tomlKinds('Stop') : jsonKinds('Stop', ENTRY);

  it.each(kinds.filter(({ refused, mode }) => refused === undefined || mode !== undefined))(
    '$name',
    ({ text }) => {
      const before = (text ?? '').replace(/^\uFEFF/, '');
      const after = connected(host, before);
      expect(oursIn(host, after)).toHaveLength(wantedHooks(wish(host)).length);
      expect(connected(host, after)).toBe(after);
      const left = disconnected(host, after);
      expect(oursIn(host, left)).toEqual([]);
      expect(disconnected(host, left)).toBe(left);
      expect(formFor(host).all(left, 'x')).toEqual(
        formFor(host)
          .all(before, 'x')
          .map((one) => ({ ...one, line: expect.any(Number) })),
      );
    },
  );
});

it('what is there in usual layouts is left as it was, also without a copy of it', () => {
  for (const [name, text] of [
    ['claude', '{\n  "theme": "dark"\n}\n'],
    ['claude', `{\n  "hooks": {\n    "Stop": [\n      ${ENTRY}\n    ]\n  }\n}\n`],
    ['gemini', `{\n\t"a": 1,\n\t"hooks": {\n\t\t"AfterAgent": [\n\t\t\t${ENTRY}\n\t\t]\n\t}\n}\n`],
    ['kimi-code', 'a = 1\n'],
    ['kimi-code', '[[hooks]]\nevent = "Stop"\ncommand = "mine"\n\n[x]\ny = 1\n'],
  ] as const) {
    const host = named(name);
    expect(disconnected(host, connected(host, text))).toBe(text);
  }
});

describe('our entries are brought up to date where they stand', () => {
  const claude = named('claude');
  const text = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "mine"}]}]}}';
  const old = formFor(claude).withHooks(
    text,
    wantedHooks(wish(claude, '/old/place/amplifier-hooks')).map((hook) => ({ ...hook, timeout: 5 })),
    isFor(['claude']),
  );

  it('another path and another limit', () => {
    const now = connected(claude, old);
    expect(now).not.toContain('/old/place');
    expect(oursIn(claude, now)).toHaveLength(oursIn(claude, old).length);
    expect(JSON.parse(now).hooks.Stop[1].hooks[0]).toMatchObject({ timeout: 3600 });
  });

  it('an event of which ours stand twice, or among others', () => {
    const ours = JSON.parse(old).hooks.Stop[1].hooks[0];
    const mixed = JSON.stringify({
      hooks: { Stop: [{ hooks: [ours, { type: 'command', command: 'mine' }] }, { hooks: [ours] }] },
    });
    const { Stop: stop } = JSON.parse(connected(claude, mixed)).hooks;
    expect(stop).toHaveLength(2);
    expect(stop[0]).toEqual({ hooks: [{ type: 'command', command: 'mine' }] });
    expect(stop[1].hooks[0].command).toContain('/home/alice/');
  });

  it('an event that the host does not have goes', () => {
    const gone = old.replace('"Stop"', '"Stopped"');
    expect(oursIn(claude, connected(claude, gone)).map(({ event }) => event)).not.toContain('Stopped');
    expect(connected(claude, gone)).toContain('"mine"');
  });

  it('in TOML too', () => {
    const kimi = named('kimi-code');
    const before = formFor(kimi).withHooks(
      '# mine\n',
      wantedHooks(wish(kimi, '/old/amplifier-hooks')),
      isFor(['kimi-code']),
    );
    const now = connected(kimi, before.replace('event = "Stop"', 'event = "Stopped"'));
    expect(now).not.toContain('/old/');
    expect(now).not.toContain('Stopped');
    expect(oursIn(kimi, now)).toHaveLength(oursIn(kimi, before).length);
  });
});

describe('what is written', () => {
  const first = (name: string, event: string, more: object = {}) =>
    wantedHooks({ ...wish(named(name)), ...more }).find((hook) => hook.event === event);

  it.each([
    ['claude', 'PreToolUse', '*', 3600, 3600],
    ['codex', 'PreToolUse', '*', 3600, 3600],
    ['codex', 'SessionEnd', null, 3, 3],
    ['gemini', 'BeforeTool', '*', 3_600_000, 3600],
    ['qwen', 'PreToolUse', '*', 3_600_000, 3600],
    ['kimi-code', 'PreToolUse', '', 600, 600],
    ['droid', 'PreToolUse', '*', 3600, 3600],
    ['copilot', 'PreToolUse', null, 3600, 3600],
    ['cursor', 'preToolUse', null, 3600, 3600],
    ['claude', 'Stop', null, 3600, 3600],
  ])('%s %s: unit of the limit and the matcher', (name, event, matcher, timeout, seconds) => {
    const hook = first(name, event);
    expect(hook).toMatchObject({ matcher, timeout });
    // At a gate the event is named, for what starts the engine.
    const gate = /^(?:preToolUse|PreToolUse|BeforeTool)$/.test(event) ? ` --event ${event}` : '';
    expect(hook?.command).toBe(
      `/home/alice/.amplifier/bin/amplifier-hooks dispatch --host ${name} --host-timeout ${seconds}${gate}`,
    );
  });

  it('Copilot does not say which event a question for permission is', () => {
    expect(first('copilot', 'PermissionRequest')?.command).toMatch(/ --event PermissionRequest$/);
  });

  it('Cursor tells a call by one event, not by four', () => {
    const events = wantedHooks(wish(named('cursor'))).map(({ event }) => event);
    expect(events).toContain('preToolUse');
    expect(events).not.toContain('beforeShellExecution');
  });

  it('Claude Code makes worktrees and watches files by what hooks say, so only where there are some', () => {
    expect(first('claude', 'WorktreeCreate')).toBeUndefined();
    expect(first('claude', 'FileChanged')).toBeUndefined();
    expect(first('claude', 'WorktreeCreate', { used: ['WorktreeCreate'] })).toBeDefined();
    expect(first('claude', 'FileChanged', { watched: ['.env', '.envrc'] })?.matcher).toBe('.env|.envrc');
  });

  it('a path with a blank is one word', () => {
    const host = named('codex');
    expect(wantedHooks(wish(host, "/home/o'brien smith/x"))[0]?.command).toMatch(
      /^'\/home\/o'\\''brien smith\/x' dispatch/,
    );
    const text = formFor(host).withHooks(
      '',
      wantedHooks(wish(host, '/home/a b/amplifier-hooks')),
      isFor(['codex']),
    );
    expect(oursIn(host, text)).toHaveLength(host.events.length);
  });
});
