import type { Config } from "../../../generated/config.ts";
import type { Logger } from "../../log/logger.ts";
import { createNetworkStore } from "../../networks/create-network-store.ts";
import { networkRecord } from "../../networks/network-record.ts";
import { createStateFile } from "../../networks/state-file.ts";
import type { NetworkAdmin } from "./gateway-admin.ts";

/** The networks of a configuration and its state file, without a running gateway. */
export async function openStateAdmin(
  config: Config,
  statePath: string,
  logger: Logger,
): Promise<NetworkAdmin> {
  const persistence = createStateFile({ path: statePath, logger });
  const store = await createNetworkStore({ config, logger, persistence });
  return {
    place: `in ${statePath}; a running gateway that uses it follows within a second`,
    list: async () => store.list().map(networkRecord),
    setEnabled: async (id, enabled) => networkRecord(await store.setEnabled(id, enabled)),
    setRpcUrl: async (id, url) => networkRecord(await store.setRpcUrl(id, url)),
    close: () => store.close(),
  };
}
