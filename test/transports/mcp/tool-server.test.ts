import type { InitializeResult, Resource } from "@modelcontextprotocol/server";
import { expect } from "chai";
import fc from "fast-check";
import { ledgerErrors, methods } from "../../../generated/methods.ts";
import { tools } from "../../../generated/tools.ts";
import { missingRightError } from "../../../src/auth/rights.ts";
import { Cancellation } from "../../../src/call/cancellation.ts";
import { RawJson } from "../../../src/json/raw-json.ts";
import { packageVersion } from "../../../src/package-root.ts";
import { RpcError } from "../../../src/rpc/rpc-error.ts";
import { promptDefinitions } from "../../../src/transports/mcp/content/prompts.ts";
import { isProtocolMethod, requestSchemas } from "../../../src/transports/mcp/protocol/check-request.ts";
import { adviceByCode } from "../../../src/transports/mcp/tools/advice.ts";
import { withToolDefaults } from "../../../src/transports/mcp/tools/call-tool.ts";
import { address, localCaller } from "../../gateway/harness.ts";
import { createToolTest, document } from "./harness.ts";

const exact =
  '{"context":{"slot":9007199254740993},"value":{"rentEpoch":18446744073709551615,"share":1.0e2}}';

describe("initialize", () => {
  const cases: readonly (readonly [asked: string, settings: object, answered: string])[] = [
    ["2024-11-05", {}, "2024-11-05"],
    ["2025-03-26", {}, "2025-03-26"],
    ["2025-06-18", {}, "2025-06-18"],
    ["2025-11-25", {}, "2025-11-25"],
    ["2024-10-07", {}, "2024-11-05"],
    ["1999-01-01", {}, "2024-11-05"],
    ["1999-01-01", { protocol_version: "2025-06-18" }, "2025-06-18"],
    ["2024-11-05", { protocol_version: "2025-06-18" }, "2024-11-05"],
  ];
  for (const [asked, settings, answered] of cases) {
    it(`answers ${asked} with ${answered}${Object.keys(settings).length > 0 ? ", when so configured" : ""}`, async () => {
      const { ask } = await createToolTest(undefined, settings);
      const clientInfo = { name: "test", version: "1" };
      const result = await ask<InitializeResult>("initialize", {
        protocolVersion: asked,
        capabilities: {},
        clientInfo,
      });
      expect(result.protocolVersion).to.equal(answered);
      expect(result.serverInfo).to.deep.include({ name: "svm-gateway", version: packageVersion });
      expect(Object.keys(result.capabilities)).to.have.members([
        "tools",
        "resources",
        "prompts",
        "completions",
      ]);
      expect(result.instructions)
        .to.include("one (One, localnet), two (Two, devnet)")
        .and.include("commitment:");
    });
  }
});

describe("a request outside the protocol", () => {
  const cases: readonly (readonly [
    method: string,
    params: object | string | undefined,
    code: number,
    says: RegExp,
  ])[] = [
    ["getSlot", undefined, -32601, /It is a tool: use tools\/call with \{"name":"getSlot","arguments":\{/],
    ["nonsense", {}, -32601, /Method not found: "nonsense"/],
    ["tools/call", undefined, -32602, /params/],
    ["tools/call", "[]", -32602, /params/],
    ["tools/call", { arguments: {} }, -32602, /name/],
    ["tools/call", { name: "getSlot", arguments: [] }, -32602, /arguments/],
    ["initialize", { protocolVersion: 1 }, -32602, /protocolVersion.*capabilities.*clientInfo/],
    ["tools/list", { cursor: "bm9uZQ" }, -32602, /cursor must be the nextCursor/],
    [
      "resources/read",
      { uri: "svm-gateway://methods/getBalanc" },
      -32602,
      /did you mean svm-gateway:\/\/methods\/getBalance\?/,
    ],
    ["resources/read", { uri: "file:///etc/passwd" }, -32602, /Resource not found/],
    ["prompts/get", { name: "explain-acount" }, -32602, /did you mean explain-account\?/],
    ["prompts/get", { name: "explain-account" }, -32602, /address is missing/],
    ["logging/setLevel", { level: "info" }, -32601, /Method not found/],
  ];
  for (const [method, params, code, says] of cases) {
    it(`is refused with ${code}: ${method} ${JSON.stringify(params) ?? ""}`, async () => {
      const { fault } = await createToolTest();
      const { code: got, message } = await fault(method, params);
      expect([got, message]).to.deep.equal([code, message]);
      expect(message).to.match(says);
    });
  }
});

describe("every method of the protocol", () => {
  const keys = [
    "name",
    "arguments",
    "uri",
    "cursor",
    "_meta",
    "task",
    "ref",
    "argument",
    "protocolVersion",
    "__proto__",
  ];
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom("getSlot", { progressToken: {} }, { ttl: -1 }),
  );
  const params = fc
    .array(fc.tuple(fc.oneof(fc.constantFrom(...keys), fc.string()), value), { maxLength: 5 })
    .map(
      (members) =>
        `{${members.map(([key, held]) => `${JSON.stringify(key)}:${JSON.stringify(held)}`).join(",")}}`,
    );

  for (const method of [...requestSchemas.keys()].filter((name) => isProtocolMethod(name, false))) {
    it(`answers or refuses, whatever its parameters: ${method}`, async () => {
      const { tools: server } = await createToolTest(() => "1");
      await fc.assert(
        fc.asyncProperty(params, async (text) => {
          const request = { kind: "request", method, params: text, id: "1", isDirectForm: false } as const;
          const scope = {
            caller: localCaller,
            network: undefined,
            cancellation: new Cancellation(),
            version: "2024-11-05",
          };
          const outcome = await server.call({ request, scope }).then(
            () => "answered",
            (error: RpcError) => error.kind,
          );
          expect(outcome).to.be.oneOf(["answered", "invalidParams"]);
        }),
        { numRuns: 60 },
      );
    });
  }
});

describe("invalid protocol parameters", () => {
  for (const [params, message] of [
    [{ name: "getSlot", arguments: "x" }, 'arguments must be an object, got "x"'],
    [{ name: 5 }, "name must be text, got 5"],
    [{}, "name is missing; expected text"],
  ] as const) {
    it(`are refused in plain words: ${JSON.stringify(params)}`, async () => {
      const { fault } = await createToolTest(() => "1");
      const { kind, message: said } = await fault("tools/call", params);
      expect([kind, said]).to.deep.equal(["invalidParams", `Invalid params for tools/call: ${message}.`]);
    });
  }
});

describe("parameters beside the arguments", () => {
  const members = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, {}]));
  const hello = (experimental: object) => ({
    protocolVersion: "2025-06-18",
    capabilities: { experimental },
    clientInfo: { name: "test", version: "1" },
  });

  it("are refused beyond 4,000 values, and accepted below", async () => {
    const { ask, fault } = await createToolTest(() => "1");
    expect(await ask("initialize", hello(members(4000)))).to.have.property("serverInfo");
    const { kind, message } = await fault("initialize", hello(members(4010)));
    expect([kind, message]).to.deep.equal([
      "invalidParams",
      'Invalid params: the members other than "arguments" hold more than 4000 values; remove those that are not needed.',
    ]);
  });
});

describe("tools/call", () => {
  it("answers the exact text of the result, for every tool", async () => {
    const { callTool, calls } = await createToolTest(() => exact);
    for (const tool of tools) {
      const { name, example } = tool;
      const { content, ...rest } = await callTool(name, example);
      expect(content, name).to.deep.equal([
        { type: "text", text: exact, annotations: { audience: ["assistant", "user"], priority: 1 } },
      ]);
      expect(rest, name).to.deep.equal({});
      expect(calls.at(-1), name).to.include({
        method: name,
        params: withToolDefaults(tool, example),
        dialect: "gateway",
        network: undefined,
      });
    }
    expect(calls).to.have.length(tools.length);
  });

  it("preserves every digit of the arguments", async () => {
    const { callTool, calls } = await createToolTest(() => "1");
    const args =
      '{"slot":9007199254740993, "minContextSlot" : 18446744073709551615,"x":1.0e+2,"encoding":"json"}';
    await callTool("getBlock", args);
    expect(calls[0]?.params).to.equal(args);
  });

  it("removes the network from the arguments and preserves the digits of the others", async () => {
    const { callTool, calls } = await createToolTest(() => "1");
    await callTool("getBlockTime", '{"slot":9007199254740993,"network":"two","rewards":false}');
    await callTool("getBlockTime", '{"network":"all"}');
    await callTool("getBlockTime", '{"network":null,"slot":1}');
    expect(calls.map(({ network, params }) => [network, params])).to.deep.equal([
      ["two", '{"slot":9007199254740993,"rewards":false}'],
      ["all", "{}"],
      [undefined, '{"slot":1}'],
    ]);
  });

  it("needs no arguments if the method needs none", async () => {
    const { ask, calls } = await createToolTest(() => "1");
    await ask("tools/call", { name: "getSlot" });
    expect(calls[0]?.params).to.equal(undefined);
  });

  it("gets a plain answer if it asks for a task or for progress", async () => {
    const { ask } = await createToolTest(() => "1");
    const call = { name: "getSlot", arguments: {} };
    const plain = await ask("tools/call", call);
    expect(await ask("tools/call", { ...call, task: { ttl: 1000 } })).to.deep.equal(plain);
    expect(await ask("tools/call", { ...call, _meta: { progressToken: 5 } })).to.deep.equal(plain);
    const related = { _meta: { "io.modelcontextprotocol/related-task": { taskId: "t" } } };
    expect(await ask("tools/call", { ...call, ...related })).to.deep.equal(plain);
  });

  it("explains null and an empty list", async () => {
    for (const answer of ["null", "[]", '{"context":{"slot":1},"value":null}', '{"context":{},"value":[]}']) {
      const { callTool } = await createToolTest(() => answer);
      const { content, isError } = await callTool("getAccountInfo", { pubkey: address });
      expect(content.map(({ text }) => text)).to.have.length(2);
      expect(content[0]?.text).to.equal(answer);
      expect(content[1]?.text).to.match(/holds nothing under what was asked/);
      expect(isError).to.equal(undefined);
    }
  });

  it("answers a ledger error as a failed result with its exact text and advice", async () => {
    const wire =
      '{"code":-32016,"message":"Minimum context slot has not been reached","data":{"contextSlot":9007199254740993}}';
    const { callTool } = await createToolTest(() =>
      RpcError.fromLedger(-32016, "Minimum context slot has not been reached", RawJson.fromText(wire)),
    );
    const { content, isError } = await callTool("getSlot");
    expect(isError).to.equal(true);
    expect(content[0]?.text).to.equal(wire);
    expect(content[1]?.text).to.match(/^What to do: .*wait until the slot in data.contextSlot has grown/);
  });

  const advice: readonly (readonly [code: number, message: string, says: RegExp])[] = [
    [-32602, "Invalid param: could not find account", /no such account on this network/],
    [-32602, "Account 4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA not found", /no such account/],
    [-32602, "Invalid param: WrongSize", /correct that argument/],
    [-32004, "Block not available for slot 5", /take a finalized slot/],
    [-32002, "Transaction simulation failed: Blockhash not found", /new latest blockhash/],
    [-32003, "PROCESSED_COMMITMENT_NOT_SUPPORTED", /ask for confirmed/],
    [-32003, "Transaction signature verification failure", /sign the transaction again/],
    [
      -32002,
      "Transaction simulation failed: Transaction exceeded max loaded accounts data size cap",
      /loadedAccountsDataSizeLimit/,
    ],
    [429, "slow down", /wait 10 seconds/],
    [-32000, "Too many requests for a specific RPC call", /wait 10 seconds/],
    [-31999, "what?", /try again in a few seconds/],
  ];
  for (const [code, message, says] of advice) {
    it(`advises after ${code} ${message}`, async () => {
      const { callTool } = await createToolTest(() =>
        RpcError.fromLedger(code, message, RawJson.fromText(JSON.stringify({ code, message }))),
      );
      expect((await callTool("getSlot")).content[1]?.text).to.match(says);
    });
  }

  it("has advice for every error that a ledger may answer, and for no other", () => {
    expect([...adviceByCode.keys()]).to.have.members([...ledgerErrors.keys()]);
  });

  it("names the missing right, and does not advise a retry", async () => {
    const { callTool } = await createToolTest(() =>
      missingRightError('"sendTransaction" may not be called', "sending"),
    );
    const { content, isError } = await callTool("getSlot", {}, "2025-11-25");
    expect(isError).to.equal(true);
    expect(content[1]?.text).to.match(/^What to do: Do not try again: the right "sending" is missing\./);
  });

  it("rejects a wrong argument with its name and a correct example", async () => {
    const { fault } = await createToolTest();
    const { code, message, data } = await fault("tools/call", {
      name: "getBalance",
      arguments: { pubkey: "zzz" },
    });
    expect(code).to.equal(-32602);
    expect(message).to.match(
      /pubkey must be .*, got "zzz".* Correct arguments, for example: \{"pubkey":"<pubkey>"\}$/s,
    );
    expect(data).to.have.property("faults").that.has.length(1);
    expect(data).to.have.nested.property("example.pubkey");
  });

  const refused: readonly (readonly [params: object, kind: string, says: RegExp])[] = [
    [
      { name: "getBlance", arguments: {} },
      "invalidParams",
      /Unknown tool: "getBlance"; did you mean getBalance\?/,
    ],
    [{ name: "accountSubscribe", arguments: {} }, "invalidParams", /Unknown tool/],
    [
      { name: "getSlot", arguments: { network: 5 } },
      "invalidParams",
      /network must be the id of a network, or "all", got 5/,
    ],
    [{ name: "getSlot", arguments: { network: "tow" } }, "networkNotFound", /did you mean two\?/],
    [
      { name: "getSlot", arguments: { comitment: "finalized" } },
      "invalidParams",
      /did you mean commitment\?/,
    ],
  ];
  for (const [params, kind, says] of refused) {
    it(`refuses ${JSON.stringify(params)}`, async () => {
      const { fault } = await createToolTest();
      const found = await fault("tools/call", params);
      expect([found.kind, found.code]).to.deep.equal([kind, -32602]);
      expect(found.message).to.match(says);
    });
  }

  it("refuses a tool that the operator excluded", async () => {
    const { fault, calls } = await createToolTest(() => "1", { tools: ["account"], tools_read_only: true });
    for (const name of ["getSlot", "sendTransaction"]) {
      const { kind, message } = await fault("tools/call", { name, arguments: {} });
      expect(kind).to.equal("notAllowed");
      expect(message).to.include(`${name} is not offered here`);
    }
    expect(calls).to.deep.equal([]);
  });

  it("shortens a large result, and says what is missing and how to narrow it", async () => {
    const item = (at: number) => `{"pubkey":"key${at}","lamports":18446744073709551${100 + (at % 500)}}`;
    const items = Array.from({ length: 500 }, (_, at) => item(at));
    const whole = `{"context":{"slot":1},"value":[${items.join(",")}]}`;
    const { callTool } = await createToolTest(() => whole, { tool_results: { max_bytes: 2048 } });
    const { content } = await callTool("getProgramAccounts", { programId: address, network: "all" });
    const [cut, statement] = content.map(({ text }) => text);
    const { value } = JSON.parse(cut ?? "") as { value: object[] };
    expect(cut).to.equal(`{"context":{"slot":1},"value":[${items.slice(0, value.length).join(",")}]}`);
    expect(statement).to.include(`it has ${whole.length} bytes, of which at most 2048 are shown`);
    expect(statement).to.include(`value keeps ${value.length} of 500 items`);
    expect(statement).to.match(
      /narrow the question with network \(ask one network.*filters \(.*dataSlice \(/,
    );
  });

  it("does not shorten a result of exactly the maximum size", async () => {
    const whole = `"${"x".repeat(2046)}"`;
    const { callTool } = await createToolTest(() => whole, { tool_results: { max_bytes: 2048 } });
    expect((await callTool("getHealth")).content.map(({ text }) => text)).to.deep.equal([whole]);
  });

  it("names an argument that narrows every slow method, except those that answer at most 20 accounts", async () => {
    const short = ["getLargestAccounts", "getTokenLargestAccounts"];
    const { callTool } = await createToolTest(() => `"${"x".repeat(3000)}"`, {
      tool_results: { max_bytes: 1024 },
    });
    for (const { name, isHeavy, kind } of Object.values(methods)) {
      if (!isHeavy || kind !== "ledger" || short.includes(name)) continue;
      expect((await callTool(name)).content[1]?.text, name).to.match(/narrow the question with \w+ \(/);
    }
  });

  it("cancels the call when its client disconnects", async () => {
    const { calls, callTool } = await createToolTest(() => "1");
    await callTool("getSlot");
    expect(calls[0]?.cancellation.cancelled).to.equal(false);
    expect(calls[0]?.caller.transport).to.equal("mcp");
  });
});

describe("lists", () => {
  it("have a single page", async () => {
    const { ask } = await createToolTest();
    expect(await ask("tools/list")).to.not.have.property("nextCursor");
    expect(await ask("resources/list", {})).to.not.have.property("nextCursor");
  });
});

describe("resources", () => {
  it("contain the document byte for byte", async () => {
    const { ask } = await createToolTest();
    const { contents } = await ask<{ contents: { text: string; mimeType: string }[] }>("resources/read", {
      uri: "svm-gateway://openrpc.json",
    });
    expect(contents[0]?.mimeType).to.equal("application/json");
    expect(contents[0]?.text).to.equal(document.toString());
  });

  it("contain the networks", async () => {
    const { ask } = await createToolTest();
    const { contents } = await ask<{ contents: { text: string }[] }>("resources/read", {
      uri: "svm-gateway://networks",
    });
    const { networks } = JSON.parse(contents[0]?.text ?? "") as {
      networks: { id: string; enabled: boolean }[];
    };
    expect(networks.filter(({ enabled }) => enabled).map(({ id }) => id)).to.deep.equal(["one", "two"]);
  });

  it("can all be read, a page for each method", async () => {
    const { ask } = await createToolTest();
    const { resources } = await ask<{ resources: Resource[] }>("resources/list", {});
    const networks = resources.filter(({ uri }) => uri.startsWith("svm-gateway://networks/"));
    expect(networks.map(({ name }) => name)).to.include.members(["one", "two"]);
    expect(resources).to.have.length(2 + networks.length + Object.keys(methods).length);
    for (const { uri, mimeType } of resources) {
      const { contents } = await ask<{ contents: { uri: string; text: string; mimeType: string }[] }>(
        "resources/read",
        { uri },
      );
      expect(
        contents.map((content) => [content.uri, content.mimeType]),
        uri,
      ).to.deep.equal([[uri, mimeType]]);
      expect(contents[0]?.text.length, uri).to.be.above(100);
    }
  });

  it("show a method with its parameters, errors and the digits of its examples", async () => {
    const { ask } = await createToolTest();
    const { contents } = await ask<{ contents: { text: string }[] }>("resources/read", {
      uri: "svm-gateway://methods/getAccountInfo",
    });
    const page = contents[0]?.text ?? "";
    expect(page).to.match(/^# getAccountInfo\n/);
    expect(page).to.include("- `pubkey` (Address, required): ");
    expect(page).to.include("-32602: Invalid params");
    expect(page).to.include('"rentEpoch":18446744073709551615');
  });

  it("offer the method pages as a template with completion", async () => {
    const { ask } = await createToolTest();
    const { resourceTemplates } = await ask<{ resourceTemplates: { uriTemplate: string }[] }>(
      "resources/templates/list",
    );
    const [uri] = resourceTemplates.map(({ uriTemplate }) => uriTemplate);
    const { completion } = await ask<{ completion: { values: string[] } }>("completion/complete", {
      ref: { type: "ref/resource", uri },
      argument: { name: "method", value: "getblockc" },
    });
    expect(completion.values).to.deep.equal(["getBlockCommitment"]);
  });

  it("offer each network, with completion of ids", async () => {
    const { ask } = await createToolTest();
    const { completion } = await ask<{ completion: { values: string[] } }>("completion/complete", {
      ref: { type: "ref/resource", uri: "svm-gateway://networks/{network}" },
      argument: { name: "network", value: "tw" },
    });
    expect(completion.values).to.deep.equal(["two"]);
    const { contents } = await ask<{ contents: { text: string }[] }>("resources/read", {
      uri: "svm-gateway://networks/two",
    });
    expect(JSON.parse(contents[0]?.text ?? "")).to.deep.include({ id: "two", enabled: true });
  });
});

describe("prompts", () => {
  const namedTools = promptDefinitions.flatMap((definition) => definition.tools);

  it("name tools that exist", () => {
    expect(tools.map(({ name }) => name)).to.include.members(namedTools);
  });

  it("are listed only if all of their tools are offered", async () => {
    const all = await createToolTest();
    const few = await createToolTest(undefined, { tools: ["transaction"] });
    const names = async ({ ask }: typeof all) =>
      (await ask<{ prompts: { name: string }[] }>("prompts/list")).prompts.map(({ name }) => name);
    expect(await names(all)).to.deep.equal(["explain-account", "follow-transaction", "compare-networks"]);
    expect(await names(few)).to.deep.equal(["follow-transaction"]);
  });

  it("contain their arguments, and name every tool that they need", async () => {
    const { ask } = await createToolTest();
    const get = async (name: string, args: object) =>
      (await ask<{ messages: { content: { text: string } }[] }>("prompts/get", { name, arguments: args }))
        .messages[0]?.content.text ?? "";
    const account = await get("explain-account", { address, network: "two" });
    expect(account).to.include(`the account ${address} on the network two`).and.include('network: "two"');
    const transaction = await get("follow-transaction", { signature: "5abc" });
    expect(transaction).to.include("the transaction 5abc.").and.not.include("network:");
    const compared = await get("compare-networks", { question: "fees" });
    expect(compared).to.include("with regard to: fees").and.include('network "all"');
    for (const tool of namedTools) expect(account + transaction + compared).to.include(tool);
  });

  it("complete network ids", async () => {
    const { ask } = await createToolTest();
    const { completion } = await ask<{ completion: { values: string[] } }>("completion/complete", {
      ref: { type: "ref/prompt", name: "explain-account" },
      argument: { name: "network", value: "t" },
    });
    expect(completion.values).to.deep.equal(["two"]);
  });
});
