// What `npm run hosts` saw in the real hosts: its events are still read, and its answers still given.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Case } from '../../scripts/hosts/case.js';
import { ALL_CASES, hooksFile } from '../../scripts/hosts/cases.js';
import { cellOf, UNKNOWN, WORKS } from '../../scripts/hosts/cell.js';
import { DRIVEN_NAMES, type DrivenName } from '../../scripts/hosts/driver.js';
import { kept, repository } from '../../scripts/hosts/kept.js';
import { type RecordedPlay, ROOT } from '../../scripts/hosts/recording.js';
import { scorecard } from '../../scripts/hosts/scorecard.js';
import type { Exchange } from '../../scripts/hosts/seen.js';
import { own, play } from '../../src/cli/testing/play.js';
import { type EventName, eventRow, parseInput } from '../../src/events/index.js';
import { type Ability, agentNamed } from '../../src/hosts/agents/index.js';
import { PROJECT, payloadOf } from '../../src/hosts/agents/testing/payloads.js';
import { lostValues } from '../../src/hosts/agents/testing/values.js';
import { Folder } from '../../src/testing/index.js';

const root = repository();

const recordings = DRIVEN_NAMES.flatMap((host) => {
  const recording = kept(root, host);
  return recording === null ? [] : [{ host, recording }];
});
const cases = recordings.flatMap(({ host, recording }) =>
  recording.cases.map((recorded) => ({ host, id: recorded.id, recorded, which: caseOf(recorded.id) })),
);

function caseOf(id: string): Case {
  const which = ALL_CASES.find((one) => one.id === id);
  if (which === undefined) throw new Error(`${id} is not a case any more: record it again`);
  return which;
}

describe('recordings of hosts', () => {
  it('there is one of every host that can be run, with every case', () => {
    expect(recordings.map(({ host }) => host)).toEqual(DRIVEN_NAMES);
    for (const { recording } of recordings)
      expect(recording.problem ?? recording.cases.map(({ id }) => id)).toEqual(ALL_CASES.map(({ id }) => id));
  });

  it.each(cases)('$host, $id: every event is read without loss', async ({ host, recorded }) => {
    for (const { exchanges } of recorded.plays)
      for (const exchange of exchanges) expect(await lost(host, exchange)).toEqual([]);
  });

  it.each(cases.filter(({ which }) => Object.keys(which.hooks).length > 0 && which.id !== 'killed'))(
    '$host, $id: the answers are those that were seen to do it',
    async ({ host, recorded, which }) => {
      for (const recordedPlay of recorded.plays) await answersAgain(host, which, recordedPlay);
    },
  );

  it.each(cases)('$host, $id: its facts say what was seen', async ({ host, recorded, which }) => {
    const { cell, why, plays } = recorded;
    const seen = plays.map((one) => one.seen);
    expect(why).not.toBe(UNKNOWN);
    expect(await cellOf(which, host, seen)).toEqual({ cell, why });
    const row = (await agentNamed(host))?.facts.events.find(({ ours }) => ours === which.about?.event);
    const way = which.about === null ? undefined : row?.ways[which.about.ability];
    // What was seen to work is neither lost nor unmeasured.
    if (cell !== WORKS) return;
    // A turn that ends anyway ends also where nobody hears that it is to end.
    const isLost = way?.kind === 'lost' && which.id !== 'stop-stop';
    const marks = [isLost, way?.measured === false, row?.measured === false];
    expect(marks).not.toContain(true);
  });

  it.each(recordings)('$host: what was never seen there has a mark', async ({ host, recording }) => {
    const facts = (await agentNamed(host))?.facts;
    const seen = recording.cases.flatMap(({ id, plays }) => {
      const { about } = caseOf(id);
      const came = plays.some((one) => one.seen.asked.includes(about?.event ?? ''));
      return about !== null && came ? [`${about.event} ${about.ability}`] : [];
    });
    const unmarked = (facts?.events ?? []).flatMap(({ ours, ways, measured }) => {
      if (ours === null || measured === false) return [];
      const unlost = abilitiesAt(ours).filter(
        (ability) => ways[ability]?.kind !== 'lost' && ways[ability]?.measured !== false,
      );
      return unlost.map((ability) => `${ours} ${ability}`);
    });
    const unseen = unmarked.filter((answer) => !seen.includes(answer));
    expect([...new Set(unseen)]).toEqual(BY_HAND[host] ?? []);
  });

  it('docs/hosts.md is what they say', async () => {
    expect(readFileSync(`${root}/docs/hosts.md`, 'utf8')).toBe(await scorecard(root));
  });
});

/** What was tried in the real host by a person, because it needs one who is asked, or a second agent. */
const BY_HAND: Partial<Readonly<Record<DrivenName, readonly string[]>>> = {
  codex: ['PreToolUse allow', 'PermissionRequest deny', 'PermissionRequest allow'],
  copilot: [
    'PreToolUse allow',
    'PermissionRequest deny',
    'PermissionRequest allow',
    'PostToolUseFailure context',
    'SubagentStart context',
    'SubagentStop continue',
    'SubagentStop context',
  ],
  droid: ['PreToolUse allow'],
};

/** What hooks of an event may ask for; a message to the user is told apart, because nobody is there to see it. */
function abilitiesAt(event: EventName): readonly Ability[] {
  const { specific, jsonBlock, exit2, continueFalse, context } = eventRow(event);
  const does = (what: typeof exit2): boolean => jsonBlock === what || exit2 === what;
  const has = (field: string): boolean => Object.keys(specific ?? {}).includes(field);
  const all: readonly (readonly [Ability, boolean])[] = [
    ['deny', does('deny') || does('block') || has('decision')],
    ['ask', has('permissionDecision')],
    ['allow', has('permissionDecision') || has('decision')],
    ['continue', does('goOn')],
    ['feedback', does('feedback')],
    ['updatedInput', has('updatedInput')],
    ['updatedOutput', has('updatedToolOutput')],
    ['context', has('additionalContext') && context !== 'log'],
    ['stop', continueFalse],
  ];
  return all.flatMap(([ability, isThere]) => (isThere ? [ability] : []));
}

/** Names of events, tools and modes, which hooks know as Claude Code's, and what a host says twice. */
const RENAMED: Partial<Readonly<Record<DrivenName, RegExp>>> = {
  'kimi-code': /^prompt\.\d+\.type /,
  cline: /^tool_(?:call|result)\.name |^(?:preToolUse|postToolUse)\./,
  opencode: /^opencode_hook |\.tool |\.permission |^input\.event\.(?:id|type) |part\.(?:type|state\.status) /,
  qwen: /^permission_mode /,
};

async function lost(host: DrivenName, { payload, event }: Exchange): Promise<readonly string[]> {
  const fields: Exchange['payload'] = JSON.parse(JSON.stringify(payload).replaceAll(ROOT, dirname(PROJECT)));
  const agent = await agentNamed(host);
  if (agent === null) {
    const parsed = parseInput(fields);
    return parsed.ok ? [] : parsed.problems.map(({ message }) => message);
  }
  const found = lostValues(agent, payloadOf(fields, { event }));
  return found.filter((words) => RENAMED[host]?.test(words) !== true);
}

/** Sends the same events to the same hooks, in a home and a project like those of the play. */
async function answersAgain(host: DrivenName, which: Case, { exchanges }: RecordedPlay): Promise<void> {
  const world = new Folder();
  onTestFinished(() => world.remove());
  const project = world.makeFolder('project');
  const cwd = which.below === true ? world.makeFolder('project/below') : project;
  world.write('project/.git/HEAD', 'ref: refs/heads/main\n');
  const owner = which.owner === 'project' ? 'project' : 'home';
  world.write(`${owner}/.amplifier/hooks/hooks.json`, hooksFile(which, project));
  const env = { PATH: process.env['PATH'], HOME: world.makeFolder('home') };
  own(project, env);
  for (const { event, payload, answer } of exchanges) {
    const named = event === null ? [] : ['--event', event];
    // Where the host ended meanwhile, nobody heard an answer.
    if (answer === null) continue;
    const text = JSON.stringify(payload).replaceAll(ROOT, world.root);
    const argv = ['dispatch', '--host', host, ...named];
    const { code, stdout, stderr } = await play(argv, { cwd, env, stdin: { text } });
    expect({ exitCode: code, stdout, stderr }).toEqual({
      exitCode: answer.exitCode,
      stdout: answer.stdout.replaceAll(ROOT, '<root>'),
      stderr: answer.stderr.replaceAll(ROOT, '<root>'),
    });
  }
}
