// A project and its user as attacks find them, and servers on this machine that write down what reaches them.
import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { onTestFinished } from 'vitest';
import type { Engine, EngineOptions } from '../../../src/engine/index.js';
import { TestProject } from '../../../src/engine/testing/project.js';
import type { Decision } from '../../../src/nouns.js';

/** What must never leave the machine. */
export const KEY = 'sk-attack-0815';

type Content = Readonly<Record<string, unknown>>;

export class Scene extends TestProject {
  /** Settings of the user who opens the project. */
  mine(content: Content): void {
    this.write('home/.claude/settings.json', content);
  }

  /** Settings of the project. */
  theirs(content: Content): void {
    this.write('project/.claude/settings.json', content);
  }

  override engine(options: Partial<EngineOptions> = {}): Engine {
    return super.engine({
      claudeSettings: { sources: ['user', 'project', 'local'], flagFile: null, managedFile: null },
      env: { PATH: process.env['PATH'], HOME: this.home, ANTHROPIC_API_KEY: KEY },
      ...options,
    });
  }

  dispatch(options: Partial<EngineOptions> = {}): Promise<Decision> {
    return this.engine(options).dispatch(this.input('PreToolUse'));
  }
}

export const hooksOf = (...hooks: readonly Content[]) => ({ hooks: { PreToolUse: [{ hooks }] } });

/** Why hooks came to nothing. */
export const saidBy = ({ failures }: Decision): string => failures.map(({ message }) => message).join('\n');

/** A server on all addresses of this machine that writes down what it is sent. */
export async function listener() {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push([request.url, ...request.rawHeaders].join(' '));
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('the server does not listen');
  return { heard, port: at.port };
}

/** An address of this machine that is not loopback; where there is none, `0.0.0.0` stands for it. */
export const ownAddress = (): string =>
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '0.0.0.0';
