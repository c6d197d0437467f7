import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { configFor, runProgram, type ServedGateway, startGateway } from "../../../gateway-process.ts";
import { temporaryFolder } from "../../../networks/harness.ts";
import { ScriptedUpstream } from "../../../upstream/harness.ts";

interface Answer {
  readonly upstreams: readonly { readonly id: string; readonly state: string }[];
  readonly error: { readonly message: string };
}

describe("cordoning an upstream", () => {
  const folder = temporaryFolder();
  let first: ScriptedUpstream;
  let second: ScriptedUpstream;
  let gateway: ServedGateway;

  const start = () =>
    startGateway(["serve", "--ws-port", "0", "--workers", "2", "--state", join(folder, "state.json")], {
      config: configFor(
        {
          one: {
            upstreams: [
              { id: "main", url: first.url },
              { id: "other", url: second.url },
            ],
          },
        },
        // The upstreams pause with this process: probes wait for them as long as they can.
        { upstream: { poll_interval_ms: 2500 } },
      ),
    });
  before(async () => {
    [first, second] = await Promise.all([
      new ScriptedUpstream(() => '"first"').start(),
      new ScriptedUpstream(() => '"second"').start(),
    ]);
    gateway = await start();
  });
  after(async () => {
    await gateway.process.stop();
    await Promise.all([first.stop(), second.stop()]);
    rmSync(folder, { recursive: true });
  });

  const ask = async (query: string) => {
    const response = await fetch(`${gateway.url}/admin/upstreams${query}`, {
      method: query === "" ? "GET" : "POST",
    });
    return { status: response.status, body: (await response.json()) as Answer };
  };
  const states = async () =>
    Object.fromEntries(
      (await ask("")).body.upstreams.map(({ id, state }: Record<string, string>) => [id, state]),
    );
  /** Which upstreams answer when both workers are asked, on separate connections. */
  async function answering(): Promise<Set<string>> {
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, turn) => {
        const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getBlockTime", params: [turn] });
        const response = await gateway.post("/networks/one", body, {
          connection: "close",
          "cache-control": "no-cache",
        });
        return ((await response.json()) as { result: string }).result;
      }),
    );
    return new Set(answers);
  }

  afterEach(async () => {
    first.facts.healthy = true;
    for (const id of ["main", "other"]) expect((await ask(`?uncordon=${id}`)).status).to.equal(200);
  });

  it("stops calls to it from every worker, and lists it as cordoned", async () => {
    const { stdout, code } = await runProgram(["upstreams", "cordon", "main", "--url", gateway.url]);
    expect(stdout).to.match(/^main is cordoned: it gets no calls/);
    expect(code).to.equal(0);
    expect(await answering()).to.deep.equal(new Set(["second"]));
    expect(await states()).to.include({ main: "cordoned" });
  });

  it("refuses to cordon the last one, and rejects unknown names", async () => {
    expect((await ask("?cordon=main")).status).to.equal(200);
    const last = await ask("?cordon=other");
    expect(last.status).to.equal(400);
    expect(last.body.error.message).to.contain("last upstream of network one that is not cordoned");
    expect((await ask("?cordon=mainn")).body.error.message).to.contain("did you mean main");
    const unused = (await ask("?cordon=api.devnet.solana.con")).body.error.message;
    expect(unused).to.contain("Unknown upstream").and.not.contain("api.devnet.solana.com");
    expect(await answering()).to.deep.equal(new Set(["second"]));
  });

  it("rejects an invalid query", async () => {
    const refusals: readonly [query: string, says: string][] = [
      ["?cordn=main", 'Unknown query parameter "cordn": /admin/upstreams takes cordon, uncordon, force.'],
      ["?force=true", "Name the upstream with exactly one of ?cordon=ID and ?uncordon=ID."],
      ["?cordon=main&uncordon=other", "Name the upstream with exactly one of ?cordon=ID and ?uncordon=ID."],
      ["?cordon=main&force=yes", 'force must be true or false, got "yes".'],
    ];
    for (const [query, says] of refusals) {
      const { status, body } = await ask(query);
      expect([status, body.error.message]).to.deep.equal([400, says]);
    }
    expect(Object.values(await states())).not.to.include("cordoned");
  });

  it("refuses to cordon the only one that can take calls, and says why, unless forced", async () => {
    first.facts.healthy = false;
    const { stderr, code } = await runProgram(["upstreams", "cordon", "other", "--url", gateway.url]);
    expect(code).to.equal(1);
    expect(stderr).to.match(
      /other is the only upstream of network one that can take calls now \(main is unhealthy.*--force/,
    );
    expect(await states()).not.to.include({ other: "cordoned" });
    const forced = await runProgram(["upstreams", "cordon", "other", "--force", "--url", gateway.url]);
    expect(forced.code).to.equal(0);
  });

  it("survives a restart, until it is undone @long", async () => {
    expect((await ask("?cordon=main")).status).to.equal(200);
    await gateway.process.stop();
    gateway = await start();
    expect(await answering()).to.deep.equal(new Set(["second"]));
    for (const query of ["?uncordon=main", "?cordon=other"]) expect((await ask(query)).status).to.equal(200);
    expect(await answering()).to.deep.equal(new Set(["first"]));
    expect((await ask("?uncordon=other")).status).to.equal(200);
    expect(await states()).not.to.include({ other: "cordoned" });
  });

  it("is refused to pages of other origins", async () => {
    const headers = { origin: "https://elsewhere.example.com" };
    const response = await fetch(`${gateway.url}/admin/upstreams?cordon=main`, { method: "POST", headers });
    expect(await response.text()).to.contain("other origins");
    expect((await states()).main).not.to.equal("cordoned");
  });
});
