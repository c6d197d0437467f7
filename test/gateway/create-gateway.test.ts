import { expect } from "chai";
import { methods } from "../../generated/methods.ts";
import type { AuthenticatedCaller } from "../../src/auth/authenticated-caller.ts";
import type { CallNotes } from "../../src/call/upstream-call.ts";
import { RawJson } from "../../src/json/raw-json.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { address, type CallPreferences, createTestGateway, localCaller } from "./harness.ts";

const exact = '{"rentEpoch":18446744073709551615,"a":1.0,"b":1e2,"c":-0,"d":"\\u00e9\\ud83d"}';

/** Example parameters of a method by name, as JSON text. */
function exampleParams(name: string): string {
  const method = Object.values(methods).find((candidate) => candidate.name === name);
  const given = (method?.params ?? [])
    .filter((param) => param.required)
    .map((param) => `"${param.name}":${param.example}`);
  const one = method?.exactlyOneOf?.[0];
  const group = method?.params.find((param) => param.name === one);
  if (group !== undefined) given.push(`"${group.name}":${group.example}`);
  return `{${given.join(",")}}`;
}

describe("createGateway()", () => {
  it("passes on the upstream's bytes unchanged", async () => {
    const { call } = await createTestGateway(() => exact);
    expect(await call("getAccountInfo", `["${address}"]`)).to.equal(exact);
  });

  it("wraps bare scalars in the gateway dialect only", async () => {
    const { call } = await createTestGateway(() => "341197933");
    expect(await call("getSlot")).to.equal('{"value":341197933}');
    expect(await call("getSlot", "[]", { dialect: "ledger" })).to.equal("341197933");
  });

  for (const [method, params, dialect, result, slot] of [
    ["getBalance", `["${address}"]`, "ledger", '{"context":{"slot":7},"value":1}', 7],
    ["getSlot", "[]", "ledger", "8", 8],
    ["getSlot", "[]", "gateway", "8", 8],
    ["getEpochInfo", "[]", "gateway", '{"absoluteSlot":9,"epoch":0}', 9],
    ["getBlockHeight", "[]", "ledger", "8", undefined],
  ] as const)
    it(`notes ${slot === undefined ? "no slot" : "the slot"} of ${method} in the ${dialect} dialect`, async () => {
      const { call } = await createTestGateway(() => result);
      const notes: CallNotes = {};
      await call(method, params, { dialect, notes });
      expect(notes.slot).to.equal(slot);
    });

  it("charges the caller for each upstream call of a method that takes several, but the first", async () => {
    const charged: unknown[] = [];
    const { call, sent } = await createTestGateway(
      ({ upstreamMethod }) =>
        upstreamMethod === "getLatestBlockhash"
          ? `{"context":{"slot":7},"value":{"blockhash":"${address}","lastValidBlockHeight":1}}`
          : '{"context":{"slot":7},"value":5000}',
      { charge: ({ address: from }, points) => charged.push([from, points]) },
    );
    await call("getFees", "[]", { caller: { address: "198.51.100.7" } });
    expect(sent).to.have.length(2);
    expect(charged).to.deep.equal([["198.51.100.7", 1]]);
  });

  it("lets later steps charge the caller for the work that its call causes", async () => {
    const charged: unknown[] = [];
    const { call, sent } = await createTestGateway(() => "7", {
      charge: (caller, points) => charged.push([caller, points]),
    });
    const caller = { ...localCaller, address: "198.51.100.7" };
    for (const dialect of ["gateway", "ledger"] as const) await call("getSlot", "[]", { dialect, caller });
    for (const { charge } of sent) charge?.(2);
    expect(charged).to.deep.equal([
      [caller, 2],
      [caller, 2],
    ]);
  });

  it("notes no slot, cache source or way of sending for an answer of several networks", async () => {
    const { call } = await createTestGateway(({ notes }) => {
      notes.cache = "hit";
      notes.sending = "land";
      return "8";
    });
    const notes: CallNotes = {};
    await call("getSlot", "[]", { network: "all", notes });
    expect([notes.slot, notes.cache, notes.sending]).to.deep.equal([undefined, undefined, undefined]);
    await call("getSlot", "[]", { notes });
    expect(notes.cache).to.equal("hit");
  });

  for (const [alias, name] of [
    ["getAssets", "getAssetBatch"],
    ["getAssetProofs", "getAssetProofBatch"],
    ["getAssetSignatures", "getSignaturesForAsset"],
  ] as const) {
    it(`accepts ${alias} as ${name}, in both dialects`, async () => {
      const { call, sent, events } = await createTestGateway(() => "[]");
      for (const dialect of ["gateway", "ledger"] as const)
        expect(await call(alias, exampleParams(name), { dialect })).to.equal("[]");
      expect(sent.map((asked) => asked.upstreamMethod)).to.deep.equal([name, name]);
      expect(events.map((event) => event.method?.name)).to.deep.equal([name, name]);
    });
  }

  it("leaves parameters unchanged in the ledger dialect even if a handler answers in the gateway's", async () => {
    const { call, sent } = await createTestGateway(() => '{"solana-core":"3.1.10"}');
    for (const params of ["[5]", "[{}]"])
      expect(await call("getVersion", params, { dialect: "ledger" })).to.equal('{"solana-core":"3.1.10"}');
    expect(sent.map(({ params }) => params)).to.deep.equal(["[5]", "[{}]"]);
  });

  it("names the dialect's list of methods for an unknown one", async () => {
    const { fault } = await createTestGateway(() => "null");
    expect((await fault("zzz")).message).to.include("rpc.discover lists the methods");
    const { message } = await fault("zzz", "[]", { dialect: "ledger" });
    expect(message).to.include("GET /openrpc.json lists the methods").and.not.include("rpc.discover");
  });

  it("leaves parameters of the ledger dialect exactly as sent", async () => {
    const { call, sent } = await createTestGateway(() => "null", { commitment: "confirmed" });
    const params = '[ "not an address" , {"x":1e2}]';
    await call("getAccountInfo", params, { dialect: "ledger" });
    expect(sent[0]?.params).to.equal(params);
  });

  const withCommitment = Object.values(methods).filter(
    (method) =>
      method.kind === "ledger" &&
      method.commitment !== undefined &&
      method.commitment.default !== "node" &&
      method.config !== undefined &&
      method.params.every((param) => param.place.at !== "handler"),
  );
  it("has methods that take the default commitment", () => {
    expect(withCommitment.length).to.be.greaterThan(30);
  });
  for (const method of withCommitment) {
    const { field, lowest } = method.commitment ?? { field: "", lowest: "processed" };
    const expected = lowest === "confirmed" ? "confirmed" : "processed";
    it(`puts the default commitment of ${method.name} into ${field}, at ${method.config?.index}`, async () => {
      const { call, sent } = await createTestGateway(() => '{"context":{"slot":1},"value":[]}', {
        commitment: "processed",
      });
      await call(method.name, exampleParams(method.name));
      const params = JSON.parse(sent[0]?.params ?? "") as Record<string, unknown>[];
      const config = params.find((item) => item !== null && typeof item === "object" && field in item);
      expect(config?.[field]).to.equal(expected);
      if (method.config?.trailing !== true)
        expect(params.indexOf(config ?? {})).to.equal(method.config?.index);
    });
  }

  it("adds no default where the node's own commitment must apply", async () => {
    const { call, sent } = await createTestGateway(() => "1", { commitment: "confirmed" });
    await call("getSignatureStatuses", exampleParams("getSignatureStatuses"));
    expect(sent[0]?.params).to.not.include("commitment");
  });

  it("never writes the default over the caller's own commitment", async () => {
    const { call, sent } = await createTestGateway(() => "1", { commitment: "finalized" });
    await call("getSlot", '["processed"]');
    expect(sent[0]?.params).to.equal('[{"commitment":"processed"}]');
  });

  it("adds no config where the method takes none", async () => {
    const { call, sent } = await createTestGateway(() => "1", { commitment: "confirmed" });
    await call("getBlockTime", "[5]");
    await call("getInflationRate");
    expect(sent.map(({ params }) => params)).to.deep.equal(["[5]", "[]"]);
  });

  it("calls the default network, or the selected one, enabled or not", async () => {
    const { call, sent } = await createTestGateway(() => "1");
    await call("getSlot");
    await call("getSlot", "[]", { network: "main" });
    expect(sent.map(({ network }) => network.id)).to.deep.equal(["one", "main"]);
  });

  it("names the nearest network for an unknown id", async () => {
    const { fault } = await createTestGateway(() => "1");
    const unknown = await fault("getSlot", "[]", { network: "oen" });
    expect(unknown.code).to.equal(-32602);
    expect(unknown.message).to.include("one");
  });

  it("names no network for an unknown id that the caller may not use", async () => {
    const { fault } = await createTestGateway(() => "1");
    const rights = { includesNetwork: (id: string) => id !== "one", assertMethod: () => undefined };
    const meter = { acquire: () => true, release: () => undefined };
    const caller = { authenticated: { rights, meter } as unknown as AuthenticatedCaller };
    expect((await fault("getSlot", "[]", { network: "oen", caller })).data).to.deep.include({ nearest: [] });
  });

  for (const later of [false, true]) {
    it(`charges a point for a refusal of an unknown network, ${later ? "by a limiter that takes time" : "at once"}`, async () => {
      const taken: number[] = [];
      const admit = (_: unknown, points: number): undefined | Promise<void> => {
        taken.push(points);
        const limited = RpcError.of("rateLimited", "Enough.");
        if (later) return taken.length > 1 ? Promise.reject(limited) : Promise.resolve();
        if (taken.length > 1) throw limited;
        return undefined;
      };
      const { fault } = await createTestGateway(() => "1", { admit });
      expect((await fault("getSlot", "[]", { network: "oen" })).kind).to.equal("networkNotFound");
      expect((await fault("getSlot", "[]", { network: "oen" })).kind).to.equal("rateLimited");
      expect(taken).to.deep.equal([1, 1]);
    });
  }

  it("asks every enabled network for all, and joins the answers by id", async () => {
    const { call } = await createTestGateway(({ network }) => (network.id === "one" ? "1" : "2"));
    expect(await call("getSlot", "[]", { network: "all" })).to.equal('{"one":{"value":1},"two":{"value":2}}');
  });

  it("asks all networks by default where execution is multi, in the gateway dialect", async () => {
    const { call } = await createTestGateway(() => "7", { execution: "multi" });
    expect(await call("getSlot")).to.equal('{"one":{"value":7},"two":{"value":7}}');
    expect(await call("getSlot", "[]", { dialect: "ledger" })).to.equal("7");
  });

  it("has the error of a network in place of its answer", async () => {
    const wire = RawJson.fromText(
      '{"code":-32005,"message":"behind","data":{"numSlotsBehind":18446744073709551615}}',
    );
    const { call } = await createTestGateway(({ network }) =>
      network.id === "one" ? RpcError.fromLedger(-32005, "behind", wire as RawJson) : "2",
    );
    expect(await call("getSlot", "[]", { network: "all" })).to.equal(
      `{"one":{"error":${wire.toString()}},"two":{"value":2}}`,
    );
  });

  it("has an error in place of an answer that exceeds the limit for all networks", async () => {
    const { call } = await createTestGateway(({ network }) => `"${network.id.repeat(200)}"`);
    const answers = JSON.parse(await call("getSlot", "[]", { network: "all" })) as Record<
      string,
      { value?: string; error?: { data: { reason: string; network: string } } }
    >;
    expect(answers.one?.value).to.equal("one".repeat(200));
    expect(answers.two?.error?.data).to.deep.equal({ network: "two", reason: "response-too-large" });
  });

  it("fails a call to all only if no network is enabled", async () => {
    const { fault, store } = await createTestGateway(() => "1");
    await store.setEnabled("one", false);
    await store.setEnabled("two", false);
    expect((await fault("getSlot", "[]", { network: "all" })).kind).to.equal("noNetwork");
  });

  it("refuses an airdrop on a mainnet before an upstream is asked", async () => {
    const { fault, sent } = await createTestGateway(() => '"x"');
    for (const dialect of ["gateway", "ledger"] as const) {
      const refused = await fault("requestAirdrop", `["${address}",1]`, { network: "main", dialect });
      expect(refused.kind).to.equal("notAllowed");
    }
    expect(sent).to.deep.equal([]);
  });

  it("answers subscriptions with -32601 that names the socket", async () => {
    const { fault } = await createTestGateway(() => "1");
    const refused = await fault("accountSubscribe", `["${address}"]`);
    expect(refused.code).to.equal(-32601);
    expect(refused.message).to.include("WebSocket");
  });

  it("names the upstreams that lack a method in data, in its own dialect", async () => {
    const lacking = RawJson.fromText('{"code":-32601,"message":"Method not found"}');
    const { fault } = await createTestGateway(() => RpcError.fromLedger(-32601, "Method not found", lacking));
    const wireOf = async (preferences: CallPreferences) =>
      (await fault("getRankMap", "[]", preferences)).ledgerError?.parse();
    expect(await wireOf({ network: "localnet" })).to.deep.equal({
      code: -32601,
      message: "Method not found",
      data: {
        network: "localnet",
        upstreams: ["127.0.0.1:4"],
        hint: "No upstream of network localnet has getRankMap: serve --mock answers it from the example of openrpc.json.",
      },
    });
    expect(await wireOf({ network: "two" }))
      .to.have.nested.property("data.hint")
      .that.includes("ask another");
    expect(await wireOf({ network: "localnet", dialect: "ledger" })).to.not.have.property("data");
  });

  it("names the providers of a method that no upstream serves", async () => {
    const lacking = RawJson.fromText('{"code":-32601,"message":"Method not found"}');
    const { fault } = await createTestGateway(() => RpcError.fromLedger(-32601, "Method not found", lacking));
    for (const dialect of ["gateway", "ledger"] as const) {
      const { kind, message } = await fault("getTransactionsForAddress", `["${address}"]`, { dialect });
      expect(kind).to.equal("methodNotFound");
      expect(message).to.equal(
        "getTransactionsForAddress is served by Helius, QuickNode and servers of history (Superbank), but by no upstream of network one: add one that serves it.",
      );
    }
  });

  it("forwards an undocumented method in the ledger dialect, if the network allows it", async () => {
    const { call, fault, sent } = await createTestGateway(() => "1");
    expect(await call("extra_thing", "[1]", { dialect: "ledger", network: "one" })).to.equal("1");
    expect(sent[0]?.upstreamMethod).to.equal("extra_thing");
    expect((await fault("extra_thing", "[1]", { dialect: "ledger", network: "two" })).code).to.equal(-32601);
    expect((await fault("extra_thing", "[1]", { network: "one" })).code).to.equal(-32601);
  });

  for (const [caller, allowed] of [
    [{}, true],
    [{ isLoopback: false }, false],
    [{ isCrossOrigin: true, isForeignOrigin: true }, false],
    // Listed in cors_origins: it may read, and change networks, but not call methods that change a ledger at will.
    [{ isCrossOrigin: true }, false],
  ] as const) {
    it(`${allowed ? "lets" : "does not let"} ${JSON.stringify(caller)} change an embedded ledger at will`, async () => {
      const { call, fault } = await createTestGateway(() => "1");
      const options = { dialect: "ledger", network: "localnet", caller } as const;
      if (allowed) expect(await call("surfnet_timeTravel", "[]", options)).to.equal("1");
      else expect((await fault("surfnet_timeTravel", "[]", options)).code).to.equal(-32601);
    });
  }

  it("reports one event for each network of a call to all, and earlier errors without a network", async () => {
    const { call, fault, events } = await createTestGateway(() => "1");
    await call("getSlot", "[]", { network: "all" });
    await fault("getSlot", '["x"]');
    expect(events.map(({ network, error: found }) => [network, found?.kind])).to.deep.equal([
      ["one", undefined],
      ["two", undefined],
      [undefined, "invalidParams"],
    ]);
  });

  describe("changing networks", () => {
    const cases: readonly [rule: "open" | "loopback" | "off", caller: object, allowed: boolean][] = [
      ["open", {}, true],
      ["open", { isLoopback: false }, true],
      ["open", { isForeignOrigin: true }, false],
      ["loopback", {}, true],
      ["loopback", { isLoopback: false }, false],
      ["off", {}, false],
    ];
    for (const [networkAdmin, caller, allowed] of cases) {
      it(`is ${allowed ? "allowed" : "refused"} with network_admin ${networkAdmin} for ${JSON.stringify(caller)}`, async () => {
        const { store, fault, call } = await createTestGateway(() => "1", { networkAdmin });
        if (allowed) await call("enableSvmNetwork", '["main"]', { caller });
        else expect((await fault("enableSvmNetwork", '["main"]', { caller })).kind).to.equal("notAllowed");
        expect(store.get("main")?.enabled).to.equal(allowed);
      });
    }

    it("lists networks for everyone", async () => {
      const { call } = await createTestGateway(() => "1", { networkAdmin: "off" });
      const { networks } = JSON.parse(await call("listSvmNetworks")) as { networks: { id: string }[] };
      expect(networks.map(({ id }) => id)).to.include.members(["one", "two", "main", "solana-mainnet"]);
    });

    it("is admitted and observed under the method's name, also if it fails", async () => {
      const admitted: unknown[] = [];
      const { call, fault, events } = await createTestGateway(() => "1", {
        admit: (_caller, points, method) => void admitted.push([points, method]),
      });
      await call("listSvmNetworks");
      await fault("disableSvmNetwork", '["tow"]');
      expect(admitted).to.deep.equal([
        [1, "listSvmNetworks"],
        [1, "disableSvmNetwork"],
      ]);
      expect(events.map(({ method, error }) => [method?.name, error?.kind])).to.deep.equal([
        ["listSvmNetworks", undefined],
        ["disableSvmNetwork", "invalidParams"],
      ]);
    });

    it("answers an unknown id with -32602", async () => {
      const { fault } = await createTestGateway(() => "1");
      expect((await fault("disableSvmNetwork", '["tow"]')).code).to.equal(-32602);
    });
  });
});
