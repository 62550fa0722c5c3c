// The span of the host that started us, as W3C Trace Context writes it.

export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  /** `false`: whoever began the trace does not record it. */
  readonly isSampled: boolean;
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** `null`: it says nothing that can be understood, which is to be passed over. */
export function traceParentIn(text: string): TraceParent | null {
  const [, version = '', traceId = '', spanId = '', flags = '', more] = FORM.exec(text.trim()) ?? [];
  if (version === '' || version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
