import { randomBytes } from "node:crypto";
import type { CallSpan } from "../../call/upstream-call.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import type { TraceContext } from "./trace-context.ts";

/** Numbers of OTLP's SpanKind. */
export const spanKinds = { internal: 1, server: 2, client: 3 } as const;
/** Which work a span is: for a client (server), the gateway's own (internal), a call to an upstream (client). */
export type SpanKind = keyof typeof spanKinds;

/** What a span says about itself. Names and ids only: never a parameter, an answer, an address with a key, or a message. */
export type SpanAttributes = Record<string, string | number | boolean>;

/** One piece of work in a trace, with its times and outcome. */
export class Span implements CallSpan, TraceContext {
  readonly name: string;
  readonly kind: SpanKind;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  /** Its parent runs in another program. */
  readonly hasRemoteParent: boolean;
  readonly isSampled: boolean;
  readonly attributes: SpanAttributes;
  /** Other spans that it works for. */
  readonly links: readonly TraceContext[];
  /** `performance.now()`. */
  readonly startedAt: number;
  endedAt = 0;
  fault: RpcError | undefined = undefined;
  /** Attempts that were made under it. */
  attempts = 0;

  constructor(
    name: string,
    kind: SpanKind,
    attributes: SpanAttributes,
    context: {
      readonly parent: TraceContext | undefined;
      readonly isSampled: boolean;
      readonly links?: readonly TraceContext[];
    },
    startedAt: number = performance.now(),
  ) {
    const { parent } = context;
    this.name = name;
    this.startedAt = startedAt;
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
