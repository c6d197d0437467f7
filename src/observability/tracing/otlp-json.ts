import { type Span, type SpanAttributes, spanKinds } from "./span.ts";

/** Bits of OTLP's span flags beyond the W3C's: whether the parent is remote is known, and it is. */
const knowsRemote = 0x100;
const isRemote = 0x200;
const sampled = 1;
const statusError = 2;

/** Most links of one span. */
const maxLinks = 128;

/**
 * Spans as the JSON form of an ExportTraceServiceRequest (OTLP 1.x, JSON Protobuf encoding): ids in hexadecimal, enums as numbers,
 * 64-bit numbers as text. `epochMs` is the wall clock when `performance.now()` was 0.
 */
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
  const { fault, parentId } = span;
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(parentId === undefined ? {} : { parentSpanId: parentId }),
    flags: sampled | knowsRemote | (span.hasRemoteParent ? isRemote : 0),
    name: span.name,
    kind: spanKinds[span.kind],
    startTimeUnixNano: unixNano(span.startedAt, epochMs),
    endTimeUnixNano: unixNano(span.endedAt, epochMs),
    attributes: encodeAttributes({
      ...span.attributes,
      ...(fault === undefined
        ? {}
        : { "error.type": fault.kind, "rpc.response.status_code": String(fault.code) }),
    }),
    links: span.links.slice(0, maxLinks).map(({ traceId, spanId }) => ({ traceId, spanId })),
    droppedLinksCount: Math.max(0, span.links.length - maxLinks),
    // No message: the ledger's own may quote parameters.
    status: fault === undefined ? {} : { code: statusError },
  };
}

function encodeAttributes(attributes: SpanAttributes) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: encodeValue(value) }));
}

function encodeValue(value: string | number | boolean) {
  if (typeof value === "boolean") return { boolValue: value };
  return typeof value === "number" ? { intValue: String(value) } : { stringValue: value };
}

/** Whole microseconds are exact in a number, nanoseconds are not. */
function unixNano(at: number, epochMs: number): string {
  return `${Math.round((epochMs + at) * 1000)}000`;
}
