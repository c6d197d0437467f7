import { type Span, type SpanAttributes, spanKinds } from "./span.ts";

/** OTLP span flags: `sampled` from W3C, then "remoteness of the parent is known" and "the parent is remote". */
const sampled = 1;
const hasIsRemote = 0x100;
const isRemote = 0x200;
const statusError = 2;

const maxLinks = 128;

/** Encodes spans as OTLP JSON, with 64-bit numbers as strings. `epochMs` is the wall-clock time at `performance.now() === 0`. */
export function encodeSpans(spans: readonly Span[], resource: SpanAttributes, epochMs: number): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: encodeAttributes(resource) },
        scopeSpans: [
          { scope: { name: "svm-gateway" }, spans: spans.map((span) => encodeSpan(span, epochMs)) },
        ],
      },
    ],
  });
}

function encodeSpan(span: Span, epochMs: number) {
  const { error, parentId } = span;
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(parentId === undefined ? {} : { parentSpanId: parentId }),
    flags: sampled | hasIsRemote | (span.hasRemoteParent ? isRemote : 0),
    name: span.name,
    kind: spanKinds[span.kind],
    startTimeUnixNano: unixNano(span.startedAt, epochMs),
    endTimeUnixNano: unixNano(span.endedAt, epochMs),
    attributes: encodeAttributes({
      ...span.attributes,
      ...(error === undefined
        ? {}
        : { "error.type": error.kind, "rpc.response.status_code": String(error.code) }),
    }),
    links: span.links.slice(0, maxLinks).map(({ traceId, spanId }) => ({ traceId, spanId })),
    droppedLinksCount: Math.max(0, span.links.length - maxLinks),
    // Omits the error's message, since ledgers may quote parameters.
    status: error === undefined ? {} : { code: statusError },
  };
}

function encodeAttributes(attributes: SpanAttributes) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: encodeValue(value) }));
}

function encodeValue(value: string | number | boolean) {
  if (typeof value === "boolean") return { boolValue: value };
  return typeof value === "number" ? { intValue: String(value) } : { stringValue: value };
}

/** Rounds to microseconds, since nanoseconds since 1970 exceed the safe integers. */
function unixNano(at: number, epochMs: number): string {
  return `${Math.round((epochMs + at) * 1000)}000`;
}
