// Rules about hooks that call a server, a tool or a model.
import { type KnownServers, serverInWords } from '../../engine/index.js';
import type { NotSent } from '../../run/http/index.js';
import { similarName } from '../../text/index.js';
import type { Finding } from '../finding.js';
import { RULES, type RuleCode } from '../rules.js';
import { atHook, type Subject } from '../subject.js';

/** Addresses that may not be called, and headers that cannot be sent or stay empty. */
export async function httpFindings(subject: Subject): Promise<readonly Finding[]> {
  const { hook, env, http, profile } = subject;
  const { handler } = hook;
  if (handler.type !== 'http') return [];
  const { explainHttp, explainHeaders } = await import('../../run/http/index.js');
  const filling = { env, http, voice: hook.voice, profile };
  const call = explainHttp(handler, { ...filling, stdin: NOTHING });
  const refusal = call.kind === 'fails' ? REFUSALS[call.problem] : null;
  return [
    ...(call.kind === 'fails' && refusal !== null ? [atHook(subject, refusal, problemIn(call))] : []),
    ...explainHeaders(handler, filling).flatMap(({ name, sent, variables }) => [
      ...(sent
        ? []
        : [atHook(subject, 'header-not-sent', `The header ${name} is not sent as it is written`)]),
      ...variables.flatMap((variable) => emptyVariable(subject, name, variable)),
    ]),
  ];
}

const NOTHING = new Uint8Array();

const REFUSALS: Readonly<Record<NotSent['problem'], RuleCode | null>> = {
  // It is set aside when it is read.
  'no-address': null,
  'not-listed': 'http-not-allowed',
  'by-policy': 'http-not-allowed',
  'private-address': 'http-private-address',
  header: 'header-invalid',
};

/** A variable that is merely not set here may be set elsewhere; what a project is not granted is told when its hooks are read. */
function emptyVariable(
  subject: Subject,
  header: string,
  { name, state }: { readonly name: string; readonly state: string },
): readonly Finding[] {
  const says = (list: string): string => `$${name} in the header ${header} stays empty: it is not in ${list}`;
  if (state === 'not-allowed')
    return [
      atHook(
        subject,
        'header-variable-empty',
        says('"allowedEnvVars" of the hook'),
        `Add "allowedEnvVars": [${JSON.stringify(name)}], or write the header without it.`,
      ),
    ];
  if (state === 'not-allowed-by-settings' && subject.hook.voice !== 'project')
    return [atHook(subject, 'header-variable-empty', says('"httpHookAllowedEnvVars" of the settings'))];
  return [];
}

/**
 * Servers that nobody defined, that are weaker than the hook, or that may not be called where they are. `everything`: all
 * definitions were looked at, so it is certain.
 */
export async function mcpFindings(
  subjects: readonly Subject[],
  servers: KnownServers,
  everything: boolean,
): Promise<readonly Finding[]> {
  const { findServer } = await import('../../run/mcp/index.js');
  const { whyNotCalled } = await import('../../run/http/index.js');
  const { entries } = servers.usable;
  return subjects.flatMap((subject): Finding[] => {
    const { hook, profile, http } = subject;
    if (hook.handler.type !== 'mcp_tool') return [];
    const found = findServer(hook.handler, hook, servers.usable, profile);
    const { server } = found;
    if (server === null) {
      const meant = found.known
        ? null
        : serverMeant(
            hook.handler.server,
            entries.map(({ name }) => name),
          );
      const hint = meant === null ? null : `Did you mean ${JSON.stringify(meant)}?`;
      const finding = atHook(subject, 'mcp-server-unknown', sentence(found.why), hint);
      return [everything ? finding : { ...finding, severity: 'warning' }];
    }
    if (server.kind === 'stdio') return [];
    const refusal = whyNotCalled(server.url, hook.voice, http, profile);
    const code = refusal === null ? null : REFUSALS[refusal.problem];
    if (refusal === null || code === null) return [];
    const { reached } = serverInWords(server, servers);
    const why = `The MCP server ${JSON.stringify(server.name)} at ${reached} may not be called: ${reason(refusal)}`;
    return [atHook(subject, code, why)];
  });
}

/** Names of plugins' servers are compared by their last part too. */
const serverMeant = (name: string, known: readonly string[]): string | null =>
  similarName(name, known) ?? similarName(name, known, { by: (one) => one.replace(/^plugin:[^:]*:/, '') });

/** Questions to a model whose answer changes nothing. */
export function verdictFindings(subject: Subject): readonly Finding[] {
  const { hook, row } = subject;
  const { type } = hook.handler;
  if ((type !== 'prompt' && type !== 'agent') || hook.inactive !== null || row.verdict !== 'nothing')
    return [];
  const message = `A "no" of a hook of type ${type} changes nothing on ${hook.event}`;
  return [atHook(subject, 'verdict-has-no-effect', message, RULES['verdict-has-no-effect'].fix)];
}

/** What is to be done stands in the hint, except for headers, where only the message knows. */
const problemIn = (refusal: NotSent): string => sentence(reason(refusal));

const reason = ({ problem, why }: NotSent): string =>
  problem === 'header' ? why : (why.split('; ')[0] ?? why);

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
