import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { programPath } from "../../../built-program.ts";
import { configFor, type ServedGateway } from "../../../gateway-process.ts";
import { unreachableNetworks } from "./client-script.ts";

/**
 * Arguments with which Node runs the program on standard input, from a folder that may be written to. It uses the ledgers of a
 * gateway that already serves: starting ledgers of its own would take longer than the client's calls.
 */
export function stdioArguments({ url }: ServedGateway, folder: string): readonly string[] {
  const networks = ["localnet", "localnet-b"].map((id) => [
    id,
    { rpc_url: `${url}/networks/${id}`, enabled: true },
  ]);
  const config = join(folder, "gateway.json");
  writeFileSync(
    config,
    JSON.stringify(configFor({ ...Object.fromEntries(networks), ...unreachableNetworks })),
  );
  return [programPath, "stdio", "--config", config];
}
