import { expect } from "chai";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { useLiveLedger } from "../gateway/live-gateway.ts";
import { type CompatibilityCase, compatibilityCases } from "./compatibility-cases.ts";

/** Cases in which the embedded ledger itself answers something else, which the gateway passes on, and what it does. */
const embeddedDiffers: ReadonlyMap<string, string> = new Map([
  ["getAccountInfo: its default encoding", "answers base64"],
  ["getAccountInfo: base58 above 128 bytes", "has no such limit"],
  ["getMultipleAccounts: 101 addresses", "has no such limit"],
  ["getProgramAccounts: five filters", "has no such limit"],
  ["getProgramAccounts: 129 bytes to compare", "has no such limit"],
  ["getTokenAccountsByOwner: of a foreign program", "does not check the program"],
  ["getTokenAccountsByOwner: of an unknown mint", "does not check the mint"],
  ["getTransaction: no version when none was asked for", "always names the version"],
  ["getTransaction: processed", "reads processed history"],
  ["getSignaturesForAddress: an unknown `before`", "answers an empty list"],
  ["getSignaturesForAddress: limit 0", "answers an empty list"],
  ["getSignaturesForAddress: limit 1001", "has no such limit"],
  ["getSignaturesForAddress: processed", "reads processed history"],
  ["getSignatureStatuses: 257 signatures", "has no such limit"],
  ["getBlocks: processed", "reads processed history"],
  ["getBlocksWithLimit: limit 0", "refuses it"],
  ["getBlocksWithLimit: processed", "reads processed history"],
  ["getAgGenesisCert: before the change", "is of an older release"],
  ["getAccountInfo: a slot that is not reached", "ignores minContextSlot"],
  ["getMultipleAccounts: a slot that is not reached", "ignores minContextSlot"],
  ["getProgramAccounts: a slot that is not reached", "has a code of its own"],
  ["getTokenAccountsByOwner: a slot that is not reached", "ignores minContextSlot"],
  ["getSignaturesForAddress: a slot that is not reached", "ignores minContextSlot"],
  ["getBlockHeight: a slot that is not reached", "has a code of its own"],
  ["getTransactionCount: a slot that is not reached", "ignores minContextSlot"],
  ["getEpochInfo: a slot that is not reached", "ignores minContextSlot"],
]);

describe("a server of the ledger's interface, compared with its public specification", () => {
  const live = useLiveLedger();

  /** What is wrong with the gateway's answer; undefined when nothing is. */
  async function errorOf({
    method,
    params,
    isOfServers,
    answer,
  }: CompatibilityCase): Promise<string | undefined> {
    let result: unknown;
    try {
      result = await live.gateway.call(method, params(live.ledger), {
        dialect: isOfServers ? "gateway" : "ledger",
      });
    } catch (caught) {
      const { code, message } = RpcError.from(caught);
      return code === answer ? undefined : `error ${code}: ${message}`;
    }
    if (typeof answer === "number")
      return `a result, not error ${answer}: ${JSON.stringify(result).slice(0, 200)}`;
    try {
      answer(result, live.ledger);
      return undefined;
    } catch (caught) {
      return (caught as Error).message;
    }
  }

  for (const each of compatibilityCases) {
    const title = `${each.method}: ${each.name}`;
    const differs = embeddedDiffers.get(title);
    it(differs === undefined ? title : `${title}, but the embedded ledger ${differs}`, async () => {
      const fault = await errorOf(each);
      if (differs === undefined) expect(fault).to.equal(undefined);
      else expect(fault, "it follows the specification now: take it out of the list").to.not.equal(undefined);
    });
  }

  it("has each case once, more than a hundred of them, and no difference of a case that is gone", () => {
    const titles = compatibilityCases.map(({ method, name }) => `${method}: ${name}`);
    expect(new Set(titles).size).to.equal(titles.length).and.to.be.above(100);
    expect(titles).to.include.members([...embeddedDiffers.keys()]);
  });
});
