// Our connection, until `amplifier-hooks connect` writes it.
import { existsSync, readFileSync } from 'node:fs';
import { agentNamed } from '../../src/hosts/agents/index.js';
import { hookScript } from '../../src/hosts/cline/script.js';
import { PLUGIN_NAME, withCommand } from '../../src/hosts/opencode/plugin-file.js';
import type { DrivenName } from './driver.js';
import type { World } from './world.js';

const SECONDS = 120;

export async function connect(world: World, host: DrivenName): Promise<void> {
  const agent = await agentNamed(host);
  const facts = agent?.facts;
  const command = `${world.command} dispatch --host ${host} --host-timeout ${SECONDS}`;
  if (facts === undefined) {
    const entry = [{ hooks: [{ type: 'command', command, timeout: SECONDS }] }];
    const events = [
      'SessionStart',
      'UserPromptSubmit',
      'PreToolUse',
      'PermissionRequest',
      'PostToolUse',
      'PostToolUseFailure',
      'Stop',
      'SubagentStop',
      'SessionEnd',
      'PreCompact',
      'Notification',
    ];
    world.write('home/.claude/settings.json', { hooks: Object.fromEntries(events.map((e) => [e, entry])) });
    return;
  }
  const { settings } = facts;
  const events = [
    ...new Set(facts.events.filter((e) => e.ours !== null && e.toldBy === undefined).map((e) => e.theirs)),
  ];
  const file = (settings.user ?? '').replace('~', 'home');
  const timeout = settings.timeout.unit === 'milliseconds' ? SECONDS * 1000 : SECONDS;
  const matcher = settings.matcher?.every ?? null;
  const before =
    existsSync(world.path(file)) && settings.form !== 'scripts' && settings.form !== 'plugin'
      ? world.read(file)
      : '';
  if (settings.form === 'groups') {
    const hooks = Object.fromEntries(
      events.map((e) => [
        e,
        [
          {
            ...(matcher !== null && /Tool/.test(e) ? { matcher } : {}),
            hooks: [{ type: 'command', command, timeout }],
          },
        ],
      ]),
    );
    world.write(file, { ...(before === '' ? {} : JSON.parse(before)), hooks });
  } else if (settings.form === 'entries') {
    const hooks = Object.fromEntries(
      events.map((e) => [
        e,
        [
          {
            type: 'command',
            command: `${command}${e === 'PermissionRequest' ? ' --event PermissionRequest' : ''}`,
            timeoutSec: timeout,
          },
        ],
      ]),
    );
    world.write(file, { version: 1, hooks });
  } else if (settings.form === 'tables') {
    world.write(
      file,
      `${before}${events.map((e) => `\n[[hooks]]\nevent = "${e}"\ncommand = "${command}"\ntimeout = ${timeout}\n`).join('')}`,
    );
  } else if (settings.form === 'scripts') {
    for (const e of events) world.write(`${file}/${e}`, hookScript(e, [world.command]), 0o755);
  } else {
    const made = readFileSync(new URL('../../../dist/bin/opencode-plugin.js', import.meta.url), 'utf8');
    world.write(`${file}/${PLUGIN_NAME}`, withCommand(made, [world.command]));
  }
}
