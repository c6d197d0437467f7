import type { CallSpan, SendWrapper, UpstreamCall } from "../../call/upstream-call.ts";
import type { Gateway, GatewayCall } from "../../gateway/gateway-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { EndedTransaction } from "../../landing/fate.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { Attempt, AttemptWrapper } from "../../upstream/attempt/attempt.ts";
import type { CallNames } from "../call-names.ts";
import { readTraceparent, Span } from "./span.ts";

interface TraceOptions {
  /** Fraction of calls without a `traceparent` that are traced. */
  readonly sampleRatio: number;
  readonly onEnd: (span: Span) => void;
  readonly names: CallNames;
}

/** Wrappers that create spans for calls, attempts and merged calls. */
export interface CallTracing {
  readonly wrapGateway: (gateway: Gateway) => Gateway;
  readonly wrapAttempt: AttemptWrapper;
  readonly wrapMergedCall: SendWrapper;
  /** Records the span of a resent transaction, as a child of the call that sent it. */
  readonly recordFate: (ended: EndedTransaction, span: CallSpan | undefined) => void;
}

/** Creates the wrappers. A client's `traceparent` determines the trace of its call, and its sampling. */
export function createCallTracing({ sampleRatio, onEnd, names }: TraceOptions): CallTracing {
  async function traced(span: Span, work: () => Promise<RawJson>, describe?: () => void): Promise<RawJson> {
    try {
      return await work();
    } catch (caught) {
      span.error = RpcError.from(caught);
      throw span.error;
    } finally {
      describe?.();
      span.endedAt = performance.now();
      if (span.isSampled) onEnd(span);
    }
  }

  function startCall(request: GatewayCall): Span {
    const { method, network } = names(request);
    const parent = readTraceparent(request.preferences?.traceparent);
    const attributes = {
      "rpc.system.name": "jsonrpc",
      "rpc.method": method,
      "svm.network": network,
      "svm.dialect": request.dialect,
      "svm.transport": request.caller.transport,
    };
    const isSampled = parent?.isSampled ?? Math.random() < sampleRatio;
    return new Span(method, "server", attributes, { parent, isSampled });
  }

  return {
    wrapGateway: (gateway) => ({
      call(request) {
        const span = startCall(request);
        return traced(
          span,
          () => gateway.call({ ...request, span }),
          () => {
            const { cache } = request.notes;
            if (cache !== undefined) span.attributes["svm.answer.source"] = cache;
          },
        );
      },
    }),

    wrapAttempt: (next) => (attempt) => {
      const parent = attempt.call.span;
      if (!(parent instanceof Span)) return next(attempt);
      const span = startAttempt(attempt, parent);
      attempt.traceparent = span.traceparent;
      return traced(
        span,
        () => next(attempt),
        () => {
          if (attempt.status > 0) span.attributes["http.response.status_code"] = attempt.status;
        },
      );
    },

    recordFate(ended, parent) {
      if (!(parent instanceof Span && parent.isSampled)) return;
      const { network, signature, status, slot, sends, ms } = ended;
      const attributes = {
        "svm.network": network,
        "svm.transaction.signature": signature,
        "svm.transaction.status": status,
        "svm.transaction.sends": sends,
        ...(slot !== undefined && { "svm.slot": slot }),
      };
      const now = performance.now();
      const context = { parent, isSampled: true, startedAt: now - ms };
      const span = new Span(`${parent.name} fate`, "internal", attributes, context);
      span.endedAt = now;
      onEnd(span);
    },

    wrapMergedCall: (next) => (call) => {
      const span = call.mergedCalls && startMerged(call, call.mergedCalls);
      return span === undefined ? next(call) : traced(span, () => next(call.with({ span })));
    },
  };
}

function startAttempt({ call, upstream, isHedge }: Attempt, parent: Span): Span {
  parent.attempts += 1;
  const method = call.method?.name ?? "other";
  const attributes = {
    "rpc.system.name": "jsonrpc",
    "rpc.method": method,
    "server.address": upstream.name,
    "svm.network": call.network.id,
    "svm.attempt": parent.attempts,
    "svm.hedge": isHedge,
  };
  return new Span(`${method} attempt`, "client", attributes, { parent, isSampled: parent.isSampled });
}

/** The span of a call that answers several reads: a child of the first traced read, with links to the others. */
function startMerged({ method, network }: UpstreamCall, calls: readonly UpstreamCall[]): Span | undefined {
  const spans = calls.flatMap(({ span }) => (span instanceof Span ? [span] : []));
  const parent = spans.find(({ isSampled }) => isSampled) ?? spans[0];
  if (parent === undefined) return undefined;
  const name = method?.name ?? "other";
  const attributes = {
    "rpc.method": name,
    "svm.network": network.id,
    "svm.merged.calls": calls.length,
  };
  const links = spans.filter((span) => span !== parent);
  return new Span(`${name} merged`, "internal", attributes, {
    parent,
    isSampled: parent.isSampled,
    links,
  });
}
