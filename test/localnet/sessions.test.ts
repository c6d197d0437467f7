import { expect } from "chai";
import { type ServedGateway, startGateway } from "../gateway-process.ts";

const address = "11111111111111111111111111111111";

describe("a session on an embedded ledger @long", () => {
  let gateway: ServedGateway;
  before(async () => {
    gateway = await startGateway(["serve", "--local", "--ws-port", "0", "--log-level", "error"]);
  });
  after(() => gateway.process.stop());

  interface Answer {
    readonly result?: unknown;
    readonly error?: { readonly message: string };
  }

  async function ask(method: string, params: unknown[], headers: Record<string, string>): Promise<Answer> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const response = await gateway.post("/networks/localnet", body, headers);
    const answer = (await response.json()) as Answer;
    expect(answer.error?.message, method).to.equal(undefined);
    const floor = Number(headers["x-min-slot"] ?? 0);
    if (floor > 0) expect(Number(response.headers.get("x-slot")), method).to.be.at.least(floor);
    return answer;
  }

  /** Calls that waited for an upstream to reach the slot that their client was shown. */
  async function waits(): Promise<string[]> {
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    return metrics.match(/^svm_gateway_waits_total\{reason="slot".*$/gm) ?? [];
  }

  for (const commitment of ["processed", "confirmed", "finalized"]) {
    it(`at ${commitment} refuses no read after any other`, async () => {
      const headers = { "x-session": `session-${commitment}` };
      const config = { commitment };
      const reads: readonly (readonly [string, unknown[]])[] = [
        ["getBalance", [address, config]],
        ["getSlot", [config]],
        ["getLatestBlockhash", [config]],
        ["getBlockHeight", [config]],
        ["getAccountInfo", [address, config]],
        ["getEpochInfo", [config]],
        ["getMultipleAccounts", [[address], config]],
        ["getSlot", [config]],
      ];
      for (let round = 0; round < 3; round += 1)
        for (const [method, params] of reads) await ask(method, params, headers);
    });

    it(`at ${commitment} is answered from the slot that getSlot at ${commitment} showed, without a wait`, async () => {
      const { result } = await ask("getSlot", [{ commitment }], {});
      const headers = { "x-min-slot": String(result) };
      const before = await waits();
      await ask("getBalance", [address, { commitment }], headers);
      await ask("getSlot", [{ commitment }], headers);
      expect(await waits()).to.deep.equal(before);
    });

    it(`at ${commitment} is answered from the context slot of another answer`, async () => {
      const { result } = await ask("getBalance", [address, { commitment }], {});
      const { slot } = (result as { context: { slot: number } }).context;
      await ask("getBalance", [address, { commitment }], { "x-min-slot": String(slot) });
      await ask("getLatestBlockhash", [{ commitment }], { "x-min-slot": String(slot) });
    });
  }
});
