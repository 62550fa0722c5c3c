// The loop of an agent hook: it looks around with tools, in bounds, until it reports a verdict.
import type { ModelMessage, ModelTool, ModelToolCall, Outcome } from '../../nouns.js';
import { type Asking, noVerdict, type Over } from '../prompt/asking.js';
import { shorten } from '../prompt/shorten.js';
import { AGENT_VERDICT_SCHEMA, checkVerdict } from '../prompt/verdict.js';
import { Refusal, reason } from './territory.js';
import { type AgentTool, checkedInput } from './tool.js';

export const MOST_TURNS = 50;
const MOST_TOKENS = 4_096;
const MOST_CALLS_A_TURN = 16;
/** All that tools give together; a conversation has to fit into a model. */
const MOST_CHARACTERS = 400_000;
const LONGEST_STEP_INPUT = 200;

/** The tool by which an agent ends its work. */
export const VERDICT_TOOL: ModelTool = {
  name: 'verdict',
  description: 'Reports the verdict and ends the work. To be used exactly once, at the end.',
  input: AGENT_VERDICT_SCHEMA,
};

const REMINDER = `Text alone does not count. Report with the tool "${VERDICT_TOOL.name}" now.`;
const LAST_TURN = `[this was the last look; report with the tool "${VERDICT_TOOL.name}" now]`;

type ToolMessage = Extract<ModelMessage, { role: 'tool' }>;

export class Investigation {
  readonly #asking: Asking;
  readonly #system: string;
  readonly #tools: readonly AgentTool[];
  readonly #messages: ModelMessage[];
  #isReminded = false;
  #charactersLeft = MOST_CHARACTERS;

  constructor(asking: Asking, system: string, text: string, tools: readonly AgentTool[]) {
    this.#asking = asking;
    this.#system = system;
    this.#tools = tools;
    this.#messages = [{ role: 'user', text }];
  }

  async run(): Promise<Outcome> {
    for (let turn = 1; turn <= MOST_TURNS; turn += 1) {
      const outcome = await this.#turn(turn === MOST_TURNS - 1);
      if (outcome !== null) return outcome;
    }
    return noVerdict(`it did not report within ${MOST_TURNS} turns`);
  }

  /** One answer of the model and what it asks for; `null`: it goes on. */
  async #turn(isLastLook: boolean): Promise<Outcome | null> {
    const reply = await this.#asking.ask({
      system: this.#system,
      messages: [...this.#messages],
      tools: [...this.#tools, VERDICT_TOOL].map(({ name, description, input }) => ({
        name,
        description,
        input,
      })),
      toolChoice: 'auto',
      schema: null,
      maxTokens: MOST_TOKENS,
    });
    if ('over' in reply) return reply.over;
    if (reply.end === 'refused') return noVerdict('it refused to answer');
    const { text, toolCalls } = reply;
    this.#messages.push({ role: 'assistant', text, toolCalls });
    if (toolCalls.length === 0) return this.#remind(`it only wrote ${JSON.stringify(shorten(text, 200))}`);
    return this.#answer(toolCalls, isLastLook);
  }

  #remind(problem: string): Outcome | null {
    if (this.#isReminded) return noVerdict(problem);
    this.#isReminded = true;
    this.#messages.push({ role: 'user', text: REMINDER });
    return null;
  }

  async #answer(calls: readonly ModelToolCall[], isLastLook: boolean): Promise<Outcome | null> {
    const reports = calls.filter(({ name }) => name === VERDICT_TOOL.name);
    const checked = reports.map((call) => this.#report(call));
    const verdicts = checked.flatMap((result) => (result.ok ? [result.verdict] : []));
    // Of two that contradict each other the one that stops counts.
    const verdict = verdicts.find(({ ok }) => !ok) ?? verdicts[0];
    if (verdict !== undefined) return { kind: 'judged', verdict: { ...verdict, impossible: false } };
    const problem = checked.flatMap((result) => (result.ok ? [] : [result.problem]))[0];
    if (problem !== undefined && this.#isReminded) return noVerdict(problem);
    if (problem !== undefined) this.#isReminded = true;

    for (const [index, call] of calls.entries()) {
      const answer = reports.includes(call)
        ? toolMessage(call, `this is not a verdict: ${problem}. Report once more.`, true)
        : await this.#use(call, index);
      if ('over' in answer) return answer.over;
      const isLast = index === calls.length - 1;
      this.#messages.push(
        isLastLook && isLast ? { ...answer, text: `${answer.text}\n${LAST_TURN}` } : answer,
      );
    }
    return null;
  }

  #report(call: ModelToolCall) {
    const result = checkVerdict(call.input);
    this.#asking.noteStep({ tool: call.name, input: brief(call.input), ok: result.ok, durationMs: 0 });
    return result;
  }

  async #use(call: ModelToolCall, index: number): Promise<ToolMessage | Over> {
    const start = performance.now();
    const answer =
      index < MOST_CALLS_A_TURN
        ? await this.#asking.within(this.#answerOf(call))
        : toolMessage(call, `more than ${MOST_CALLS_A_TURN} calls at once are not answered`, true);
    const ok = !('over' in answer) && !answer.failed;
    const durationMs = performance.now() - start;
    this.#asking.noteStep({ tool: call.name.slice(0, 100), input: brief(call.input), ok, durationMs });
    if ('over' in answer) return answer;
    const text = this.#charactersLeft > 0 ? shorten(answer.text, this.#charactersLeft) : USED_UP;
    this.#charactersLeft -= text.length;
    return { ...answer, text };
  }

  async #answerOf(call: ModelToolCall): Promise<ToolMessage> {
    const tool = this.#tools.find(({ name }) => name === call.name);
    try {
      if (tool === undefined) throw new Refusal(`there is no such tool; there are ${this.#toolNames()}`);
      return toolMessage(call, await tool.use(checkedInput(tool, call.input), this.#asking.signal), false);
    } catch (error) {
      return toolMessage(
        call,
        error instanceof Refusal ? error.message : `it failed: ${reason(error)}`,
        true,
      );
    }
  }

  #toolNames(): string {
    return [...this.#tools, VERDICT_TOOL].map(({ name }) => `"${name}"`).join(', ');
  }
}

const USED_UP = `[no more is shown; report with the tool "${VERDICT_TOOL.name}" now]`;

const toolMessage = ({ id }: ModelToolCall, text: string, failed: boolean): ToolMessage => ({
  role: 'tool',
  id,
  text,
  failed,
});

const brief = (input: unknown): string => shorten(JSON.stringify(input) ?? '', LONGEST_STEP_INPUT);
