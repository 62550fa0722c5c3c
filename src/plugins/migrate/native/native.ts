// A hook as an entry of another agent's own configuration, which then runs its command without us.
import { type Agent, agentNamed, type Reads, readerNamed } from '../../../hosts/agents/index.js';
import {
  type OwnMatcher,
  ownMatcher,
  type PortableHook,
  portedAsOwn,
  portedByDispatch,
} from '../../../portability/index.js';
import { shellWord } from '../../../text/index.js';
import { renameVariables, shellValue, variable, variablesIn, withVariables } from '../commands.js';
import { cannot, Draft, textIn } from '../draft.js';
import { keptFields, numberIn } from '../foreign.js';
import type { Journey } from '../host.js';
import type { Fields, Moved, NativeTarget, Placed, Placement } from '../report.js';
import { type Scripts, scriptsOf } from '../scripts.js';
import { betterWay, ownFile, shadowOf } from './place.js';

/** The text that a command runs; `null`: not all of it is known. */
export type CodeOf = (command: string, args: readonly string[] | null) => string | null;

/** Another agent that hooks are written for. */
export class Native {
  readonly #agent: Agent;
  readonly #reads: Reads;
  readonly #journey: Journey;
  readonly #codeOf: CodeOf;
  readonly file: string;

  private constructor(agent: Agent, reads: Reads, journey: Journey, codeOf: CodeOf) {
    this.#codeOf = codeOf;
    this.#agent = agent;
    this.#reads = reads;
    this.#journey = journey;
    this.file = ownFile(agent.facts, journey);
  }

  /** Throws `PluginProblem` where the agent has no entries for commands. */
  static async of(name: NativeTarget, journey: Journey, codeOf: CodeOf): Promise<Native> {
    const [agent, reads] = await Promise.all([agentNamed(name), readerNamed(name)]);
    if (agent === null || reads === null) throw new Error(`${name} has no facts`);
    return new Native(agent, reads, journey, codeOf);
  }

  get title(): string {
    return this.#agent.facts.title;
  }

  get form(): 'groups' | 'entries' | 'tables' {
    const { form } = this.#agent.facts.settings;
    if (form === 'scripts' || form === 'plugin') throw new Error(`${this.title} has no entries`);
    return form;
  }

  /** Fields that the file begins with. */
  get head(): Fields {
    return this.#agent.facts.settings.keys?.includes('version') === true ? { version: 1 } : {};
  }

  /** What holds for every hook that is written. */
  notes(): readonly string[] {
    const { settings, measured } = this.#agent.facts;
    const { unit, standard } = settings.timeout;
    const seconds = unit === 'milliseconds' ? standard / 1000 : standard;
    return [
      ...(measured === null ? [`${this.title} was not measured: all of this is from its documents.`] : []),
      `A hook that states no timeout has ${seconds} seconds in ${this.title}; one that takes longer is passed over there.`,
      ...settings.trust[this.#journey.scope].map((step) =>
        step.replaceAll('<directory>', this.#journey.projectDir),
      ),
      ...shadowOf(this.#agent.facts, this.file),
      ...(settings.claudeFilesIf === undefined
        ? []
        : [
            `${this.title} reads ${settings.claudeFiles.join(', ')} too, ${settings.claudeFilesIf}: hooks that stand in both run twice.`,
          ]),
    ];
  }

  /** Whether the agent reads a file of Claude Code itself, whatever its user chose. */
  readsItself(file: string): boolean {
    const { settings } = this.#agent.facts;
    const { projectDir, home } = this.#journey;
    const files = settings.claudeFiles.map((one) =>
      one.startsWith('~') ? `${home}${one.slice(1)}` : `${projectDir}/${one}`,
    );
    return settings.claudeFilesIf === undefined && files.includes(file);
  }

  place(moved: Moved): Placement {
    const { facts } = this.#agent;
    const scripts = this.#scripts(moved.hook);
    const command = textIn(moved.hook, 'command');
    const code = command === null ? null : this.#codeOf(command, argsOf(moved.hook));
    const hook = portable(moved, code);
    const own = portedAsOwn(hook, facts, this.#reads);
    if (own.verdict === 'lost') {
      const isLost = portedByDispatch(hook, facts).verdict === 'lost';
      return cannot(own.reasons.join('; '), isLost ? NO_WAY : betterWay(facts.name));
    }
    const draft = new Draft();
    draft.warn(...own.reasons);
    const line = this.#command(moved.hook, scripts, draft);
    if (typeof line !== 'string') return line;
    const row = facts.events.find(({ ours, toldBy }) => ours === moved.event && toldBy === undefined);
    const event = row?.theirs ?? moved.event;
    draft.differ('event', moved.event, event);
    const matcher = matcherOf(ownMatcher(hook, facts));
    const selects = textIn(moved.group, 'matcher') ?? '';
    if (selects !== '') draft.differ('matcher', selects, matcher);
    optionsLost(moved.hook, draft);
    const to = this.#written(event, matcher, line, moved, draft);
    return { kind: 'placed', to, differences: draft.differences, warnings: draft.warnings };
  }

  #scripts(hook: Fields): Scripts {
    const { projectDir } = this.#journey;
    const args = argsOf(hook);
    const folders = { ...this.#journey, cwd: projectDir, projectVariables: ['CLAUDE_PROJECT_DIR'] };
    return scriptsOf(textIn(hook, 'command') ?? '', args ?? [], folders);
  }

  /** The command for a shell of the agent, with the variables that it sets. */
  #command(hook: Fields, scripts: Scripts, draft: Draft): string | ReturnType<typeof cannot> {
    const { facts } = this.#agent;
    const { title } = facts;
    const written = textIn(hook, 'command') ?? '';
    const args = argsOf(hook);
    const line = args === null ? written : [written, ...args].map(wordOf).join(' ');
    const unset = [...variablesIn([written, ...(args ?? [])].join(' '))].filter(
      (name) => /^(?:CLAUDE|AMPLIFIER)_/.test(name) && name !== PROJECT,
    );
    if (unset.length > 0)
      return cannot(
        `its command uses $${unset.join(', $')}, which ${title} does not set`,
        betterWay(facts.name),
      );
    const inside = scripts.texts.slice(1).map(({ text }) => text);
    const missing = ['CLAUDE_ENV_FILE', 'CLAUDE_PLUGIN_ROOT'].filter((name) =>
      inside.some((text) => text.includes(name)),
    );
    if (missing.length > 0) draft.warn(`its script uses ${missing.join(', ')}, which ${title} may not set`);
    const { projectVariable } = facts;
    if (projectVariable === PROJECT) return differing(draft, line, line);
    const root = projectVariable === null ? ROOT : variable(projectVariable);
    const renamed = renameVariables(line, { [PROJECT]: root });
    const isRead = inside.some((text) => text.includes(PROJECT));
    return differing(draft, line, isRead ? withVariables({ [PROJECT]: root }, renamed) : renamed);
  }

  #written(event: string, matcher: string | null, command: string, moved: Moved, draft: Draft): Placed {
    const { settings } = this.#agent.facts;
    const used = [
      'command',
      'args',
      'timeout',
      'type',
      'if',
      'async',
      'asyncRewake',
      'once',
      'onFailure',
      'shell',
    ];
    keptFields(moved.hook, [], used, draft);
    keptFields(moved.group, [], ['matcher'], draft);
    const stated = numberIn(moved.hook, 'timeout');
    // Whole numbers: there are agents that refuse the whole file for another one.
    const { unit, most = Number.POSITIVE_INFINITY, mostAt = {} } = settings.timeout;
    const whole = stated === null ? null : Math.ceil(unit === 'milliseconds' ? stated * 1000 : stated);
    const timeout = whole === null ? null : Math.min(whole, most, mostAt[event] ?? most);
    if (timeout !== whole) draft.warn(`${this.title} gives hooks of ${event} at most ${timeout} ${unit}`);
    if (stated !== null) draft.differ('timeout', `${stated} seconds`, `${timeout} ${settings.timeout.unit}`);
    const selects = matcher === null ? {} : { matcher };
    const limit = (name: string): Fields => (timeout === null ? {} : { [name]: timeout });
    switch (this.form) {
      case 'groups':
        return { event, group: selects, hook: { type: 'command', command, ...limit('timeout') } };
      case 'entries':
        return {
          event,
          group: {},
          hook: { type: 'command', command, ...selects, ...limit(settings.entry?.timeout ?? 'timeout') },
        };
      case 'tables':
        return { event, group: {}, hook: { event, command, ...selects, ...limit('timeout') } };
    }
  }
}

const PROJECT = 'CLAUDE_PROJECT_DIR';
/** The project's folder, where no variable has it. */
const ROOT = '$(git rev-parse --show-toplevel 2>/dev/null || pwd)';

const NO_WAY = 'Nothing there does the same; leave it to the agents that have it.';

/** A program is given its arguments as they are, but for the variables that are put in before. */
const wordOf = (word: string): string =>
  word.includes(`\${${PROJECT}}`) ? shellValue(word) : shellWord(word);

const argsOf = ({ args }: Fields): readonly string[] | null =>
  Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : null;

function differing(draft: Draft, before: string, after: string): string {
  draft.differ('command', before, after);
  return after;
}

const matcherOf = (matcher: OwnMatcher): string | null =>
  matcher.kind === 'impossible' ? null : matcher.matcher;

/** What the entry can no longer say. */
function optionsLost({ once, onFailure }: Fields, draft: Draft): void {
  if (once === true) draft.warn('"once" is not known there: it runs every time');
  if (onFailure === 'block')
    draft.warn('"onFailure": "block" is not known there: where it fails, what it guards happens');
}

function portable({ event, group, hook }: Moved, code: string | null): PortableHook {
  const type = HANDLERS.find((name) => name === hook['type']) ?? 'command';
  const background = hook['asyncRewake'] === true ? 'rewake' : hook['async'] === true ? 'async' : 'no';
  return {
    event,
    matcher: textIn(group, 'matcher'),
    condition: textIn(hook, 'if') || null,
    handler: { type, background, shell: hook['shell'] === 'powershell' ? 'powershell' : null },
    code,
  };
}

const HANDLERS = ['command', 'http', 'mcp_tool', 'prompt', 'agent'] as const;
