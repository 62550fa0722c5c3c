// A scripted agent session on a throw-away project, with the example plugins at work.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { type Engine, engineOf, settle } from '../../engine/index.js';
import { parseInput } from '../../events/index.js';
import { makeScratch, removeScratch } from '../../files/index.js';
import { findProgram, settledNames } from '../../machine/index.js';
import { ownFile } from '../../package.js';
import { approve, survey } from '../../trust/index.js';
import { UserError } from '../io.js';
import type { Output } from '../output.js';
import { showDecision } from '../show/decision.js';
import { type Screen, screenFor } from '../show/screen.js';

/** One thing the scripted agent does. */
interface Step {
  readonly title: string;
  readonly event: Readonly<Record<string, unknown>>;
  /** The file a tool of this step writes, before its hooks look at it. */
  readonly writes?: { readonly path: string; readonly content: string };
}

/** Examples that talk to something that a demonstration must not: it could cost money. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'policy-server': 'its own server',
  'production-guard': 'a model',
};

/** What an example cannot do without, beyond Node and a shell. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  formatter: ['prettier'],
  protection: ['python3'],
  linter: ['python3', 'pylint'],
};

type Env = Readonly<Record<string, string | undefined>>;

/** Plays the session, and shows what happens. */
export async function demonstrate(out: Output, around: Env): Promise<void> {
  const examples = ownFile('examples/hooks');
  if (examples === null) throw new UserError('this copy of amplifier-hooks comes without examples');
  const root = makeScratch('amplifier-hooks-demo-');
  const [project, home] = [join(root, 'project'), join(root, 'home')];
  const screen = screenFor(out, around, project);
  for (const folder of [project, home]) mkdirSync(folder);
  // prettier is a development dependency of this repository; the formatter finds it on PATH.
  const path = [
    join(ownFile('.') ?? '', 'node_modules', '.bin'),
    around['PATH'] ?? '',
    dirname(process.execPath),
  ].join(delimiter);
  const leftOut = install(examples, project, path);
  const settled = settle({
    projectDir: project,
    home,
    env: { ...settledNames(around), PATH: path, HOME: home },
    stateDir: join(root, 'state'),
  });
  // What a person does with `amplifier-hooks trust` after having looked at them.
  const found = survey(settled.request, settled.stateDir);
  approve(found, found.entries, new Date());
  const engine = engineOf(settled);
  try {
    out.lines(introduction(engine, leftOut, screen));
    for (const [index, step] of steps(project).entries())
      out.lines(await play(engine, step, index + 1, screen));
    out.lines(ending(project, screen));
  } finally {
    await engine.close();
    await removeScratch(root);
  }
}

/** Copies the example plugins that can run here; returns the others with the reason. */
function install(examples: string, project: string, path: string): string[] {
  const leftOut: string[] = [];
  for (const entry of readdirSync(examples, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const missing = (NEEDS[entry.name] ?? []).filter((program) => findProgram(program, path) === null);
    const elsewhere = ELSEWHERE[entry.name];
    if (elsewhere !== undefined) leftOut.push(`${entry.name} asks ${elsewhere}`);
    else if (missing.length > 0)
      leftOut.push(`${entry.name} needs ${missing.join(' and ')}, not installed here`);
    else
      cpSync(join(examples, entry.name), join(project, '.amplifier', 'hooks', entry.name), {
        recursive: true,
      });
  }
  return leftOut;
}

async function play(engine: Engine, step: Step, number: number, screen: Screen): Promise<string[]> {
  if (step.writes !== undefined) {
    mkdirSync(dirname(step.writes.path), { recursive: true });
    writeFileSync(step.writes.path, step.writes.content);
  }
  const parsed = parseInput(step.event);
  if (!parsed.ok || parsed.input.kind !== 'known')
    throw new Error(`the demonstration sends a bad event: ${step.title}`);
  const decision = await engine.dispatch(parsed.input);
  const [name, ...rest] = [parsed.input.row.name, screen.line(step.title)];
  return [
    '',
    `${String(number).padStart(2)} ${screen.bold(name.padEnd(17))} ${rest.join(' ')}`,
    ...showDecision(decision, screen),
  ];
}

function introduction(engine: Engine, leftOut: readonly string[], screen: Screen): string[] {
  const { hooks, diagnostics } = engine.generation;
  const owners = new Set(hooks.map((hook) => hook.source.owner));
  return [
    screen.bold('amplifier-hooks: a scripted agent session on a throw-away project'),
    `${hooks.length} hooks from ${owners.size} plugins in .amplifier/hooks/: ${[...owners].join(', ')}`,
    ...leftOut.map((why) => screen.dim(`left out: ${why}`)),
    ...diagnostics.map(({ message }) => screen.yellow(`note: ${message}`)),
    screen.dim('✓ ran   ✗ ran and blocks   ! failed   · did not run, and why'),
  ];
}

function ending(project: string, screen: Screen): string[] {
  const log = join(project, 'bash-commands.log');
  const formatted = join(project, 'src', 'app.ts');
  return [
    '',
    screen.bold('What the hooks left behind'),
    ...(existsSync(log)
      ? [`bash-commands.log: ${readFileSync(log, 'utf8').trim().split('\n').join(' | ')}`]
      : []),
    ...(existsSync(formatted) ? [`src/app.ts:        ${screen.line(readFileSync(formatted, 'utf8'))}`] : []),
    '',
    'Next, in a project of yours:',
    '  amplifier-hooks install example:bash-validator',
    '  amplifier-hooks init',
  ];
}

function steps(project: string): readonly Step[] {
  const common = { session_id: 'demo', cwd: project, permission_mode: 'default' };
  const event = (hook_event_name: string, fields: Record<string, unknown>) => ({
    ...common,
    hook_event_name,
    ...fields,
  });
  const bash = (command: string): Step => ({
    title: `Bash: ${command}`,
    event: event('PreToolUse', { tool_name: 'Bash', tool_input: { command } }),
  });
  const write = (name: string, content: string): Step => {
    const file_path = join(project, name);
    return {
      title: `Write: ${name}`,
      event: event('PreToolUse', { tool_name: 'Write', tool_input: { file_path, content } }),
    };
  };
  const wrote = (name: string, content: string): Step => {
    const path = join(project, name);
    const fields = {
      tool_name: 'Write',
      tool_input: { file_path: path, content },
      tool_response: { filePath: path },
    };
    return { title: `Write: ${name}`, event: event('PostToolUse', fields), writes: { path, content } };
  };
  const messy = "export const greet=(name:string)=>{return 'Hello, '+name}\n";
  return [
    { title: 'a new session', event: event('SessionStart', { source: 'startup' }) },
    { title: '“Add a greeting”', event: event('UserPromptSubmit', { prompt: 'Add a greeting' }) },
    bash('ls -la src'),
    bash('rm -rf / --no-preserve-root'),
    write('.env.production', 'TOKEN=1'),
    write('src/app.ts', messy),
    wrote('src/app.ts', messy),
    wrote('config.json', '{\n  "name": "demo",\n  "debug": tru\n}\n'),
    wrote('tools/greet.py', 'import os\ndef greet(name): print("Hello, " + nmae)\n'),
    { title: 'the agent wants to stop', event: event('Stop', { last_assistant_message: 'Done.' }) },
    { title: 'the session ends', event: event('SessionEnd', { reason: 'other' }) },
  ];
}
