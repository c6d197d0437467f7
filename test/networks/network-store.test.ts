import { once } from "node:events";
import { readdirSync, rmSync, statSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { ConfigFaults } from "../../src/config/config-fault.ts";
import { summarizeNetwork } from "../../src/networks/network.ts";
import type { NetworkStorage } from "../../src/networks/network-change.ts";
import { networkConfigFaults } from "../../src/networks/network-config-faults.ts";
import type { NetworkStore } from "../../src/networks/network-store.ts";
import { createNetworkStore, type NetworkStoreOptions } from "../../src/networks/network-store.ts";
import { createFileNetworkStorage } from "../../src/networks/state-file.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { useFakeClock } from "../fake-clock.ts";
import { configOf, recordingLogger, scriptedResolve, temporaryFolder } from "./harness.ts";

const outside = scriptedResolve(["8.8.8.8"]);

describe("the network store", () => {
  const logger = recordingLogger();
  let stores: NetworkStore[] = [];
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
    logger.lines.length = 0;
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
    stores = [];
    rmSync(folder, { recursive: true });
  });

  async function open(options: Partial<NetworkStoreOptions> = {}): Promise<NetworkStore> {
    const store = await createNetworkStore({
      config: configOf(),
      log: logger,
      countFailure: () => undefined,
      resolve: outside,
      ...options,
    });
    stores.push(store);
    return store;
  }

  function stateFile(): NetworkStorage {
    return createFileNetworkStorage({
      path: join(folder, "state.json"),
      log: logger,
      countFailure: () => undefined,
    });
  }

  async function errorOf(change: Promise<unknown>): Promise<RpcError> {
    const caught = await change.catch((error: unknown) => error);
    if (caught instanceof RpcError) return caught;
    throw new Error(`no RpcError but ${String(caught)}`);
  }

  it("warns once at the start of the networks that are not as configured", async () => {
    const first = await open({ storage: stateFile(), logsChangesAtStart: true });
    expect(logger.lines).to.deep.equal([]);
    await first.setEnabled("solana-devnet", true);
    await open({ storage: stateFile(), logsChangesAtStart: true });
    expect(logger.lines).to.have.length(1);
    expect(JSON.stringify(logger.lines[0])).to.include("networks reset").and.include("solana-devnet");
  });

  it("lists all, finds by id, and has a default", async () => {
    const store = await open();
    expect(store.list().map(({ id }) => id)).to.include.members(["solana-mainnet", "solana-devnet"]);
    expect(store.get("solana-devnet")?.name).to.equal("Solana Devnet");
    expect(store.get("nowhere")).to.equal(undefined);
    expect(store.get("__proto__")).to.equal(undefined);
    expect(store.defaultNetwork().id).to.equal("solana-mainnet");
    expect(store.enabled()).to.deep.equal([]);
  });

  it("returns the same lists until something changes, and then new records", async () => {
    const store = await open();
    const [before, enabled, devnet] = [store.list(), store.enabled(), store.get("solana-devnet")];
    expect([store.list(), store.enabled()]).to.deep.equal([before, enabled]);
    expect(store.list() === before && store.enabled() === enabled).to.equal(true);
    const testnet = store.get("solana-testnet");
    const changed = await store.setEnabled("solana-devnet", true);
    expect(changed).to.equal(store.get("solana-devnet")).and.not.equal(devnet);
    expect(store.get("solana-testnet")).to.equal(testnet);
    expect(store.enabled()).to.deep.equal([changed]);
    expect(devnet?.enabled).to.equal(false);
  });

  it("enables an enabled network and disables a disabled one without an error and without a write", async () => {
    const store = await open({ storage: stateFile() });
    await store.setEnabled("solana-devnet", false);
    expect(readdirSync(folder)).to.deep.equal([]);
    expect((await store.setEnabled("solana-devnet", true)).enabled).to.equal(true);
    const { ino } = statSync(join(folder, "state.json"));
    expect((await store.setEnabled("solana-devnet", true)).enabled).to.equal(true);
    expect(statSync(join(folder, "state.json")).ino).to.equal(ino);
  });

  it("ends in the state of the last of several concurrent changes", async () => {
    const store = await open({ storage: stateFile() });
    await Promise.all([true, false, true, false].map((value) => store.setEnabled("solana-devnet", value)));
    expect(store.get("solana-devnet")?.enabled).to.equal(false);
    await Promise.all([false, true].map((value) => store.setEnabled("solana-devnet", value)));
    expect(store.get("solana-devnet")?.enabled).to.equal(true);
  });

  it("redirects a network: one untrusted upstream, its WebSocket address derived", async () => {
    const store = await open();
    const { httpAddresses, wsAddresses } = await store.setRpcUrl(
      "solana-devnet",
      "https://own.example.com:8899/x",
    );
    expect(httpAddresses).to.deep.equal([
      { url: "https://own.example.com:8899/x", weight: 1, trusted: false },
    ]);
    expect(wsAddresses).to.deep.equal([{ url: "wss://own.example.com:8900/x", weight: 1, trusted: false }]);
  });

  it("keeps run-time changes over a restart, above the configuration", async () => {
    const config = configOf({ svm_networks: { own: { rpc_url: "https://own.example.com" } } });
    const store = await open({ config, storage: stateFile() });
    await store.setEnabled("own", false);
    await store.setRpcUrl("own", "https://new.example.com");
    await store.setEnabled("solana-devnet", true);
    await store.close();
    const again = await open({ config, storage: stateFile() });
    expect(again.get("own")).to.have.nested.property("httpAddresses[0].url", "https://new.example.com");
    expect(again.enabled().map(({ id }) => id)).to.deep.equal(["solana-devnet"]);
  });

  it("keeps a temporary change until the process ends, and drops it at the next start", async () => {
    const first = await open({ storage: stateFile() });
    await first.setEnabled("solana-devnet", true, { persist: false });
    await first.setRpcUrl("solana-testnet", "https://node.example.com", { persist: false });
    await first.setEnabled("solana-mainnet", true);
    const states = (store: NetworkStore) => [
      ...["solana-devnet", "solana-mainnet"].map((id) => store.get(id)?.enabled),
      store.get("solana-testnet")?.httpAddresses[0]?.url === "https://node.example.com",
    ];
    expect(states(first)).to.deep.equal([true, true, true]);
    expect(states(await open({ storage: stateFile() }))).to.deep.equal([false, true, false]);
  });

  it("lets the later change win, temporary or persistent", async () => {
    const store = await open({ storage: stateFile() });
    await store.setEnabled("solana-devnet", true, { persist: false });
    await store.setEnabled("solana-devnet", true);
    expect((await open({ storage: stateFile() })).get("solana-devnet")?.enabled).to.equal(true);
    await store.setEnabled("solana-devnet", false, { persist: false });
    expect(store.get("solana-devnet")?.enabled).to.equal(false);
    const other = await open({ storage: stateFile() });
    const changed = new Promise((resolve) => store.onChange(resolve));
    await other.setRpcUrl("solana-devnet", "https://node.example.com");
    await changed;
    expect([
      store.get("solana-devnet")?.enabled,
      store.get("solana-devnet")?.httpAddresses[0]?.url,
    ]).to.deep.equal([false, "https://node.example.com"]);
  });

  it("names an unknown id and the nearest known ones", async () => {
    const store = await open();
    const error = await errorOf(store.setEnabled("solana-devnt", true));
    expect(error).to.include({ code: -32602, kind: "invalidParams" });
    expect(error.message).to.contain('"solana-devnt"').and.contain("did you mean solana-devnet");
    expect((await errorOf(store.setRpcUrl("zzzzzzzzzzzz", "https://a.example.com"))).message).to.contain(
      "listSvmNetworks",
    );
  });

  it("refuses an internal address, shows it without credentials, and changes nothing", async () => {
    const store = await open();
    const before = store.get("solana-devnet");
    const error = await errorOf(
      store.setRpcUrl("solana-devnet", "https://user:secret@127.0.0.1/?key=secret"),
    );
    expect(error).to.include({ code: -32602, kind: "invalidParams" });
    expect(error.message)
      .to.match(/^rpc_url must name a public host/)
      .and.not.contain("secret");
    expect(error.data?.faults).to.have.nested.property("[0].param", "rpc_url");
    expect(store.get("solana-devnet")).to.equal(before);
  });

  it("does not make a change that can't be saved", async () => {
    const cause = new Error("disk full");
    const refusing: NetworkStorage = {
      load: async () => new Map(),
      save: () => Promise.reject(cause),
      follow: () => undefined,
      readNow: async () => undefined,
      close: async () => undefined,
    };
    const store = await open({ storage: refusing });
    const error = await errorOf(store.setEnabled("solana-devnet", true));
    expect(error).to.include({ code: -32603, cause });
    expect(store.get("solana-devnet")?.enabled).to.equal(false);
  });

  it("reports each change to listeners, until they leave", async () => {
    const store = await open();
    const heard: string[] = [];
    const leave = store.onChange(({ id, enabled }) => heard.push(`${id} ${enabled}`));
    await store.setEnabled("solana-devnet", true);
    await store.setEnabled("solana-devnet", true);
    await store.setEnabled("solana-devnet", false);
    leave();
    await store.setEnabled("solana-devnet", true);
    expect(heard).to.deep.equal(["solana-devnet true", "solana-devnet false"]);
  });

  it("follows what another gateway on the same state file changes", async () => {
    const one = await open({ storage: stateFile() });
    const other = await open({ storage: stateFile() });
    const heard = new Promise<string>((done) => one.onChange(({ id, enabled }) => done(`${id} ${enabled}`)));
    await other.setEnabled("solana-testnet", true);
    expect(await heard).to.equal("solana-testnet true");
    expect(one.enabled().map(({ id }) => id)).to.deep.equal(["solana-testnet"]);
  });

  it("does not start with an unknown default network", async () => {
    const config = configOf({ default_network: "nowhere" });
    const caught = await open({ config }).catch((error: unknown) => error);
    expect(caught).to.be.instanceOf(ConfigFaults);
    expect(networkConfigFaults(config).map(({ at }) => at)).to.deep.equal(["default_network"]);
  });

  it("accepts a default network that the program will run itself", () => {
    const config = configOf({ default_network: "localnet" });
    expect(networkConfigFaults(config, ["localnet"])).to.deep.equal([]);
    expect(networkConfigFaults(config)).to.have.length(1);
  });

  it("shows records without credentials", async () => {
    const config = configOf({ rpc_url: "https://user:pass@own.example.com/v2/0123456789abcdef?api-key=1" });
    expect(summarizeNetwork((await open({ config })).defaultNetwork())).to.deep.equal({
      id: "default",
      name: "Default network",
      rpc_url: "https://***@own.example.com/v2/***?api-key=***",
      chain_id: "default",
      type: "mainnet",
      enabled: true,
    });
  });

  describe("with a registry that is refreshed", () => {
    const entry = {
      name: "New Mainnet",
      chain: "NEW",
      rpc: ["https://new.example.com"],
      shortName: "new",
      chainId: 9,
      status: "active",
    };

    async function withRegistry(
      listener: RequestListener,
      test: (url: string) => Promise<void>,
    ): Promise<void> {
      const server = createServer(listener).listen(0, "127.0.0.1");
      await once(server, "listening");
      try {
        await test(`http://127.0.0.1:${(server.address() as AddressInfo).port}/list.json?key=secret`);
      } finally {
        server.closeAllConnections();
        server.close();
        await once(server, "close");
      }
    }

    function configWith(url: string) {
      return configOf({ default_network: "solana-devnet", registry: { url } });
    }

    it("lists the networks of the fresh list beside those that ship", async () => {
      await withRegistry(
        (_request, response) => response.end(JSON.stringify([entry])),
        async (url) => {
          const store = await open({ config: configWith(url) });
          expect(store.get("new-mainnet")).to.deep.include({ chainId: "9", enabled: false });
          expect(store.get("solana-devnet")?.chainId).to.equal("103");
          expect(logger.lines).to.deep.equal([]);
        },
      );
    });

    it("accepts a default network that only the fresh list knows", async () => {
      await withRegistry(
        (_request, response) => response.end(JSON.stringify([entry])),
        async (url) => {
          const config = configOf({ default_network: "new-mainnet", registry: { url } });
          expect(networkConfigFaults(config)).to.deep.equal([]);
          expect((await open({ config })).defaultNetwork().id).to.equal("new-mainnet");
        },
      );
    });

    it("reports to listeners what a later refresh changed", async () => {
      let turn = 0;
      await withRegistry(
        (_request, response) => {
          turn += 1;
          response.end(JSON.stringify([{ ...entry, rpc: [`https://new${Math.min(turn, 2)}.example.com`] }]));
        },
        async (url) => {
          const clock = useFakeClock();
          const store = await open({ config: configWith(url) });
          const changed = new Promise<string | undefined>((done) => {
            store.onChange(({ httpAddresses }) => done(httpAddresses[0]?.url));
          });
          await clock.tickAsync(24 * 60 * 60 * 1000);
          expect(await changed).to.equal("https://new2.example.com");
        },
      );
    });

    const bad: [what: string, listener: RequestListener][] = [
      ["fails", (_request, response) => response.writeHead(500).end()],
      ["is no JSON", (_request, response) => response.end("<html>")],
      ["is no list", (_request, response) => response.end("{}")],
      ["is empty", (_request, response) => response.end("[]")],
      [
        "is longer than allowed",
        (_request, response) => response.end(JSON.stringify([entry, "x".repeat(5 * 1024 * 1024)])),
      ],
      [
        "redirects",
        (_request, response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
      ],
      ["breaks off", (request) => request.socket.destroy()],
    ];
    for (const [what, listener] of bad) {
      it(`serves the list that ships, with one warning, where the fresh one ${what}`, async () => {
        await withRegistry(listener, async (url) => {
          const store = await open({ config: configWith(url) });
          expect(store.get("solana-devnet")?.name).to.equal("Solana Devnet");
          expect(logger.lines.map(({ message }) => message)).to.deep.equal([
            "the registry of networks can't be refreshed: the last list stays in use",
          ]);
          expect(logger.lines[0]?.fields.url).to.match(/key=\*\*\*$/);
        });
      });
    }
  });
});
