/** One thing to measure: what is sent, and to which servers. */
export interface Scenario {
  readonly name: string;
  readonly title: string;
  /** Request body; each `$A` becomes nine other base-58 characters in each request, so that no two are the same call. */
  readonly body: string;
  /** What the upstream answers as `result`. */
  readonly upstreamResult: string;
  /** Servers that can answer it, the gateway first; ratios are against the one named here. */
  readonly against: BaselineName;
  readonly baselines: readonly BaselineName[];
  /** Path on the gateway. */
  readonly path: string;
}

/** Servers to compare with. */
export type BaselineName = "bare" | "hop" | "express" | "server-js";

const accountInfo =
  '{"context":{"apiVersion":"3.1.10","slot":341197053},"value":{"data":["","base64"],"executable":false,' +
  '"lamports":88849814690250,"owner":"11111111111111111111111111111111","rentEpoch":18446744073709551615,"space":0}}';

/** The start of an address: with nine more characters it has 32 bytes. */
const addressStart = "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwa";

function request(method: string, params: string, id = 1): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`;
}

const account = (id = 1) => request("getAccountInfo", `["${addressStart}$A",{"encoding":"base64"}]`, id);
const passThrough = account();

/** What `npm run bench -- http` measures. */
export const scenarios: readonly Scenario[] = [
  {
    name: "cached",
    title: "Constant call, answered from the cache",
    body: request("getGenesisHash", "[]"),
    upstreamResult: '"5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"',
    against: "bare",
    baselines: ["bare", "express", "server-js"],
    path: "/",
  },
  {
    name: "cached-ledger",
    title: "Constant call, answered from the cache, ledger dialect",
    body: request("getGenesisHash", "[]"),
    upstreamResult: '"5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"',
    against: "bare",
    baselines: ["bare"],
    path: "/networks/bench-a",
  },
  {
    name: "pass-through",
    title: "Pass-through, gateway dialect",
    body: passThrough,
    upstreamResult: accountInfo,
    against: "hop",
    baselines: ["hop", "bare", "express", "server-js"],
    path: "/",
  },
  {
    name: "pass-through-ledger",
    title: "Pass-through, ledger dialect",
    body: passThrough,
    upstreamResult: accountInfo,
    against: "hop",
    baselines: ["hop"],
    path: "/networks/bench-a",
  },
  {
    name: "batch",
    title: "Batch of 20",
    body: `[${Array.from({ length: 20 }, (_, id) => account(id)).join(",")}]`,
    upstreamResult: accountInfo,
    against: "hop",
    baselines: ["hop"],
    path: "/",
  },
  {
    name: "all",
    title: "All of three networks",
    body: passThrough,
    upstreamResult: accountInfo,
    against: "hop",
    baselines: ["hop"],
    path: "/?network=all",
  },
  {
    name: "large",
    title: "Result of 1 MiB",
    body: passThrough,
    upstreamResult: `{"context":{"slot":341197053},"value":{"data":["${"A".repeat(1 << 20)}","base64"]}}`,
    against: "hop",
    baselines: ["hop"],
    path: "/",
  },
];
