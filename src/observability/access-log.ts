import type { CallEvent, Gateway, GatewayCall } from "../gateway/gateway-call.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { Logger } from "../log/logger.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { CallNames } from "./call-names.ts";

/** Logs a finished call at level debug. */
export function logCall(logger: Logger, { method, network, transport, seconds, error }: CallEvent): void {
  if (!logger.isLevelEnabled("debug")) return;
  const fields = { method: method?.name, network, transport, ms: seconds * 1000 };
  logger.debug({ ...fields, code: error?.code, fault: error?.message }, "call");
}

/** Logs caller, method, outcome and duration of every call, regardless of `log.level`. Never logs parameters. */
export function withAccessLog(gateway: Gateway, logger: Logger, names: CallNames): Gateway {
  const log = logger.child({}, { level: "info" });

  async function call(request: GatewayCall): Promise<RawJson> {
    const started = performance.now();
    let result: RawJson | undefined;
    let error: RpcError | undefined;
    try {
      result = await gateway.call(request);
      return result;
    } catch (caught) {
      error = RpcError.from(caught);
      throw error;
    } finally {
      const { caller, dialect, notes, span } = request;
      const fields = {
        ...names(request),
        dialect,
        transport: caller.transport,
        client: caller.address,
        caller: caller.authenticated?.id,
        ms: Math.round((performance.now() - started) * 1000) / 1000,
        code: error?.code,
        fault: error?.kind,
        bytes: result?.byteLength,
        cache: notes.cache,
        trace: span?.traceparent.split("-")[1],
      };
      log.info(fields, "access");
    }
  }

  return { call };
}
