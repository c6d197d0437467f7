import type { LoadedConfig } from "../../config/load-config.ts";
import { fallbackDefault } from "../../networks/resolve-networks.ts";
import { type Flags, usageExitCode } from "../options/arguments.ts";
import { readConfig } from "../options/read-config.ts";
import type { CommandIo } from "../terminal/command-io.ts";
import { gatewayUrl, gatewayUrlFault, urlVariable } from "./gateway-url.ts";

/** Where a call or a subscription goes: to a running gateway, or to one that this process makes from its configuration. */
export type AskedGateway = { readonly url: string } | { readonly loaded: LoadedConfig };

/** The gateway that flags, environment and configuration name; prints why none can be asked, and returns the exit code then. */
export function askedGateway(flags: Flags, io: CommandIo): AskedGateway | number {
  const url = gatewayUrl(flags, io.env);
  const fault = gatewayUrlFault(url);
  if (fault !== undefined) {
    io.stderr.write(`${fault}\n`);
    return usageExitCode;
  }
  if (url !== undefined) return { url };
  const loaded = readConfig(flags, io);
  if (flags.network !== undefined || !isUnchosenMainnet(loaded, flags)) return { loaded };
  io.stderr.write(
    `no network is chosen, and the default, ${fallbackDefault}, holds real funds: name it with --network ${fallbackDefault}, ` +
      `or name a running gateway with --url or ${urlVariable}\n`,
  );
  return usageExitCode;
}

/** Only the defaults say where the call goes, and that is a network with real funds. */
function isUnchosenMainnet({ values }: LoadedConfig, { local, mock }: Flags): boolean {
  const isDefault = (path: string) => values.get(path)?.source.kind === "default";
  return !local && !mock && isDefault("rpc_url") && isDefault("default_network");
}
