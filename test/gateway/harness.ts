import type { Config } from "../../generated/config.ts";
import { Cancellation } from "../../src/call/cancellation.ts";
import type { CallNotes, UpstreamCall } from "../../src/call/upstream-call.ts";
import { AgreementRules } from "../../src/gateway/agreement-rules.ts";
import type { GatewayOptions } from "../../src/gateway/call-context.ts";
import { createGateway } from "../../src/gateway/create-gateway.ts";
import { GatewayAnswers } from "../../src/gateway/gateway-answers.ts";
import type { CallEvent, Caller, Gateway } from "../../src/gateway/gateway-call.ts";
import { createManagementCheck } from "../../src/gateway/management-check.ts";
import { ledgerHandlers } from "../../src/handlers/ledger-handlers.ts";
import { createNetworkHandlers } from "../../src/handlers/network-handlers.ts";
import { RawJson } from "../../src/json/raw-json.ts";
import { localNetworks } from "../../src/localnet/start-embedded-ledgers.ts";
import { createLogger } from "../../src/log/logger.ts";
import type { NetworkStore } from "../../src/networks/network-store.ts";
import { createNetworkStore } from "../../src/networks/network-store.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import type { Dialect } from "../../src/rpc/write-response.ts";
import { configOf } from "../networks/harness.ts";

/** An address, for tests that need one. */
export const address = "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri";

/** A caller on this machine. */
export const localCaller: Caller = {
  transport: "http",
  address: "127.0.0.1",
  isLoopback: true,
  isCrossOrigin: false,
  isForeignOrigin: false,
};

/** A gateway whose upstream is a function of the test: it sees each call as it would go out. */
export interface TestGateway {
  readonly gateway: Gateway;
  readonly store: NetworkStore;
  readonly sent: UpstreamCall[];
  readonly events: CallEvent[];
  /** Calls and gives the result's text. */
  call(method: string, params?: string, preferences?: CallPreferences): Promise<string>;
  /** Calls what must fail and gives the fault. */
  fault(method: string, params?: string, preferences?: CallPreferences): Promise<RpcError>;
}

/** How a call differs from the usual one: gateway dialect, default network, local caller. */
export interface CallPreferences {
  readonly dialect?: Dialect;
  readonly network?: string;
  readonly caller?: Partial<Caller>;
  readonly notes?: CallNotes;
}

/** Three networks: `one` (default) and `two` enabled, `main` a mainnet and disabled. */
const networks = {
  one: { name: "One", rpc_url: "http://127.0.0.1:1", type: "localnet", allow_methods: ["extra_*"] },
  two: { name: "Two", rpc_url: "http://127.0.0.1:2", type: "devnet" },
  main: { name: "Main", rpc_url: "http://127.0.0.1:3", type: "mainnet", enabled: false },
};

/** Builds a gateway over the real method table, handlers and network store. */
export async function createTestGateway(
  upstream: (call: UpstreamCall) => string | RpcError | Promise<string>,
  overrides: Partial<Pick<Config, "commitment" | "execution">> & {
    networkAdmin?: "open" | "loopback" | "off";
    admit?: GatewayOptions["admit"];
    charge?: GatewayOptions["charge"];
  } = {},
): Promise<TestGateway> {
  const config = configOf({ svm_networks: networks, default_network: "one" });
  // As --local has them, but for calls that name it only.
  const [embedded] = localNetworks([
    { id: "localnet", rpcUrl: "http://127.0.0.1:4", wsUrl: "ws://127.0.0.1:5" },
  ]);
  const extra = embedded === undefined ? [] : [{ ...embedded, enabled: false }];
  const store = await createNetworkStore({
    config,
    log: createLogger({ level: "off" }),
    countFailure: () => undefined,
    extra,
  });
  const sent: UpstreamCall[] = [];
  const events: CallEvent[] = [];
  const { admit = () => undefined, charge = () => undefined } = overrides;
  const observe = (event: CallEvent) => events.push(event);
  const gateway = createGateway({
    ledgerHandlers,
    networkHandlers: createNetworkHandlers(store),
    store,
    execution: overrides.execution ?? "single",
    commitment: overrides.commitment,
    requestTimeoutMs: 30_000,
    maxAnswerBytes: 1000,
    agreements: new AgreementRules([]),
    admit,
    charge,
    gatewayAnswers: new GatewayAnswers({ admit, charge, observe }),
    assertMayManage: createManagementCheck(overrides.networkAdmin ?? "open", false),
    heavyPoints: 5,
    observe,
    countCall: () => undefined,
    send: async (call) => {
      sent.push(call);
      const answer = await upstream(call);
      if (answer instanceof RpcError) throw answer;
      return RawJson.fromText(answer);
    },
  });
  const run = (method: string, params: string | undefined, preferences: CallPreferences) =>
    gateway.call({
      dialect: preferences.dialect ?? "gateway",
      method,
      params,
      network: preferences.network,
      caller: { ...localCaller, ...preferences.caller },
      cancellation: new Cancellation(),
      notes: preferences.notes ?? {},
    });
  return {
    gateway,
    store,
    sent,
    events,
    call: async (method, params, preferences = {}) => (await run(method, params, preferences)).toString(),
    async fault(method, params, preferences = {}) {
      let result: RawJson;
      try {
        result = await run(method, params, preferences);
      } catch (caught) {
        return RpcError.from(caught);
      }
      throw new Error(`${method} was answered with ${result.toString()}`);
    },
  };
}
