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

/** The gateway that a command calls: a running one, or the configuration of one to create in this process. */
export type TargetGateway = RunningGateway | LoadedConfig;

/** Chooses the gateway from flags, environment and configuration. Throws `UsageError` rather than default to a network with real funds. */
export function chooseTarget(context: CommandContext): TargetGateway {
  const gateway = findRunningGateway(context);
  if (gateway !== undefined) return gateway;
  const loaded = readConfig(context);
  if (context.flags.network !== undefined || !isUnchosenMainnet(loaded, context.flags)) return loaded;
  throw new UsageError(
    `no network is chosen, and the default, ${fallbackDefault}, holds real funds: name it with --network ${fallbackDefault}, ` +
      `or name a running gateway with --url or ${urlVariable}`,
  );
}

/** Whether the call would go to a network with real funds only because nothing was chosen. */
function isUnchosenMainnet({ values }: LoadedConfig, { local, mock }: Flags): boolean {
  const isDefault = (path: string) => values.get(path)?.source.kind === "default";
  return !local && !mock && ["rpc_url", "upstreams", "svm_networks", "default_network"].every(isDefault);
}

/** Creates the configured gateway in this process, which logs errors only. */
export async function assembleHere(
  loaded: LoadedConfig,
  { flags, env }: Pick<CommandContext, "flags" | "env">,
): Promise<Service> {
  const ledgers = await startLocalLedgers(flags, env.PATH);
  return assemble({ loaded, logger: createLogger({ level: "error" }), ...ledgers });
}

/** Makes one call; `params` is JSON text. `timeoutMs` applies to a running gateway. */
export async function callOn(
  target: TargetGateway,
  { method, params, timeoutMs }: { readonly method: string; readonly params: string; timeoutMs?: number },
  context: CommandContext,
): Promise<RawJson> {
  const { network } = context.flags;
  if (target instanceof RunningGateway) return target.call(method, params, { network, timeoutMs });
  const service = await assembleHere(target, context);
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
