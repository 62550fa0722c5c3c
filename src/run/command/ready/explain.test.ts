// What would wait for a hook is told without starting anything.
import { expect, it } from 'vitest';
import type { CommandHandler } from '../../../nouns.js';
import { profile } from '../../../profiles.js';
import { commandHook, task } from '../../../testing/index.js';
import { TEST_PATH, testPlace } from '../../testing/place.js';
import { explainReady } from './explain.js';

const place = testPlace();
for (const [name, firstLine] of [
  ['x.sh', '#!/bin/bash'],
  ['found.sh', '#!/usr/bin/env bash'],
  ['strict.sh', '#!/bin/bash -e'],
  ['plain.sh', '#!/bin/sh'],
  ['x.py', '#!/usr/bin/env python3'],
] as const)
  place.write(name, `${firstLine}\n`);

const readyFor = (command: string, env = {}, more: Partial<CommandHandler> = {}) => {
  const hook = commandHook(command, more);
  if (hook.handler.type !== 'command') throw new Error('not a command');
  const { env: usual } = task(hook);
  const around = { ...usual, PATH: TEST_PATH, ...env };
  return explainReady(hook, hook.handler, around, profile('amplifier'), place.root);
};

it.each([
  ['true', 'shell'],
  ['./x.sh', 'bash'],
  ['./found.sh "a b"', 'bash'],
  ['bash x.sh', 'bash'],
  ['bash -e x.sh', 'shell'],
  ['./strict.sh', 'shell'],
  ['./plain.sh', 'shell'],
  ['./x.sh | cat', 'shell'],
  ['./x.sh && true', 'shell'],
  ['./nosuch.sh', 'shell'],
  ['python3 x.py', 'python'],
  ['./x.py', 'python'],
])('%s: %s', (command, kind) => {
  expect(readyFor(command)).toEqual({ kind });
});

it('a script without a shell', () => {
  expect(readyFor(place.path('x.sh'), {}, { args: [] })).toEqual({ kind: 'bash' });
});

it.each(['BASH_COMPAT', 'BASH_EXECUTION_STRING', 'BASH_FUNC_x%%', 'POSIXLY_CORRECT'])(
  'a script without a shell, with %s',
  (name) => {
    expect(readyFor(place.path('x.sh'), { [name]: '1' }, { args: [] })).toMatchObject({ kind: 'cold' });
  },
);
