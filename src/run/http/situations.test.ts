// The http situations of the conformance collection, through the whole engine and against a real server.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createEngine } from '../../engine/index.js';
import { PROFILE_NAMES } from '../../profiles.js';
import { Folder, inputOf } from '../../testing/index.js';
import { isRecord } from '../../text/index.js';
import { TEST_PATH } from '../testing/place.js';
import { testServers } from './testing/servers.js';

interface Route {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly delayMs?: number;
  readonly destroy?: boolean;
}

interface Situation {
  readonly id: string;
  readonly http?: { readonly routes: Readonly<Record<string, Route>> };
  readonly files: Readonly<Record<string, unknown>>;
  readonly steps: readonly {
    readonly event: Record<string, unknown>;
    readonly expect: Record<string, unknown>;
  }[];
}

const folder = fileURLToPath(new URL('../../../conformance/http', import.meta.url));
const situations: readonly Situation[] = readdirSync(folder).map((file) =>
  JSON.parse(readFileSync(join(folder, file), 'utf8')),
);
const servers = testServers();

describe.each(PROFILE_NAMES)('%s', (profile) => {
  test.each(situations.map((one) => [one.id, one] as const))('%s', async (_id, { http, files, steps }) => {
    const requests: string[] = [];
    const answered: string[] = [];
    const server = await servers.http((request, response) => {
      const path = request.url ?? '';
      requests.push(path);
      const route = http?.routes[path] ?? { status: 404 };
      request.resume();
      if (route.destroy === true) return request.socket.destroy();
      const body = isRecord(route.body) ? JSON.stringify(route.body) : String(route.body ?? '');
      return setTimeout(() => {
        answered.push(path);
        response.writeHead(route.status ?? 200, route.headers).end(body);
      }, route.delayMs ?? 0);
    });
    const place = new Folder();
    const { root } = place;
    onTestFinished(() => place.remove());
    const fill = <T>(value: T): T =>
      JSON.parse(
        JSON.stringify(value)
          .replaceAll('@HTTP@', server.url)
          .replaceAll('@PROJECT@', join(root, 'project'))
          .replaceAll('@HOME@', join(root, 'home')),
      );
    for (const [path, content] of Object.entries(fill(files))) place.write(path, content);
    const ran = place.write('ran', '');
    const engine = createEngine({
      projectDir: join(root, 'project'),
      home: join(root, 'home'),
      stateDir: join(root, 'state'),
      profile,
      trust: 'off',
      claudeSettings: { managedFile: null },
      env: { PATH: TEST_PATH, VECTOR_HOOKS: join(root, 'hooks'), VECTOR_RAN: ran },
      runners: { http: servers.runner({ profile }) },
    });
    onTestFinished(() => engine.close());
    for (const step of steps) {
      const decision = await engine.dispatch(inputOf(fill(step.event)));
      const waitedFor = [...answered];
      const tags = readFileSync(ran, 'utf8').trim().split('\n');
      const found: Record<string, unknown> = {
        permission: decision.permission,
        blocked: decision.blocked,
        reason: decision.reason,
        context: decision.context.map(({ value }) => value),
        failedCount: decision.failures.filter(({ blocked }) => !blocked).length,
        warnings: engine.generation.diagnostics.length > 0,
      };
      for (const [key, wanted] of Object.entries(step.expect)) {
        if (key === 'requestCount' && isRecord(wanted)) {
          for (const [path, count] of Object.entries(wanted))
            expect([path, requests.filter((one) => one === path).length]).toEqual([path, count]);
        } else if (key === 'ran' && isRecord(wanted)) {
          for (const [tag, count] of Object.entries(wanted))
            expect([tag, tags.filter((one) => one === tag).length]).toEqual([tag, count]);
        } else if (key === 'reasonAny' && Array.isArray(wanted)) {
          expect(wanted.some((part) => decision.reason?.includes(String(part)))).toBe(true);
        } else if (key === 'maxMs') {
          // Nothing was waited for that takes longer.
          expect(waitedFor.filter((path) => (http?.routes[path]?.delayMs ?? 0) > Number(wanted))).toEqual([]);
        } else {
          expect(Object.keys(found)).toContain(key);
          expect([key, found[key]]).toEqual([key, wanted]);
        }
      }
    }
  });
});
