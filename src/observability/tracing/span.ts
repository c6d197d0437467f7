import { randomBytes } from "node:crypto";
import type { CallSpan } from "../../call/upstream-call.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";

/** The position of a call in a trace, as defined by W3C Trace Context. */
interface TraceContext {
  /** 32 lower-case hexadecimal digits. */
  readonly traceId: string;
  /** 16 lower-case hexadecimal digits. */
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** Numbers of OTLP's SpanKind. `server` answers a client, `client` calls an upstream. */
export const spanKinds = { internal: 1, server: 2, client: 3 } as const;
type SpanKind = keyof typeof spanKinds;

/** Span attributes: names and ids, never parameters, answers, addresses with keys, or messages. */
export type SpanAttributes = Record<string, string | number | boolean>;

/** A unit of work in a trace. */
export class Span implements CallSpan, TraceContext {
  readonly name: string;
  readonly kind: SpanKind;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly hasRemoteParent: boolean;
  readonly isSampled: boolean;
  readonly attributes: SpanAttributes;
  /** Further spans, besides the parent, that this one serves. */
  readonly links: readonly TraceContext[];
  /** On the clock of `performance.now()`. */
  readonly startedAt: number;
  endedAt = 0;
  error: RpcError | undefined = undefined;
  attempts = 0;

  constructor(
    name: string,
    kind: SpanKind,
    attributes: SpanAttributes,
    context: {
      readonly parent: TraceContext | undefined;
      readonly isSampled: boolean;
      readonly links?: readonly TraceContext[];
      /** Defaults to now. */
      readonly startedAt?: number;
    },
  ) {
    const { parent } = context;
    this.name = name;
    this.startedAt = context.startedAt ?? performance.now();
    this.kind = kind;
    this.attributes = attributes;
    this.traceId = parent?.traceId ?? randomBytes(16).toString("hex");
    this.spanId = randomBytes(8).toString("hex");
    this.parentId = parent?.spanId;
    this.hasRemoteParent = parent !== undefined && !(parent instanceof Span);
    this.isSampled = context.isSampled;
    this.links = context.links ?? [];
  }

  get traceparent(): string {
    return `00-${this.traceId}-${this.spanId}-${this.isSampled ? "01" : "00"}`;
  }
}

const traceparent = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
/** Length of a version 00 traceparent, and the maximum accepted. */
const lengths = { min: 55, max: 512 };

/** Parses a `traceparent` header; undefined if missing or invalid. */
export function readTraceparent(field: string | undefined): TraceContext | undefined {
  if (field === undefined || field.length < lengths.min || field.length > lengths.max) return undefined;
  const [, version = "", traceId = "", spanId = "", flags = "", rest] = traceparent.exec(field) ?? [];
  if (version === "" || version === "ff" || (version === "00" && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
