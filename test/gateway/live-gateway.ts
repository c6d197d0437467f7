import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { assemble, type Service } from "../../src/app/assemble.ts";
import { Cancellation } from "../../src/call/cancellation.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import type { RawJson } from "../../src/json/raw-json.ts";
import { createLogger } from "../../src/log/logger.ts";
import { createLiveLedger, type LiveLedger } from "../contract/live-ledger.ts";
import { temporaryFolder } from "../networks/harness.ts";
import { type CallPreferences, localCaller } from "./harness.ts";

/** The real gateway over real upstreams. */
export interface LiveGateway {
  readonly service: Service;
  /** Calls and gives the parsed result. */
  call<Result = unknown>(
    method: string,
    params?: readonly unknown[] | object,
    preferences?: CallPreferences,
  ): Promise<Result>;
  /** Calls and gives the result's text. */
  text(method: string, params?: readonly unknown[] | object, preferences?: CallPreferences): Promise<string>;
}

/** Assembles the product over nodes by network id, the first one the default; clients are not limited. Close its service at the end. */
export async function createLiveGateway(
  upstreams: Readonly<Record<string, string>>,
  settings: { readonly server_config?: object; readonly [key: string]: unknown } = {},
  { mock = false, persist = true }: { readonly mock?: boolean; readonly persist?: boolean } = {},
): Promise<LiveGateway> {
  const folder = temporaryFolder();
  const file = join(folder, "svm-gateway.json");
  const networks = Object.entries(upstreams).map(([id, url]) => [
    id,
    { name: id, rpc_url: url, type: "localnet" },
  ]);
  const [[defaultNetwork] = [undefined]] = networks;
  writeFileSync(
    file,
    JSON.stringify({
      svm_networks: Object.fromEntries(networks),
      default_network: defaultNetwork,
      ...settings,
      server_config: { rate_limit: { enabled: false }, ...settings.server_config },
    }),
  );
  const loaded = loadConfig({ flags: { config: file }, env: {}, cwd: folder });
  const service = await assemble({
    loaded,
    logger: createLogger({ level: "off" }),
    mock,
    persist,
  });
  const text = async (
    method: string,
    params: readonly unknown[] | object = [],
    preferences: CallPreferences = {},
  ) => {
    const result: RawJson = await service.gateway.call({
      dialect: preferences.dialect ?? "gateway",
      method,
      params: JSON.stringify(params),
      network: preferences.network,
      caller: { ...localCaller, transport: "stdio", address: undefined, ...preferences.caller },
      cancellation: new Cancellation(),
      notes: {},
    });
    return result.toString();
  };
  return {
    service,
    text,
    call: async <Result>(
      method: string,
      params?: readonly unknown[] | object,
      preferences?: CallPreferences,
    ) => JSON.parse(await text(method, params, preferences)) as Result,
  };
}

/** Gives all tests of a suite an embedded ledger and a gateway over it; both are there once the suite runs. */
export function useLiveLedger(settings: Parameters<typeof createLiveGateway>[1] = {}): {
  readonly ledger: LiveLedger;
  readonly gateway: LiveGateway;
} {
  const live = {} as { ledger: LiveLedger; gateway: LiveGateway };
  before(async () => {
    live.ledger = await createLiveLedger();
    live.gateway = await createLiveGateway({ live: live.ledger.node.rpcUrl }, settings);
  });
  after(() => live.gateway.service.close());
  return live;
}
