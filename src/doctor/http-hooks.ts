// The servers that http hooks post to.
import type { Settled } from '../engine/index.js';
import type { Generation } from '../nouns.js';
import { hookEnvironment } from '../run/index.js';
import { type Finding, inArea } from './finding.js';
import { placeOf } from './hooks.js';

const { pass, warn } = inArea('http hooks');

/** Whether they may be called, and with whole headers. Calls nobody; what is refused is told with the hook. */
export async function httpHooks(generation: Generation, settled: Settled): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const hook of generation.hooks) {
    const { handler } = hook;
    if (hook.inactive !== null || handler.type !== 'http') continue;
    const { explainHttp } = await import('../run/http/index.js');
    const { env: base, profile, projectDir, remote } = settled;
    const env = hookEnvironment({
      base,
      generationEnv: generation.env,
      hook,
      profile,
      projectDir,
      sessionId: 'doctor',
      effort: null,
      envFile: null,
      exported: [],
      remote,
      hostPid: process.pid,
    });
    const call = explainHttp(handler, {
      env,
      http: generation.http,
      voice: hook.voice,
      profile,
      stdin: new Uint8Array(),
    });
    if (call.kind === 'fails') continue;
    findings.push(pass(`${call.address} may be called; --probe only connects`, placeOf(hook)));
    for (const { name, variables } of call.headers)
      for (const { name: variable, state } of variables)
        if (state === 'not-set')
          findings.push(
            warn(
              `${hook.id} ${hook.event}: $${variable} is not set, so the header ${name} lacks it`,
              'Set the variable where the host is started.',
              placeOf(hook),
            ),
          );
  }
  return findings;
}
