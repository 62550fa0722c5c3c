// The environment of a hook: what it gets, what is kept from it, and that the explanation says the same.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profile } from '../profiles.js';
import { commandHook, envLayer } from '../testing/index.js';
import { VOICES } from '../voices.js';
import { CREDENTIALS, isCredential } from './credentials.js';
import { type EnvironmentQuestion, explainEnvironment, hookEnvironment } from './environment.js';

const question = (changes: Partial<EnvironmentQuestion> = {}): EnvironmentQuestion => ({
  base: { PATH: '/bin', HOME: '/home/me' },
  generationEnv: [],
  hook: commandHook('true'),
  profile: profile('amplifier'),
  projectDir: '/project',
  sessionId: 'session-1',
  effort: null,
  envFile: null,
  exported: [],
  remote: false,
  hostPid: 42,
  ...changes,
});

const OURS = {
  AMPLIFIER_PROJECT_DIR: '/project',
  CLAUDE_PROJECT_DIR: '/project',
  AMPLIFIER_HOOKS_DIR: '/project/.claude',
  AMPLIFIER_SESSION_ID: 'session-1',
  CLAUDE_CODE_SESSION_ID: 'session-1',
  CLAUDECODE: '1',
  CLAUDE_CODE_CHILD_SESSION: '1',
  CLAUDE_PID: '42',
};

/** Names, and values where they decide. */
function valued(
  variables: readonly (readonly [string, string?])[],
): readonly { readonly name: string; readonly value: string }[] {
  return variables.map(([name, value = 'dummy']) => ({ name, value }));
}
const GOES = valued([
  ['GROQ_API_KEY'],
  ['MISTRAL_API_KEY'],
  ['COHERE_API_KEY'],
  ['TOGETHER_API_KEY'],
  ['DEEPSEEK_API_KEY'],
  ['OPENROUTER_KEY'],
  ['XAI_API_KEY'],
  ['VAULT_TOKEN'],
  ['VAULT_ADDR'],
  ['DATABASE_URL'],
  ['DATABASE_URL_TEST'],
  ['REDIS_URL', 'redis://:pw@cache:6379'],
  ['MONGODB_URI', 'mongodb://me:pw@db/x'],
  ['AMQP_URL', 'amqp://me:pw@queue'],
  ['HTTPS_PROXY', 'http://me:pw@proxy:8080'],
  ['SENTRY_DSN'],
  ['AZURE_STORAGE_CONNECTION_STRING'],
  ['AZURE_STORAGE_KEY'],
  ['AWS_ACCESS_KEY_ID'],
  ['DIGITALOCEAN_ACCESS_TOKEN'],
  ['CLOUDFLARE_API_TOKEN'],
  ['SLACK_BOT_TOKEN'],
  ['TELEGRAM_BOT_TOKEN'],
  ['TWILIO_AUTH_TOKEN'],
  ['STRIPE_SECRET_KEY'],
  ['STRIPE_WEBHOOK_SECRET'],
  ['SENDGRID_API_KEY'],
  ['DD_API_KEY'],
  ['DD_APP_KEY'],
  ['PGPASSWORD'],
  ['MYSQL_PWD'],
  ['DB_PASS'],
  ['SMTP_PASSWORD'],
  ['SSHPASS'],
  ['GPG_PASSPHRASE'],
  ['RAILS_MASTER_KEY'],
  ['SECRET_KEY_BASE'],
  ['DJANGO_SECRET_KEY'],
  ['JWT_SECRET'],
  ['SSH_PRIVATE_KEY'],
  ['SIGNING_KEY_PASSWORD'],
  ['TWINE_PASSWORD'],
  ['CARGO_REGISTRY_TOKEN'],
  ['NPM_CONFIG__AUTH'],
  ['npm_config_//registry.example/:_authToken'],
  ['INPUT_DEPLOY_TOKEN'],
  ['GITHUB_PAT'],
  ['SESSION_COOKIE'],
  ['dbPassword'],
  ['ANYTHING', `ghp_${'a1B2c3D4'.repeat(5)}`],
  ['EXTRA_ARGS', '--password hunter2'],
  ['JAVA_OPTS', '-Djavax.net.ssl.keyStorePassword=hunter2'],
]);
const STAYS = valued([
  ['PATH', '/bin:/usr/bin'],
  ['HOME', '/home/me'],
  ['PWD', '/home/me'],
  ['OLDPWD', '/home'],
  ['LANG', 'C.UTF-8'],
  ['TERM', 'xterm-256color'],
  ['LS_COLORS', 'di=01;34:*.key=01;31'],
  ['SSH_AUTH_SOCK', '/run/agent'],
  ['SSH_ASKPASS', '/usr/bin/ask'],
  ['GIT_ASKPASS', '/usr/bin/ask'],
  ['GPG_TTY', '/dev/pts/1'],
  ['AWS_REGION', 'eu-central-1'],
  ['AWS_PROFILE', 'work'],
  ['AWS_WEB_IDENTITY_TOKEN_FILE', '/run/token'],
  ['AWS_SHARED_CREDENTIALS_FILE', '/home/me/.aws/credentials'],
  ['PASSWORD_STORE_DIR', '/home/me/.password-store'],
  ['XAUTHORITY', '/run/x'],
  ['MAX_TOKENS', '100'],
  ['TOKENIZERS_PARALLELISM', 'false'],
  ['SSH_PUBLIC_KEY', 'ssh-ed25519 AAAA me'],
  ['CACHE_KEY', 'node-modules-v1'],
  ['KEYBOARD', 'de'],
  ['AUTHOR', 'me'],
  ['HTTPS_PROXY', 'http://proxy:8080'],
  ['REDIS_URL', 'redis://cache:6379'],
  ['NODE_OPTIONS', '--max-old-space-size=4096'],
  ['GIT_AUTHOR_EMAIL', 'me@host.example'],
  ['COMPASS', 'north'],
  ['BYPASS', 'no'],
  ['SECRET_NAME', 'db'],
  ['EMPTY_TOKEN', ''],
]);

describe('a hook gets', () => {
  it('the host’s environment and ours', () => {
    expect(hookEnvironment(question())).toEqual({
      PATH: '/bin',
      HOME: '/home/me',
      ...OURS,
      CLAUDE_CODE_REMOTE: 'false',
    });
    expect(hookEnvironment(question({ profile: profile('claude-code') }))).toEqual({
      PATH: '/bin',
      HOME: '/home/me',
      ...OURS,
    });
  });

  it('settings over the host, exports over settings, ours over all', () => {
    const all = (from: string) => ({ ...OURS, A: from, B: from, C: from });
    const base = { ...all('host') };
    const generationEnv = { B: 'settings', C: 'settings', CLAUDE_PROJECT_DIR: '/elsewhere' };
    const exported = { C: 'exported', CLAUDECODE: '0', CLAUDE_ENV_FILE: '/stolen' };
    const env = hookEnvironment(
      question({ base, generationEnv: [envLayer(generationEnv)], exported: [envLayer(exported)] }),
    );
    expect(env).toEqual({ ...OURS, A: 'host', B: 'settings', C: 'exported', CLAUDE_CODE_REMOTE: 'false' });
  });

  it('exports of earlier hooks only where the profile says so', () => {
    const variables = { NODE_ENV: 'test' };
    const exported = [envLayer(variables)];
    expect(hookEnvironment(question({ exported }))).toMatchObject(variables);
    const other = hookEnvironment(question({ exported, profile: profile('claude-code') }));
    expect(other).not.toHaveProperty('NODE_ENV');
  });

  it('what belongs to the event and to its plugin, and never an inherited one', () => {
    const inherited = {
      CLAUDE_EFFORT: 'old',
      CLAUDE_ENV_FILE: '/old',
      AMPLIFIER_ENV_FILE: '/old',
      CLAUDE_PLUGIN_ROOT: '/old',
      CLAUDE_PLUGIN_DATA: '/old',
    };
    const without = hookEnvironment(question({ base: inherited }));
    for (const name of Object.keys(inherited)) expect(without).not.toHaveProperty(name);
    const hook = commandHook('true', {}, { pluginRoot: '/plugin', pluginData: '/data' });
    expect(
      hookEnvironment(question({ base: inherited, hook, effort: 'high', envFile: '/env' })),
    ).toMatchObject({
      CLAUDE_EFFORT: 'high',
      CLAUDE_ENV_FILE: '/env',
      AMPLIFIER_ENV_FILE: '/env',
      CLAUDE_PLUGIN_ROOT: '/plugin',
      CLAUDE_PLUGIN_DATA: '/data',
    });
  });

  it.each([
    ['amplifier', true, 'true'],
    ['amplifier', false, 'false'],
    ['claude-code', true, 'true'],
    ['claude-code', false, undefined],
  ] as const)('CLAUDE_CODE_REMOTE in %s, remote %s: %s', (name, remote, expected) => {
    const base = { CLAUDE_CODE_REMOTE: 'inherited' };
    const env = hookEnvironment(question({ base, remote, profile: profile(name) }));
    expect(env['CLAUDE_CODE_REMOTE']).toBe(expected);
  });
});

describe('a hook does not get', () => {
  it('telemetry settings', () => {
    const base = { OTEL_EXPORTER_OTLP_HEADERS: 'secret', OTEL_SDK_DISABLED: '1', HOTEL_: 'kept' };
    const env = hookEnvironment(question({ base }));
    expect(Object.keys(env).filter((name) => name.includes('OTEL'))).toEqual(['HOTEL_']);
  });

  it('credentials where scrubbing is on', () => {
    const secrets = Object.fromEntries(
      CREDENTIALS.flatMap((name) => [
        [name, 's'],
        [`INPUT_${name}`, 's'],
      ]),
    );
    const base = { ...secrets, AWS_REGION: 'eu', INPUT_TEXT: 'kept' };
    expect(hookEnvironment(question({ base }))).toMatchObject(base);
    for (const on of [
      { base: { ...base, CLAUDE_CODE_SUBPROCESS_ENV_SCRUB: '1' } },
      { base, generationEnv: [envLayer({ CLAUDE_CODE_SUBPROCESS_ENV_SCRUB: '1' })] },
    ]) {
      const env = hookEnvironment(question(on));
      for (const name of Object.keys(secrets)) expect(env).not.toHaveProperty(name);
      expect(env).toMatchObject({ AWS_REGION: 'eu', INPUT_TEXT: 'kept' });
    }
    expect(CREDENTIALS).toEqual(
      expect.arrayContaining(['ANTHROPIC_API_KEY', 'AWS_SECRET_ACCESS_KEY', 'GITHUB_TOKEN']),
    );
  });

  const ON = { CLAUDE_CODE_SUBPROCESS_ENV_SCRUB: '1' };

  it.each(GOES)('$name where scrubbing is on', ({ name, value }) => {
    expect(isCredential(name, value, 'by-pattern')).toBe(true);
    expect(hookEnvironment(question({ base: { ...ON, [name]: value } }))).not.toHaveProperty(name);
    expect(hookEnvironment(question({ base: { [name]: value } }))).toHaveProperty(name);
  });

  it.each(STAYS)('and what is none stays: $name', ({ name, value }) => {
    expect(isCredential(name, value, 'by-pattern')).toBe(false);
    expect(hookEnvironment(question({ base: { ...ON, [name]: value } }))).toHaveProperty(name, value);
  });

  it('in the profile claude-code only what is listed', () => {
    const base = { ...ON, GROQ_API_KEY: 'dummy', GITHUB_TOKEN: 'dummy' };
    const env = hookEnvironment(question({ base, profile: profile('claude-code') }));
    expect([env['GROQ_API_KEY'], env['GITHUB_TOKEN']]).toEqual(['dummy', undefined]);
  });

  it('a credential by way of settings or of an earlier hook', () => {
    const generationEnv = [envLayer({ GITHUB_TOKEN: 'dummy' })];
    const exported = [envLayer({ DEPLOY_TOKEN: 'dummy' })];
    const asked = question({ base: ON, generationEnv, exported });
    expect(hookEnvironment(asked)).not.toHaveProperty('GITHUB_TOKEN');
    expect(hookEnvironment(asked)).not.toHaveProperty('DEPLOY_TOKEN');
    const told = explainEnvironment(asked).filter(({ name }) => name.endsWith('_TOKEN'));
    expect(told).toEqual(
      ['GITHUB_TOKEN', 'DEPLOY_TOKEN'].map((name) => ({
        name,
        value: null,
        from: 'removed',
        why: 'a credential, and CLAUDE_CODE_SUBPROCESS_ENV_SCRUB is on',
      })),
    );
  });

  it('BASH_ENV where bash would read it', () => {
    const base = { BASH_ENV: '/rc' };
    const program = commandHook('prog', { args: [] });
    expect(hookEnvironment(question({ base }))).not.toHaveProperty('BASH_ENV');
    expect(hookEnvironment(question({ base, hook: program }))).toMatchObject(base);
    expect(hookEnvironment(question({ base, profile: profile('claude-code') }))).toMatchObject(base);
  });

  it('what no process can have', () => {
    const odd = { NUL: 'a\0b', '': 'x', 'A=B': 'x' };
    const env = hookEnvironment(
      question({ base: { ...odd, U: undefined }, generationEnv: [envLayer(odd)], exported: [envLayer(odd)] }),
    );
    for (const name of [...Object.keys(odd), 'U']) expect(Object.keys(env)).not.toContain(name);
  });
});

describe('the explanation', () => {
  it('names every difference with its origin, and nothing that stays the same', () => {
    const told = explainEnvironment(
      question({
        base: { PATH: '/bin', CLAUDECODE: '1', OTEL_X: '1', S: 'host', CLAUDE_ENV_FILE: '/old' },
        generationEnv: [envLayer({ S: 'settings' })],
        exported: [envLayer({ E: 'exported' })],
      }),
    );
    const origins = Object.fromEntries(told.map(({ name, value, from }) => [name, `${from}: ${value}`]));
    expect(origins).toMatchObject({
      OTEL_X: 'removed: null',
      S: 'settings: settings',
      E: 'env-file: exported',
      CLAUDE_ENV_FILE: 'removed: null',
      CLAUDE_PROJECT_DIR: 'engine: /project',
    });
    for (const name of ['PATH', 'CLAUDECODE', 'CLAUDE_PLUGIN_ROOT']) expect(origins).not.toHaveProperty(name);
    for (const { why } of told) expect(why).not.toBe('');
  });

  const names = fc.oneof(
    fc.constantFrom(
      'PATH',
      'BASH_ENV',
      'CLAUDE_PID',
      'CLAUDE_EFFORT',
      'OTEL_A',
      'GH_TOKEN',
      'INPUT_GH_TOKEN',
      'A',
      'B',
    ),
    fc.constantFrom('CLAUDE_CODE_SUBPROCESS_ENV_SCRUB', 'CLAUDE_PLUGIN_ROOT', '', 'X=Y', 'toString'),
  );
  const values = fc.oneof(fc.constantFrom('1', '/old', 'a\0b', ''), fc.string());
  const variables = fc.dictionary(names, values, { noNullPrototype: true });
  const layers = fc.tuple(variables, fc.constantFrom(...VOICES)).map((parts) => envLayer(...parts));

  it('applied to the host’s environment gives the hook’s', () => {
    fc.assert(
      fc.property(
        fc.record({ base: variables, generationEnv: fc.array(layers), exported: fc.array(layers) }),
        fc.constantFrom(...VOICES),
        fc.constantFrom('amplifier', 'claude-code'),
        fc.option(fc.string()),
        fc.boolean(),
        (added, voice, name, effort, remote) => {
          const hook = { ...commandHook('true'), voice };
          const asked = question({ ...added, hook, profile: profile(name), effort, remote });
          const expected = new Map(Object.entries(added.base));
          for (const { name: changed, value } of explainEnvironment(asked)) {
            if (value === null) expected.delete(changed);
            else expected.set(changed, value);
          }
          expect(hookEnvironment(asked)).toEqual(Object.fromEntries(expected));
        },
      ),
    );
  });
});
