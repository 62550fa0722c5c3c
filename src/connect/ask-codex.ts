// What Codex itself says about hooks, by its own server on stdin and stdout.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeScratch, PRIVATE_FILE, removeScratch } from '../files/index.js';
import { isRecord, reasonOf } from '../text/index.js';
import { VERSION } from '../version.js';

export interface CodexHook {
  readonly key: string;
  readonly hash: string;
  readonly trust: string;
  readonly command: string;
}

export type CodexSays =
  | { readonly ok: true; readonly hooks: readonly CodexHook[] }
  | { readonly ok: false; readonly why: string };

interface Question {
  /** The program. */
  readonly codex: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** It takes a second; on a machine that is busy more. */
const PATIENCE_MS = 30_000;
const MOST_BYTES = 8 * 1024 * 1024;

/** Never rejects. */
export function askCodex({ codex, cwd, env }: Question): Promise<CodexSays> {
  return new Promise((resolve) => {
    const child = spawn(codex, ['app-server'], { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
    const end = (says: CodexSays): void => {
      clearTimeout(limit);
      // It is a small program that starts the real one, which ends with its stdin.
      child.stdin.end();
      child.kill();
      child.unref();
      resolve(says);
    };
    const fail = (why: string): void => end({ ok: false, why });
    const limit = setTimeout(
      () => fail(`it did not answer within ${PATIENCE_MS / 1000} seconds`),
      PATIENCE_MS,
    );
    const send = (message: object): void => {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    };
    let text = '';
    child.on('error', (error) => fail(reasonOf(error)));
    child.on('close', (code) => fail(`it ended with exit code ${code}`));
    child.stdin.on('error', () => undefined);
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      if (text.length > MOST_BYTES) return fail('it says too much');
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        const message = messageOf(line);
        if (message?.['id'] === 1) {
          send({ method: 'initialized' });
          send({ id: 2, method: 'hooks/list', params: { cwds: [cwd] } });
        } else if (message?.['id'] === 2) return end(readHooks(message));
      }
    });
    const clientInfo = { name: 'amplifier-hooks', title: 'amplifier-hooks', version: VERSION };
    send({ id: 1, method: 'initialize', params: { clientInfo } });
  });
}

function messageOf(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function readHooks({ result }: Readonly<Record<string, unknown>>): CodexSays {
  const data: unknown = isRecord(result) ? result['data'] : null;
  if (!Array.isArray(data)) return { ok: false, why: 'this version does not list its hooks' };
  const hooks = data.flatMap((one: unknown): readonly unknown[] =>
    isRecord(one) && Array.isArray(one['hooks']) ? one['hooks'] : [],
  );
  return {
    ok: true,
    hooks: hooks.flatMap((hook) => {
      if (!isRecord(hook)) return [];
      const { key, currentHash, trustStatus, command } = hook;
      return typeof key === 'string' && typeof currentHash === 'string'
        ? [{ key, hash: currentHash, trust: String(trustStatus), command: String(command) }]
        : [];
    }),
  };
}

/** `same`: Codex computes these hashes too; `unasked`: it gave no answer. */
export type Comparison =
  | { readonly kind: 'same' }
  | { readonly kind: 'differs' | 'unasked'; readonly why: string };

/**
 * Whether Codex computes the same hashes for the hooks of a file. It is asked in a home that is thrown away: in its own one it would
 * begin to work.
 */
export async function comparedWithCodex(
  { codex, env }: Pick<Question, 'codex' | 'env'>,
  hooksFile: string,
  hashes: readonly string[],
): Promise<Comparison> {
  const scratch = makeScratch('amplifier-hooks-codex-');
  try {
    writeFileSync(join(scratch, 'hooks.json'), hooksFile, { mode: PRIVATE_FILE });
    const says = await askCodex({ codex, cwd: scratch, env: { ...env, CODEX_HOME: scratch } });
    if (!says.ok) return { kind: 'unasked', why: says.why };
    const known = new Set(says.hooks.map(({ hash }) => hash));
    const other = hashes.filter((hash) => !known.has(hash));
    if (other.length === 0) return { kind: 'same' };
    return { kind: 'differs', why: `it has other hashes for ${other.length} of ${hashes.length} hooks` };
  } finally {
    await removeScratch(scratch);
  }
}
