// Asks the user whether what a project brings may run: once a session, whatever happens at the same time.
import { isRecord, reasonOf } from '../../text/index.js';
import type { Moment } from './live-session.js';
import { type ApprovalAnswer, approvalAnswer } from './protocol.js';

/** What nobody answered for, as it was looked at. */
export interface Waiting {
  /** Everything that waits; a digest stands for a definition with all that it runs. */
  readonly digests: readonly string[];
  /** `null`: nothing of it can be approved. */
  question(): Promise<Question | null>;
}

export interface Question {
  readonly text: string;
  /** What the text tells of, which may be less than waits: nobody approves what was not shown. */
  readonly digests: readonly string[];
  /** Keeps the user's approval of these; the result says what could not be kept, and why. */
  approve(): readonly string[];
}

/** How what waits in one project is approved. */
export interface Approval {
  /** `null`: nothing waits. */
  waiting(): Promise<Waiting | null>;
  /** These run from now on, until they are withdrawn. */
  grant(digests: readonly string[]): void;
  withdraw(digests: readonly string[]): void;
  /** What the user approved comes into force. */
  reload(): void;
}

/** How the host of a session asks its user. */
export type Ask = (question: string, seconds: number, signal: AbortSignal) => Promise<unknown>;

/** How long a user has to answer. As long as Amplifier gives for any other question. */
export const QUESTION_SECONDS = 300;

/** A session that may ask. */
export interface Asker {
  /** The session that a person talks to. What they answer there counts for the agents that it starts. */
  readonly root: string;
  readonly place: string;
  readonly approval: Approval | null;
  /** `null`: the host cannot. */
  readonly ask: Ask | null;
}

interface Answers {
  sessions: number;
  /** What was asked about, whatever the answer. */
  readonly asked: Set<string>;
  readonly once: Set<string>;
  /** Where it was granted. */
  readonly granted: Set<Approval>;
}

export class Questions {
  readonly #onProblem: (message: string) => void;
  readonly #answers = new Map<string, Answers>();
  /** Questions that are being asked, by project. */
  readonly #open = new Map<string, Promise<void>>();

  constructor(onProblem: (message: string) => void) {
    this.#onProblem = onProblem;
  }

  /** What is remembered of a person's session lasts as long as it or an agent of it is open. */
  join({ root }: Asker): void {
    const answers = this.#answersOf(root);
    answers.sessions += 1;
    this.#answers.set(root, answers);
  }

  leave({ root }: Asker): void {
    const answers = this.#answersOf(root);
    answers.sessions -= 1;
    if (answers.sessions > 0) return;
    this.#answers.delete(root);
    const others = [...this.#answers.values()];
    for (const approval of answers.granted) {
      const still = new Set(
        others.filter(({ granted }) => granted.has(approval)).flatMap(({ once }) => [...once]),
      );
      approval.withdraw([...answers.once].filter((digest) => !still.has(digest)));
    }
  }

  /** Resolves when nothing has to be asked any more before an event of this moment goes on. */
  async settle(asker: Asker, moment: Moment, signal: AbortSignal): Promise<void> {
    for (;;) {
      const open = this.#open.get(asker.place);
      if (open === undefined) break;
      await Promise.race([open, aborted(signal)]);
      if (signal.aborted) return;
    }
    const { approval, ask } = asker;
    if (moment !== 'asks' || approval === null || ask === null) return;
    // In the map before anything is waited for: whoever comes meanwhile waits for this question.
    const asking = this.#ask(asker.root, approval, ask, signal)
      .catch((error: unknown) => this.#onProblem(`what waits for approval is not known: ${reasonOf(error)}`))
      .finally(() => this.#open.delete(asker.place));
    this.#open.set(asker.place, asking);
    await asking;
  }

  async #ask(root: string, approval: Approval, ask: Ask, signal: AbortSignal): Promise<void> {
    const answers = this.#answersOf(root);
    let waiting = await approval.waiting();
    if (waiting?.digests.some((digest) => answers.once.has(digest))) {
      // An agent with settings of its own has an engine of its own, and the same person.
      this.#grant(answers, approval);
      waiting = await approval.waiting();
    }
    if (waiting === null || waiting.digests.every((digest) => answers.asked.has(digest))) return;
    const question = await waiting.question();
    if (question === null) return;
    const answer = await this.#answerTo(question.text, ask, signal);
    // Whoever stopped the event did not answer; the next prompt asks again.
    if (signal.aborted) return;
    for (const digest of waiting.digests) answers.asked.add(digest);
    if (answer === 'once') {
      for (const digest of question.digests) answers.once.add(digest);
      this.#grant(answers, approval);
    }
    if (answer === 'always') {
      for (const problem of question.approve()) this.#onProblem(problem);
      approval.reload();
    }
  }

  #grant(answers: Answers, approval: Approval): void {
    answers.granted.add(approval);
    approval.grant([...answers.once]);
  }

  /** Everything that is not a plain answer of a person is a no. */
  async #answerTo(question: string, ask: Ask, signal: AbortSignal): Promise<ApprovalAnswer> {
    try {
      const given = await ask(question, QUESTION_SECONDS, signal);
      const answer = isRecord(given) ? given['answer'] : null;
      if (!approvalAnswer.is(answer)) throw new Error('the host did not say what the user answered');
      if (answer !== 'nobody') return answer;
      const why = isRecord(given) && typeof given['why'] === 'string' ? given['why'] : 'no reason given';
      throw new Error(why);
    } catch (error) {
      if (!signal.aborted) this.#onProblem(`nobody could be asked whether hooks may run: ${reasonOf(error)}`);
      return 'nobody';
    }
  }

  #answersOf(root: string): Answers {
    return this.#answers.get(root) ?? { sessions: 0, asked: new Set(), once: new Set(), granted: new Set() };
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
