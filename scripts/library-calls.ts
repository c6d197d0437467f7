// Finds out which ledger methods @solana/kit and @solana/web3.js offer, and how; writes the playground's table.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Method } from "../codegen/contract.ts";
import { exampleValues } from "../docs/playground/call/example-values.ts";
import { readSiteContract, type SiteContract } from "../docs/playground/contract/site-contract.ts";
import { type ConnectionCall, writeConnectionCall } from "../docs/playground/snippets/write-web3.ts";

/** What the libraries offer. */
export interface LibraryCalls {
  readonly kit: {
    readonly methods: readonly string[];
    readonly subscriptions: readonly string[];
    /** Those that need no client of the unstable API. */
    readonly stableSubscriptions: readonly string[];
  };
  readonly web3: Readonly<Record<string, ConnectionCall>>;
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);

/** File that holds the table. */
export const libraryCallsPath = join(root, "docs/playground/snippets/library-calls.json");

/** Reads kit's type declarations, and tries web3.js's methods one by one: only what sends the right request counts. */
export async function findLibraryCalls(): Promise<LibraryCalls> {
  const contract = readSiteContract(readFileSync(join(root, "openrpc.json"), "utf8"));
  const ledger = contract.methods.filter(({ kind }) => kind === "ledger");
  const web3: Record<string, ConnectionCall> = {};
  for (const method of ledger) {
    for (const row of connectionCandidates(method.name)) {
      if (!(await asksFor(contract, method, row))) continue;
      web3[method.name] = row;
      break;
    }
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
    },
    web3,
  };
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
    if (typeof value === "function" && call !== "constructor") sources.set(call, String(value));
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
    .map((call) => ({ call, args: argumentNames(sources.get(call) ?? "") }));
}

function argumentNames(source: string): string[] {
  const list = source.slice(source.indexOf("(") + 1, source.indexOf(")"));
  return list.split(",").flatMap((name) => name.trim() || []);
}

/** Whether the written call sends the request that the document's examples ask for. */
async function asksFor(contract: SiteContract, method: Method, row: ConnectionCall): Promise<boolean> {
  for (const example of method.examples) {
    const values = exampleValues(method, example);
    const sent = await sentBy(
      writeConnectionCall({ contract, method, values, gateway: "http://127.0.0.1:3000", network: "x" }, row),
    );
    const wanted = [...values.values()][0];
    if (sent?.method !== method.name) return false;
    const first = method.params[0];
    if (first?.place.at === "position" && wanted !== undefined && values.has(first.name)) {
      if (JSON.stringify(sent.params?.[0]) !== JSON.stringify(JSON.parse(wanted))) return false;
    }
  }
  return true;
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
export function printLibraryCalls(calls: LibraryCalls): string {
  return `${JSON.stringify(calls, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(libraryCallsPath, printLibraryCalls(await findLibraryCalls()));
}
