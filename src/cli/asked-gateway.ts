import type { LoadedConfig } from "../config/load-config.ts";
import { fallbackDefault } from "../networks/resolve-networks.ts";
import { type Flags, usageExitCode } from "./arguments.ts";
import type { CommandIo } from "./command-io.ts";
import { gatewayUrl, gatewayUrlFault, urlVariable } from "./gateway-url.ts";
import { readConfig } from "./read-config.ts";

/** Who a call or a subscription is for: a running gateway, or one that this process makes of its configuration. */
export type AskedGateway = { readonly url: string } | { readonly loaded: LoadedConfig };

/** What the flags, the environment and the configuration say; an exit code where that can't be asked, which is printed. */
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
    `no network is chosen, and ${fallbackDefault} is the real one: name it with --network ${fallbackDefault}, ` +
      `or a running gateway with --url or ${urlVariable}\n`,
  );
  return usageExitCode;
}

/** Nothing but the defaults says where the call goes, and that is where real funds are. */
function isUnchosenMainnet({ values }: LoadedConfig, { local, mock }: Flags): boolean {
  const isDefault = (path: string) => values.get(path)?.source.kind === "default";
  return !local && !mock && isDefault("rpc_url") && isDefault("default_network");
}
