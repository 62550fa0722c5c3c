// Defects of the files that say which hooks are switched off.
import type { Case } from './case.js';
import { hook, on, REGISTRY } from './place.js';

const PROJECT = 'project/.amplifier/hooks-state.json';
const USER = 'home/.amplifier/hooks-state.json';
const beside = { [REGISTRY]: on('Stop', hook('a')) };
const kept = { file: PROJECT, beside, runs: ['a'], also: [] } as const;

export const STATE_CASES: readonly Case[] = [
  { ...kept, title: 'no JSON', code: 'state-invalid', text: '{"version": 1,▸', severity: 'error' },
  { ...kept, title: 'nothing', code: 'state-invalid', text: '' },
  { ...kept, title: 'bytes', code: 'state-invalid', text: Buffer.from([0x7b, 0xff, 0x7d]) },
  { ...kept, title: 'a list', code: 'state-invalid', text: '▸[]' },
  { ...kept, title: 'no version', code: 'state-invalid', text: '{}', says: 'only 1 is known' },
  { ...kept, title: 'a later version', code: 'state-invalid', text: '{"version": ▸2}' },
  { ...kept, title: 'a list of hooks', code: 'state-invalid', text: '{"version": 1, "hooks": ▸[]}' },
  {
    ...kept,
    title: 'an entry that is not an object',
    code: 'state-invalid',
    text: '{"version": 1, "plugins": {"a": ▸"off"}}',
    says: 'ignored',
  },
  {
    ...kept,
    title: 'an unknown mode',
    code: 'state-invalid',
    text: '{"version": 1, "hooks": {"d11ef1a807": ▸{"state": "enabled", "mode": "off"}}}',
    says: 'must be',
  },
  {
    ...kept,
    title: 'a shadowed hook that is gone',
    code: 'state-unknown',
    text: '{"version": 1, "hooks": {▸"feedbeef01": {"mode": "observe"}}}',
    says: 'amplifier-hooks promote feedbeef01 --scope project',
  },
  {
    ...kept,
    title: 'a shadowed hook of the user',
    code: 'state-limited',
    beside: { 'home/.amplifier/hooks/hooks.json': on('Stop', hook('a')) },
    text: '{"version": 1, "hooks": {▸"d11ef1a807": {"mode": "observe"}}}',
    says: 'stays in force',
  },
  {
    ...kept,
    title: 'of a user file',
    code: 'state-invalid',
    file: USER,
    text: '▸3',
  },
  {
    ...kept,
    title: 'a hook that is gone',
    code: 'state-unknown',
    text: '{"version": 1, "hooks": {▸"feedbeef01": {"state": "disabled"}}}',
    severity: 'info',
    says: 'amplifier-hooks enable feedbeef01 --scope project',
  },
  {
    ...kept,
    title: 'a plugin that is gone',
    code: 'state-unknown',
    text: '{"version": 1, "plugins": {▸"linter": {"state": "disabled"}}}',
  },
  {
    ...kept,
    title: 'a hook of the user',
    code: 'state-limited',
    beside: { 'home/.amplifier/hooks/hooks.json': on('Stop', hook('a')) },
    text: '{"version": 1, "hooks": {▸"d11ef1a807": {"state": "disabled"}}}',
    severity: 'info',
    says: 'one of the user',
  },
];
