import { assemble, type Service } from "../../app/assemble.ts";
import { Cancellation } from "../../call/cancellation.ts";
import { urlVariable } from "../../config/environment.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { stdioCaller } from "../../gateway/gateway-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { startLocalLedgers } from "../../localnet/local-ledgers.ts";
import { createLogger } from "../../log/logger.ts";
import { fallbackDefault } from "../../networks/resolve-networks.ts";
import type { CommandContext, Flags } from "../options/arguments.ts";
import { UsageError } from "../options/command-table.ts";
import { readConfig } from "../options/read-config.ts";
import { findRunningGateway, RunningGateway } from "./running-gateway.ts";

/** The gateway a command calls: a running one, or the configuration for one to create in this process. */
export type TargetGateway = RunningGateway | LoadedConfig;

/** Chooses the gateway to call. Throws `UsageError` rather than fall back to a network with real funds. */
export function chooseTarget(context: CommandContext): TargetGateway {
  const gateway = findRunningGateway(context);
  if (gateway !== undefined) return gateway;
  const loaded = readConfig(context);
  if (context.flags.network !== undefined || !isMainnetByDefault(loaded, context.flags)) return loaded;
  throw new UsageError(
    `no network is chosen, and the default, ${fallbackDefault}, holds real funds: name it with --network ${fallbackDefault}, ` +
      `or name a running gateway with --url or ${urlVariable}`,
  );
}

/** True if the call would reach a network with real funds only by default. */
function isMainnetByDefault({ values }: LoadedConfig, { local, mock }: Flags): boolean {
  const isDefault = (path: string) => values.get(path)?.source.kind === "default";
  return !local && !mock && ["rpc_url", "upstreams", "svm_networks", "default_network"].every(isDefault);
}

/** Creates the configured gateway in this process. It logs only errors. */
export async function assembleInProcess(
  loaded: LoadedConfig,
  { flags, env }: Pick<CommandContext, "flags" | "env">,
): Promise<Service> {
  const ledgers = await startLocalLedgers(flags, env.PATH);
  return assemble({ loaded, logger: createLogger({ level: "error" }), ...ledgers });
}

/** Makes one call; `params` is JSON text. `timeoutMs` applies only to a running gateway. */
export async function callOn(
  target: TargetGateway,
  { method, params, timeoutMs }: { readonly method: string; readonly params: string; timeoutMs?: number },
  context: CommandContext,
): Promise<RawJson> {
  const { network } = context.flags;
  if (target instanceof RunningGateway) return target.call(method, params, { network, timeoutMs });
  const service = await assembleInProcess(target, context);
  try {
    return await service.gateway.call({
      dialect: "gateway",
      method,
      params,
      network,
      caller: stdioCaller,
      cancellation: new Cancellation(),
      notes: {},
    });
  } finally {
    await service.close();
  }
}
