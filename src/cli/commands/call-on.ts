import { assemble } from "../../app/assemble.ts";
import { Cancellation } from "../../call/cancellation.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import type { GatewayCall } from "../../gateway/gateway-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { startLocalLedgers } from "../../localnet/local-ledgers.ts";
import { createLogger } from "../../log/logger.ts";
import { stdioCaller } from "../../transports/stdio/stdio-caller.ts";
import type { AskedGateway } from "../gateway/asked-gateway.ts";
import { keyVariable } from "../gateway/operator-request.ts";
import { remoteCall } from "../gateway/remote-call.ts";
import type { Flags } from "../options/arguments.ts";
import type { CommandIo } from "../terminal/command-io.ts";

/** A call of a command, its parameters as JSON text. */
interface CommandCall {
  readonly method: string;
  readonly params: string;
  /** Longest wait for a running gateway. */
  readonly timeoutMs?: number;
}

/** Makes one call on a running gateway, or on one that this process makes from its configuration. */
export function callOn(
  asked: AskedGateway,
  call: CommandCall,
  flags: Flags,
  io: CommandIo,
): Promise<RawJson> {
  if (!("url" in asked)) return callHere(call, asked.loaded, flags, io);
  return remoteCall(asked.url, call.method, call.params, {
    network: flags.network,
    key: io.env[keyVariable],
    timeoutMs: call.timeoutMs,
  });
}

async function callHere(
  { method, params }: CommandCall,
  loaded: LoadedConfig,
  flags: Flags,
  io: CommandIo,
): Promise<RawJson> {
  const service = await assemble({
    loaded,
    logger: createLogger({ level: "error" }),
    ...(await startLocalLedgers(flags, io.env.PATH)),
  });
  try {
    const call: GatewayCall = {
      dialect: "gateway",
      method,
      params,
      network: flags.network,
      caller: stdioCaller,
      cancellation: new Cancellation(),
      notes: {},
    };
    return await service.gateway.call(call);
  } finally {
    await service.close();
  }
}
