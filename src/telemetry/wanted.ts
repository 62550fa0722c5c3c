// Whether anybody asked for telemetry. Everything else of this room is loaded only then.

export type Env = Readonly<Record<string, string | undefined>>;

export const SIGNALS = ['traces', 'metrics', 'logs'] as const;
export type Signal = (typeof SIGNALS)[number];

/** What a variable says; one that is empty says nothing, as the specification has it. */
export function said(env: Env, name: string): string | null {
  const value = env[name]?.trim() ?? '';
  return value === '' ? null : value;
}

/** The variable that counts for a signal: its own where that says something, or that of all. */
export function nameOf(env: Env, signal: Signal, name: string): string {
  const own = `OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_${name}`;
  return said(env, own) === null ? `OTEL_EXPORTER_OTLP_${name}` : own;
}

export const saidOf = (env: Env, signal: Signal, name: string): string | null =>
  said(env, nameOf(env, signal, name));

/** The exporters that are named for a signal; `null`: none is named. */
export const exportersOf = (env: Env, signal: Signal): readonly string[] | null =>
  said(env, `OTEL_${signal.toUpperCase()}_EXPORTER`)
    ?.split(',')
    .map((name) => name.trim().toLowerCase()) ?? null;

/** `true`: the environment asks for telemetry, even if in a way that is not possible. */
export function isTelemetryWanted(env: Env): boolean {
  if (said(env, 'OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return false;
  return SIGNALS.some((signal) => isWanted(env, signal));
}

/** A signal is wanted where somebody said where it goes, or named the exporter for it. */
export function isWanted(env: Env, signal: Signal): boolean {
  const exporters = exportersOf(env, signal);
  if (exporters !== null && !exporters.includes('otlp')) return exporters.some((name) => name !== 'none');
  return exporters !== null || saidOf(env, signal, 'ENDPOINT') !== null;
}
