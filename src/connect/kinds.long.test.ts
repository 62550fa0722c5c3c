// Every kind of settings that people have: connected, disconnected, and as it was before, to the last byte.
import { symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AGENT_NAMES, type AgentName } from '../host-names.js';
import { formOf } from './connect.js';
import { type ConnectedHost, hostNamed } from './host.js';
import { isFor } from './ours.js';
import { ConnectHome } from './testing/home.js';
import { jsonKinds, type Kind, tomlKinds } from './testing/kinds.js';

const hosts: readonly ConnectedHost[] = await Promise.all(AGENT_NAMES.map(hostNamed));

let home: ConnectHome;
beforeEach(() => {
  home = new ConnectHome();
});
afterEach(() => home.remove());

const OTHERS = {
  groups:
    '{"matcher": "X", "hooks": [{"type": "command", "command": "mine", "timeout": 5}, {"type": "command", "command": "too"}]}',
  entries: '{"command": "mine", "x": [1]}',
};

function kindsOf({ settings, events }: ConnectedHost): readonly Kind[] {
  const event = events[0]?.theirs ?? '';
  if (settings.form === 'tables') return tomlKinds(event);
  return settings.form === 'groups' || settings.form === 'entries'
    ? jsonKinds(event, OTHERS[settings.form])
    : [];
}

const inFiles = hosts.filter(({ settings }) => settings.form !== 'scripts' && settings.form !== 'plugin');

async function prepare(name: AgentName, { text, mode, linked }: Kind): Promise<string> {
  const place = await home.placeOf(name);
  if (text === null) return place;
  if (linked !== true) home.write(place, text, mode);
  else {
    home.write('home/dotfiles/settings', text, mode);
    home.makeFolder(dirname(place));
    symlinkSync(home.path('home/dotfiles/settings'), home.path(place));
  }
  return place;
}

const hooksIn = (host: ConnectedHost, text: string) =>
  (formOf(host)?.all(text.replace(/^\uFEFF/, ''), 'x') ?? []).filter(({ command }) =>
    isFor([host.name])(command),
  );

describe.each(inFiles)('$name', (host) => {
  it('has twenty kinds and more', () => {
    expect(kindsOf(host).length).toBeGreaterThan(20);
  });

  it.each(kindsOf(host).filter(({ refused }) => refused === undefined))('$name', async (kind) => {
    const place = await prepare(host.name, kind);
    const before = home.everything();
    expect(await home.connect(host.name)).toBe(true);

    const wanted = host.events.length - (host.name === 'claude' ? 2 : 0);
    const events = hooksIn(host, home.read(place)).map(({ event }) => event);
    expect(new Set(events).size).toBe(wanted);
    expect(events).toHaveLength(wanted);
    const connected = home.everything();
    expect(await home.connect(host.name)).toBe(false);
    expect(home.everything()).toEqual(connected);

    expect(await home.disconnect(host.name)).toBe(true);
    expect(home.everything()).toEqual(before);
  });

  it.each(kindsOf(host).filter(({ refused }) => refused !== undefined))('$name is refused', async (kind) => {
    await prepare(host.name, kind);
    const before = home.everything();
    await expect(home.connect(host.name)).rejects.toThrow(kind.refused);
    expect(home.everything()).toEqual(before);
  });

  it.each(kindsOf(host).filter(({ refused, text }) => refused === undefined && text !== null))(
    '$name, without the copy that was kept: only ours go',
    async (kind) => {
      const place = await prepare(host.name, kind);
      const others = (text: string) => formOf(host)?.without(text, isFor([host.name]));
      await home.connect(host.name);
      const text = home.read(place);
      home.forgetBackups();
      await home.disconnect(host.name);
      const left = home.read(place);
      expect(hooksIn(host, left)).toEqual([]);
      expect(`${left.startsWith('\uFEFF') ? '\uFEFF' : ''}${others(text.replace(/^\uFEFF/, ''))}`).toBe(left);
      // Nothing that was there is lost: every line of it that says something is still there, in its order.
      expect(wordsOf(left)).toEqual(expect.arrayContaining([...wordsOf(kind.text ?? '')]));
    },
  );
});

const wordsOf = (text: string): readonly string[] =>
  [...new Set(text.match(/[\w"'\\#/*.-]{2,}/g) ?? [])].filter(
    (word) => !['"hooks"', 'null'].includes(word) && !/^"\w+"$/.test(word),
  );
