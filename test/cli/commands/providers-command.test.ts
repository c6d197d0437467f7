import { tmpdir } from "node:os";
import { expect } from "chai";
import { recordingIo, runCommandLine } from "../recording-io.ts";

async function run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const io = recordingIo(tmpdir());
  const code = await runCommandLine(["providers", ...argv], io);
  return { code, out: io.written.stdout, err: io.written.stderr };
}

describe("svm-gateway providers", () => {
  it("lists providers with short addresses", async () => {
    const { code, out } = await run();
    expect(code).to.equal(0);
    expect(out).to.contain("helius://KEY").and.contain("triton://NAME/KEY").and.not.contain("photon");
    const { providers } = JSON.parse((await run("--json")).out) as { providers: { id: string }[] };
    expect(providers.map(({ id }) => id)).to.include.members(["helius", "ankr", "drpc"]);
  });

  it("shows a provider, with the source of each figure", async () => {
    const { out } = await run("helius");
    expect(out).to.contain("free: per_second 10").and.contain("costs: page https://");
    expect((await run("triton")).out).to.contain(
      "costs: none known\nmethods: none known\nextra_methods: none known\nhistory: none known\n",
    );
    expect(await run("helios")).to.deep.include({
      code: 1,
      err: 'no provider "helios" is known; did you mean helius?\n',
    });
  });

  it("expands a short address with its key hidden, or reports what is wrong with it", async () => {
    const { out } = await run("triton://app/short-key-9", "--network", "solana-devnet", "--json");
    expect(JSON.parse(out)).to.deep.include({
      provider: "triton",
      network: "solana-devnet",
      url: "https://app.devnet.rpcpool.com/***",
      ws_url: "wss://app.devnet.rpcpool.com/***",
    });
    expect((await run("triton://app/short-key-9")).out).to.match(
      /limits:\n {2}per_second: 120\ncosts: none known\n$/,
    );
    expect(await run("triton://short-key-9")).to.deep.include({
      code: 1,
      err: "the address must be triton://NAME/KEY\n",
    });
  });
});
