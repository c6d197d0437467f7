/** The position of a call in a trace, as defined by W3C Trace Context. */
export interface TraceContext {
  /** 32 lower-case hexadecimal digits. */
  readonly traceId: string;
  /** 16 lower-case hexadecimal digits. */
  readonly spanId: string;
  /** Whether the trace is recorded. */
  readonly isSampled: boolean;
}

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
/** Length of version 00. Later versions may be longer. */
const length = 55;
const maxLength = 512;

/** Parses a `traceparent` header; undefined if it is missing or not valid. */
export function readTraceparent(field: string | undefined): TraceContext | undefined {
  if (field === undefined || field.length < length || field.length > maxLength) return undefined;
  const [, version = "", traceId = "", spanId = "", flags = "", rest] = form.exec(field) ?? [];
  if (version === "" || version === "ff" || (version === "00" && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
