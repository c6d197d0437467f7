// Finds out which ledger methods @solana/kit and @solana/web3.js offer, and how; writes the playground's table.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { createSolanaRpcFromTransport } from "@solana/kit";
import type { Method, Param } from "../codegen/contract/contract.ts";
import { isObject, type JsonObject, type JsonValue, readJson } from "../codegen/contract/json-value.ts";
import type { CallValues } from "../docs/playground/call/call-values.ts";
import { exampleValues } from "../docs/playground/call/example-values.ts";
import { assumedText } from "../docs/playground/call/gateway-defaults.ts";
import { ledgerItems, ledgerParams } from "../docs/playground/call/ledger-form.ts";
import { checkValue } from "../docs/playground/contract/check-schema.ts";
import { readSiteContract, type SiteContract } from "../docs/playground/contract/site-contract.ts";
import { withBytesEncoding } from "../docs/playground/snippets/library-filters.ts";
import { type ConnectionCall, writeConnectionCall } from "../docs/playground/snippets/write-web3.ts";
import { stringifyLossless } from "../src/json/lossless.ts";

/** What the libraries offer. */
interface LibraryCalls {
  readonly kit: {
    readonly methods: readonly string[];
    readonly subscriptions: readonly string[];
    /** Those that need no client of the unstable API. */
    readonly stableSubscriptions: readonly string[];
    /** Those that say a commitment if the caller says none. */
    readonly addsCommitment: readonly string[];
    /** Those that take a transaction in base-58 too. */
    readonly takesBase58: readonly string[];
  };
  /** Functions that ask for a method, the preferred one first. */
  readonly web3: Readonly<Record<string, readonly ConnectionCall[]>>;
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);

/** File that holds the table. */
const libraryCallsPath = join(root, "docs/playground/snippets/library-calls.json");

/** Reads kit's type declarations, and tries web3.js's methods one by one: only what sends the right request counts. */
export async function findLibraryCalls(): Promise<LibraryCalls> {
  const contract = readSiteContract(readFileSync(join(root, "openrpc.json"), "utf8"));
  const ledger = contract.methods.filter(({ kind }) => kind === "ledger");
  const web3: Record<string, ConnectionCall[]> = {};
  for (const method of ledger) {
    const rows: ConnectionCall[] = [];
    for (const candidate of connectionCandidates(method.name)) {
      const row = await tried(contract, method, candidate);
      // Another function is useful only if it adds something else by itself.
      if (row !== undefined && !rows.some(({ adds }) => isDeepStrictEqual(adds, row.adds))) rows.push(row);
    }
    if (rows.length > 0) web3[method.name] = rows;
  }
  const rpcApi = declarations("@solana/rpc-api");
  const subscriptionsApi = declarations("@solana/rpc-subscriptions-api");
  const stable = stableSubscriptions();
  const subscriptions = contract.methods
    .filter(({ kind }) => kind === "subscribe")
    .map(({ name }) => name.replace(/Subscribe$/, ""))
    .filter((stem) => subscriptionsApi.has(`${stem}Notifications`));
  return {
    kit: {
      methods: ledger.map(({ name }) => name).filter((name) => rpcApi.has(name)),
      subscriptions,
      stableSubscriptions: subscriptions.filter((stem) => stable.has(stem)),
      addsCommitment: await commitmentAdders(contract.methods),
      takesBase58: ledger.map(({ name }) => name).filter(takesBase58),
    },
    web3,
  };
}

/** Methods to which kit adds a commitment. */
async function commitmentAdders(methods: readonly Method[]): Promise<string[]> {
  const names: string[] = [];
  let sent = "";
  const rpc = createSolanaRpcFromTransport(async ({ payload }) => {
    sent = JSON.stringify(payload, (_key, value) => (typeof value === "bigint" ? Number(value) : value));
    throw new Error("recorded");
  }) as unknown as Record<string, (...params: unknown[]) => { send: () => Promise<unknown> }>;
  for (const method of methods.filter(({ kind }) => kind === "ledger")) {
    const values = ledgerItems(method, neededValues(method), true).map((item) =>
      item.kind === "value" ? JSON.parse(item.part.value) : {},
    );
    await rpc[method.name]?.(...values)
      .send()
      .catch(() => undefined);
    if (sent.includes('"commitment":"confirmed"')) names.push(method.name);
  }
  return names;
}

function takesBase58(method: string): boolean {
  const file = join(root, "node_modules/@solana/rpc-api/dist/types", `${method}.d.ts`);
  return existsSync(file) && /WireTransaction: Base58EncodedBytes/.test(readFileSync(file, "utf8"));
}

/** Stems of the subscriptions that kit's stable API type is made of. */
function stableSubscriptions(): Set<string> {
  const file = join(root, "node_modules/@solana/rpc-subscriptions-api/dist/types/index.d.ts");
  const type = /type SolanaRpcSubscriptionsApi = ([^;]+);/.exec(readFileSync(file, "utf8"))?.[1] ?? "";
  return new Set(
    [...type.matchAll(/(\w+)NotificationsApi/g)].map(
      ([, name = ""]) => name.slice(0, 1).toLowerCase() + name.slice(1),
    ),
  );
}

/** Names of the functions that a package's type declarations list. */
function declarations(name: string): Set<string> {
  const folder = join(root, "node_modules", name, "dist/types");
  const index = readFileSync(join(folder, "index.d.ts"), "utf8");
  const files = [...index.matchAll(/from '\.\/([\w-]+)(?:\.js)?'/g)].map(([, file]) => `${file}.d.ts`);
  const text = files.map((file) => readFileSync(join(folder, file), "utf8")).join("\n");
  return new Set([...text.matchAll(/^ {4}(\w+)[<(]/gm)].map(([, found]) => found ?? ""));
}

/** Methods of Connection that ask the ledger for this: the one of the same name first, then short names. */
function connectionCandidates(rpcMethod: string): ConnectionCall[] {
  const prototype: object = require("@solana/web3.js").Connection.prototype;
  const sources = new Map<string, string>();
  for (const [call, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (typeof value === "function" && !/^(constructor$|_)/.test(call)) sources.set(call, String(value));
  }
  const names = new Set([...sources.keys()].filter((call) => call === rpcMethod));
  for (const [call, source] of sources) {
    if (source.includes(`_rpcRequest('${rpcMethod}'`)) names.add(call);
  }
  // Some only call another of these and unwrap its answer.
  for (const [call, source] of sources) {
    if ([...names].some((name) => source.includes(`this.${name}(`))) names.add(call);
  }
  const rank = (call: string): number =>
    call === rpcMethod ? 0 : call.length + (/Parsed|Confirmed/.test(call) ? 100 : 0);
  return [...names]
    .sort((a, b) => rank(a) - rank(b))
    .map((call) => ({ call, args: argumentNames(sources.get(call) ?? ""), adds: {}, drops: [] }));
}

function argumentNames(source: string): string[] {
  const list = source.slice(source.indexOf("(") + 1, source.indexOf(")"));
  return list.split(",").flatMap((name) => name.trim() || []);
}

/** A candidate with what it adds and leaves out; undefined when it does not ask for this method. */
async function tried(
  contract: SiteContract,
  method: Method,
  candidate: ConnectionCall,
): Promise<ConnectionCall | undefined> {
  const needed = neededValues(method);
  const send = (values: CallValues) => {
    const call = { contract, method, values, gateway: "http://127.0.0.1:3000", network: "x" };
    const code = writeConnectionCall(call, candidate);
    return code === undefined ? undefined : sentBy(code);
  };
  const bare = await send(needed);
  if (bare?.method !== method.name) return undefined;
  const wanted = JSON.parse(ledgerParams(method, needed) || "[]") as unknown[];
  if (!wanted.every((value, index) => isDeepStrictEqual(value, bare.params?.[index]))) return undefined;
  if (bare.params?.includes(null)) return undefined;
  const adds = Object.fromEntries(
    Object.entries(configOf(method, bare.params)).map(([field, value]) => [field, JSON.stringify(value)]),
  );
  const drops: string[] = [];
  for (const param of method.params) {
    const { name, place } = param;
    if (place.at !== "config" || place.field in adds) continue;
    // It decodes data itself and knows one form for each function: no type has an encoding to choose.
    if (place.field === "encoding") {
      drops.push(place.field);
      continue;
    }
    const value = sampleOf(contract, param, method);
    const sent = await send(new Map([...needed, [name, value]]));
    const given = configOf(method, sent?.params)[place.field];
    const wantedValue = withBytesEncoding(JSON.parse(value));
    if (!isDeepStrictEqual(withBytesEncoding((given ?? null) as JsonValue), wantedValue))
      drops.push(place.field);
  }
  return { ...candidate, adds, drops };
}

/** Only what a node needs, from an example. */
function neededValues(method: Method): CallValues {
  const isNeeded = ({ required, place }: Param): boolean => required || place.at === "filter";
  const names = method.params.filter(isNeeded).map(({ name }) => name);
  const filters = method.params.filter(({ place }) => place.at === "filter").map(({ name }) => name);
  for (const example of method.examples) {
    const needed = new Map([...exampleValues(method, example)].filter(([name]) => names.includes(name)));
    const isWhole = method.params.every(({ name, required }) => !required || needed.has(name));
    if (isWhole && (filters.length === 0 || filters.some((name) => needed.has(name)))) return needed;
  }
  return new Map();
}

/** The fields of the config object of a request. */
function configOf(method: Method, params: readonly unknown[] = []): Readonly<Record<string, unknown>> {
  const positions = method.params.filter(
    ({ place }) => place.at === "position" || place.at === "filter",
  ).length;
  const last = params.length === 0 || params.length > positions + 1 ? undefined : params.at(-1);
  return isObject(last as JsonValue) ? (last as JsonObject) : {};
}

/** A value of a parameter other than its default. */
function sampleOf(contract: SiteContract, param: Param, method: Method): string {
  const { name } = param;
  const assumed = assumedText(method, name);
  // A value of the same name goes before any other that fits.
  const shown = contract.methods.flatMap(({ examples }) => examples.flatMap(({ params }) => [...params]));
  const texts = [...shown.filter(([key]) => key === name), ...shown].map(([, value]) =>
    stringifyLossless(value),
  );
  const words = ["true", "false", '"processed"', '"confirmed"', "5"];
  const fitting = [...texts, ...words].find(
    (text) => text !== assumed && checkValue(contract, param.schema, readJson(text)).length === 0,
  );
  if (fitting === undefined) throw new Error(`${method.name}: no value for ${name}`);
  return fitting;
}

/** Runs a snippet of web3.js and gives the request that it sent first, instead of sending it. */
export async function sentBy(
  snippet: string,
): Promise<{ method: string; params?: readonly unknown[] } | undefined> {
  const web3 = require("@solana/web3.js");
  let sent: { method: string; params?: readonly unknown[] } | undefined;
  class Connection extends web3.Connection {
    constructor(url: string) {
      const fetch = async (_url: string, init: { body: string }) => {
        sent ??= JSON.parse(init.body);
        throw new Error("recorded");
      };
      super(url, { fetch, disableRetryOnRateLimit: true });
    }
  }
  const body = snippet.replace(/^import .*$/gm, "");
  const run = new Function("Connection", "PublicKey", `return (async () => {${body}\n})();`);
  await run(Connection, web3.PublicKey).catch(() => undefined);
  return sent;
}

/** The table as its file holds it. */
function printLibraryCalls(calls: LibraryCalls): string {
  return `${JSON.stringify(calls, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(libraryCallsPath, printLibraryCalls(await findLibraryCalls()));
}
