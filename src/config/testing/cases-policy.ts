// Defects of the administrator's policy.
import type { Judge } from '../judge.js';
import { type Case, strict } from './case.js';
import { hook, on } from './place.js';

const FILE = 'managed.json';
const options = {
  claudeSettings: { sources: ['user', 'project'], flagFile: null, managedFile: '../managed.json' },
} as const;

/** A judge who has nothing to say. */
const nobodyAsks: Judge = () => ({
  files: [],
  settings: () => true,
  hook: () => undefined,
  together: (hooks) => hooks,
  server: () => null,
  diagnostics: () => [],
});

const row = (title: string, policy: string, says: string, also: Case['also'] = []): Case => ({
  title,
  code: 'policy-invalid',
  file: FILE,
  text: `{"hookPolicy": ${policy}}`,
  options,
  severity: 'error',
  says,
  also,
});

export const POLICY_CASES: readonly Case[] = [
  row('no object', '▸[]', '"hookPolicy" must be an object, but is'),
  row('an unknown field', '{▸"requires": []}', 'Did you mean "require"?'),
  row('an unknown trust', '{"trust": ▸"contents"}', 'Did you mean "content"?'),
  row('a trust that is no text', '{"trust": ▸true}', '"trust" must be "content", "follow", "off"'),
  row('require that is no list', '{"require": ▸{}}', '"require" must be an array'),
  row('a requirement that is no object', '{"require": [▸"guard"]}', 'An item of "require" must be an object'),
  row('a requirement of nothing', '{"require": [▸{"note": "n"}]}', 'must say which hook'),
  row(
    'a requirement without an event',
    '{"require": [▸{"command": "guard"}]}',
    'must say for which "event"',
    ['policy-unmet'],
  ),
  row(
    'an unknown field of a requirement',
    '{"require": [{▸"plugn": "p", "id": "i"}]}',
    'Did you mean "plugin"?',
    ['policy-unmet'],
  ),
  row('an event that is none', '{"require": [{"event": ▸"PreToolUsed"}]}', 'Did you mean "PreToolUse"?', [
    'policy-unmet',
  ]),
  row('an empty command', '{"require": [{"event": "Stop", "command": ▸""}]}', '"command" must be a text', [
    'policy-unmet',
  ]),
  row('a source that is none', '{"sources": {"refuse": [▸"projct"]}}', 'Did you mean "project"?'),
  row('a kind of source that is none', '{"sources": {"refuse": [▸"plugins:x"]}}', 'Did you mean "plugin:x"?'),
  row('a source that names nobody', '{"sources": {"allow": [▸"plugin:"]}}', 'names nobody'),
  row('sources without lists', '{"sources": ▸["project"]}', '"sources" must be an object'),
  row('a list that is none', '{"sources": {"refuse": ▸"project"}}', '"refuse" of "sources" must be an array'),
  row('a handler type that is none', '{"handlerTypes": {"allow": [▸"comand"]}}', 'Did you mean "command"?'),
  row('an item that is no text', '{"handlerTypes": {"refuse": [▸5]}}', 'must be a text'),
  row(
    'an address that is none',
    '{"addresses": {"refuse": [▸"evil.example"]}}',
    'Did you mean "*://evil.example/*"?',
  ),
  row('allowed addresses', '{"addresses": {▸"allow": []}}', '"allowedHttpHookUrls" beside "hookPolicy"'),
  {
    title: 'a hook that is required and not there',
    code: 'policy-unmet',
    file: FILE,
    text: '{"hookPolicy": {"require": [▸{"event": "PreToolUse", "command": "/opt/guard*", "note": "Run corp-setup."}]}}',
    options,
    severity: 'error',
    says: 'requires a hook that runs "/opt/guard*" for PreToolUse: no such hook is configured. Run corp-setup.',
    also: [],
  },
  {
    title: 'managed settings that are no JSON',
    code: 'policy-unreadable',
    file: FILE,
    text: '{"hooks": ',
    options,
    severity: 'error',
    says: 'is denied',
    also: ['json-syntax'],
  },
  strict({
    title: 'a policy that a broken entry beside it takes along',
    code: 'policy-unreadable',
    file: FILE,
    text: JSON.stringify({ hookPolicy: {}, ...on('PreToolUse', { type: 'command' }) }),
    options,
    severity: 'error',
    also: ['file-dropped', 'field-missing'],
  }),
  {
    title: 'a policy of the project',
    code: 'setting-ignored',
    file: 'project/.claude/settings.json',
    text: `{▸"hookPolicy": {"trust": "off", "sources": {"refuse": ["user"]}}}`,
    beside: { 'home/.claude/settings.json': on('Stop', hook('mine')) },
    options,
    severity: 'warning',
    says: '"hookPolicy" counts in the managed settings only',
    runs: ['mine'],
    also: [],
  },
  {
    title: 'an option of the host that is laxer',
    code: 'trust-limited',
    file: FILE,
    text: '{"hookPolicy": {"trust": "content"}}',
    options: { ...options, trust: { stated: 'follow', usual: 'content' }, judge: nobodyAsks },
    severity: 'error',
    says: 'asks for the trust "follow", but "hookPolicy" says "content", which counts',
    also: [],
  },
  {
    title: 'a policy of the user',
    code: 'setting-ignored',
    file: 'home/.claude/settings.json',
    text: `{▸"hookPolicy": {"trust": "off"}}`,
    options,
    severity: 'warning',
    also: [],
  },
];
