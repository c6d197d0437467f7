import { expect } from "chai";
import { tools } from "../../../../generated/tools.ts";
import { hasErrorResults } from "../../../../src/transports/mcp/tools/protocol-version.ts";

const systemProgram = "11111111111111111111111111111111";
const wrappedNative = "So11111111111111111111111111111111111111112";
const wallet = "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri";

/** A network of the gateways that clients call, whose one upstream refuses connections. */
const unreachableNetwork = "down";

/** Its entry in their configuration; `all` leaves it out. */
export const unreachableNetworks = {
  [unreachableNetwork]: { rpc_url: "http://127.0.0.1:9", enabled: false },
};

/** The calls that every client makes, in this order. */
export const scriptCalls: readonly { readonly name: string; readonly arguments: Record<string, unknown> }[] =
  [
    { name: "getAccountInfo", arguments: { pubkey: systemProgram, network: "localnet" } },
    { name: "requestAirdrop", arguments: { pubkey: wallet, lamports: 5_000_000 } },
    { name: "getTokenSupply", arguments: { mint: wrappedNative } },
    { name: "getHealth", arguments: { network: "all" } },
    { name: "getTokenAccountBalance", arguments: { accountAddress: systemProgram } },
    { name: "getBalance", arguments: { pubkey: "zzz" } },
    { name: "disableSvmNetwork", arguments: { networkId: "no-such-network" } },
    { name: "getSlott", arguments: {} },
    { name: "getSlot", arguments: { network: unreachableNetwork } },
    ...Array.from({ length: 20 }, () => ({ name: "getSlot", arguments: {} })),
  ];

/** What one call came to: a result, or the message of an error. */
export interface CallReport {
  readonly isError: boolean;
  readonly texts: readonly string[];
  readonly error?: string;
}

/** What a client saw, whatever its language. */
export interface ClientReport {
  readonly version: string;
  readonly server: string;
  readonly instructions: string;
  readonly tools: readonly string[];
  readonly calls: readonly CallReport[];
  /** Texts of the resource `svm-gateway://methods/getSlot`. */
  readonly page: readonly string[];
  /** Text of the prompt `explain-account` for the wallet. */
  readonly prompt: string;
  /** What `getblockc` completes to as a method. */
  readonly completed: readonly string[];
  /** The questions that the user was asked; the script declines all. */
  readonly asked: readonly string[];
}

/** What a client was told while the gateway sent a transaction for it, and the text of its result. */
export interface TransactionReport {
  readonly told: readonly (string | null | undefined)[];
  readonly text: string;
}

/** What every client must have been told: some add words of their own. */
export function assertTold({ told, text }: TransactionReport): void {
  expect(text, text).to.include("confirmationStatus");
  expect(told).to.include("accepted by an upstream");
}

/** The one argument of the prompt. */
export const promptArguments = { address: wallet };

/** What every client must have seen. `asks` says whether the user behind it can be asked. */
export function assertReport(report: ClientReport, version: string, asks: boolean): void {
  expect([report.version, report.server]).to.deep.equal([version, "svm-gateway"]);
  expect(report.instructions).to.include("localnet-b");
  expect(report.tools).to.have.members(
    tools.filter(({ name }) => report.tools.includes(name)).map(({ name }) => name),
  );
  expect(report.tools).to.include.members(["getBalance", "sendTransaction", "listSvmNetworks"]);
  const [account, airdrop, supply, health, notToken, badArgument, disable, unknown, unreachable, ...slots] =
    report.calls;
  expect(JSON.parse(account?.texts[0] ?? "")).to.have.nested.property("value.executable", true);
  expect(airdrop?.isError).to.equal(false);
  // As the ledger writes it: parsed and written again it would be 0.
  expect(supply?.texts[0]).to.include('"uiAmount":0.0,');
  expect(health?.texts[0]).to.equal('{"localnet":"ok","localnet-b":"ok"}');
  expect(notToken?.isError).to.equal(true);
  expect(notToken?.texts[1]).to.match(/^What to do: /);
  if (hasErrorResults(version)) {
    expect(badArgument?.isError).to.equal(true);
    expect(badArgument?.texts[0]).to.match(/pubkey must be /);
    expect(badArgument?.texts[1]).to.include(`call again, for example with {"pubkey":"<pubkey>"}`);
  } else expect(badArgument?.error).to.match(/pubkey must be .*Correct arguments, for example: /s);
  const refusal = JSON.stringify(disable);
  expect(report.asked).to.have.length(asks ? 1 : 0);
  if (asks) {
    expect(report.asked[0]).to.match(/^disableSvmNetwork: .* Continue\?$/);
    expect(refusal).to.include("The user did not agree (decline)");
  } else expect(refusal).to.include("no-such-network");
  expect(unknown?.error).to.match(/getSlott.*getSlot/);
  expect(unreachable?.isError).to.equal(true);
  expect(JSON.stringify(unreachable)).to.match(/127\.0\.0\.1:9/);
  // None of the faults has ended the connection.
  expect(slots.map(({ isError }) => isError)).to.deep.equal(slots.map(() => false));
  expect(report.page).to.have.length(1);
  expect(report.page[0]).to.match(/^# getSlot\n/);
  expect(report.prompt).to.include(wallet);
  expect(report.completed).to.deep.equal(["getBlockCommitment"]);
}

/** Settings of a gateway that refuses a client's sixth call in a second. */
export const limitedSettings = {
  server_config: { rate_limit: { enabled: true, per_second: 5, per_minute: 1_000_000 } },
  log: { level: "error" },
};

/** What a client saw that called faster than it may, and then went on. */
export interface LimitReport {
  /** The message of the first refused call. */
  readonly refused: string;
  /** Text of the first answer after it, over the same connection. */
  readonly answered: string;
}

/** How often a client calls at most until it is refused, and until it is answered again. */
export const mostTries = 2000;

/** What every client must have seen of the limit. */
export function assertLimitReport({ refused, answered }: LimitReport): void {
  expect(refused).to.match(/rate limit/i);
  expect(answered).to.match(/"?value"?/);
}
