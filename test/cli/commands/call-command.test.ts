import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type ServedService, serveService } from "../../end-to-end/served-service.ts";
import { useFakeClock } from "../../fake-clock.ts";
import { configFor } from "../../gateway-process.ts";
import { temporaryFolder } from "../../networks/harness.ts";
import { respondError, ScriptedUpstream } from "../../upstream/harness.ts";
import { recordingIo, runCommandLine } from "../recording-io.ts";

const address = "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri";
const ones = "11111111111111111111111111111111";

describe("svm-gateway call", () => {
  const node = new ScriptedUpstream();
  let folder: string;
  let served: ServedService;
  before(async () => {
    await node.start();
    folder = temporaryFolder();
    const networks = { one: { rpc_url: node.url }, two: { rpc_url: node.url } };
    writeFileSync(join(folder, "svm-gateway.json"), JSON.stringify(configFor(networks)));
    served = await serveService({ one: node.url, two: node.url });
  });
  beforeEach(() => {
    node.script = () => '{"context":{"slot":1},"value":18446744073709551615}';
    node.asked.length = 0;
  });
  after(async () => {
    await served.close();
    await node.stop();
    rmSync(folder, { recursive: true });
  });

  async function run(words: readonly string[], isTTY = false, env: Record<string, string> = {}) {
    const io = recordingIo(folder, env, isTTY);
    const code = await runCommandLine(["call", ...words], io);
    return { code, ...io.written };
  }

  it("answers from the document's examples with --mock, and calls no upstream", async () => {
    const { code, stdout } = await run(["getEpochSchedule", "--mock", "--json"]);
    expect(code).to.equal(0);
    expect(JSON.parse(stdout)).to.include.keys("slotsPerEpoch", "warmup");
    expect(node.asked).to.deep.equal([]);
  });

  it("reports an unknown method before a missing network", async () => {
    const empty = temporaryFolder();
    const io = recordingIo(empty);
    expect(await runCommandLine(["call", "getBlance"], io)).to.equal(1);
    expect(io.written.stderr).to.contain('Method not found: "getBlance"; did you mean getBalance?');
    rmSync(empty, { recursive: true });
  });

  it("refuses to call mainnet if nothing names a network, and exits with 2", async () => {
    const empty = temporaryFolder();
    const io = recordingIo(empty);
    expect(await runCommandLine(["call", "getSlot"], io)).to.equal(2);
    for (const word of ["solana-mainnet", "--network", "--url", "SVM_GATEWAY_URL"])
      expect(io.written.stderr).to.contain(word);
    rmSync(empty, { recursive: true });
  });

  it("calls the network that a configuration has made the default", async () => {
    const chosen = temporaryFolder();
    for (const config of [{ svm_networks: { main: { rpc_url: node.url } } }, { upstreams: [node.url] }]) {
      writeFileSync(join(chosen, "svm-gateway.json"), JSON.stringify(config));
      const io = recordingIo(chosen);
      expect(await runCommandLine(["call", "getBalance", address], io)).to.equal(0);
    }
    rmSync(chosen, { recursive: true });
    expect(node.asked.map(({ method }) => method)).to.deep.equal(["getBalance", "getBalance"]);
  });

  it("refuses an invalid SVM_GATEWAY_KEY without printing it, and exits with 2", async () => {
    const { code, stderr } = await run(["getSlot", "--url", served.url], false, { SVM_GATEWAY_KEY: "a\nb" });
    expect({ code, stderr }).to.deep.equal({
      code: 2,
      stderr: "SVM_GATEWAY_KEY: must be one key or token, without spaces and line breaks\n",
    });
  });

  it("takes the gateway from SVM_GATEWAY_URL, and an address without a scheme", async () => {
    const bare = served.url.replace("http://", "");
    const byVariable = await run(["getBalance", address], false, { SVM_GATEWAY_URL: bare });
    const byFlag = await run(["getBalance", address, "--url", bare]);
    for (const { code, stdout } of [byVariable, byFlag])
      expect([code, stdout]).to.deep.equal([0, '{"context": {"slot": 1}, "value": 18446744073709551615}\n']);
  });

  it("names the command for a subscription, and exits with 2", async () => {
    const { code, stdout, stderr } = await run(["slotSubscribe", "--url", served.url]);
    expect([code, stdout]).to.deep.equal([2, ""]);
    expect(stderr).to.equal(
      "slotSubscribe is a subscription: svm-gateway subscribe slotSubscribe prints its notifications\n",
    );
  });

  it("refuses an address that is not an http URL, and exits with 2", async () => {
    const { code, stderr } = await run(["getSlot", "--url", "ftp://127.0.0.1"]);
    expect(code).to.equal(2);
    expect(stderr).to.contain("--url: must be an http or https URL");
  });

  for (const place of ["on the configured networks", "on a running gateway"] as const) {
    describe(place, () => {
      const at = () => (place === "on a running gateway" ? ["--url", served.url] : []);

      it("prints a readable result with its digits unchanged, and exits with 0", async () => {
        const { code, stdout, stderr } = await run(["getBalance", address, ...at()]);
        expect([code, stderr]).to.deep.equal([0, ""]);
        expect(stdout).to.equal('{"context": {"slot": 1}, "value": 18446744073709551615}\n');
      });

      it("prints the raw result with --json", async () => {
        node.script = () => '{"context":{"slot":1},"value":[1.0,1e400,"\\u00e9"]}';
        const { stdout } = await run(["getBalance", address, "--json", ...at()]);
        expect(stdout).to.equal('{"context":{"slot":1},"value":[1.0,1e400,"\\u00e9"]}\n');
      });

      it("calls all networks, or the named one", async () => {
        const all = await run(["getIdentity", "--network", "all", "--json", ...at()]);
        expect(Object.keys(JSON.parse(all.stdout))).to.deep.equal(["one", "two"]);
        const two = await run(["getIdentity", "--network", "two", "--json", ...at()]);
        expect(JSON.parse(two.stdout)).to.have.keys("context", "value");
      });

      it("prints an error of the ledger with its code and data, and exits with 1", async () => {
        node.script = ({ id }, response) => {
          response.setHeader("content-type", "application/json");
          response.end(
            `{"jsonrpc":"2.0","error":{"code":-32009,"message":"Slot 5 was skipped","data":{"slot":18446744073709551615}},"id":${id}}`,
          );
          return undefined;
        };
        const { code, stdout, stderr } = await run(["getBlockTime", "5", ...at()]);
        expect([code, stdout]).to.deep.equal([1, ""]);
        expect(stderr).to.equal('error -32009: Slot 5 was skipped\n{"slot": 18446744073709551615}\n');
        const json = await run(["getBlockTime", "5", "--json", ...at()]);
        expect([json.code, json.stderr]).to.deep.equal([1, ""]);
        expect(json.stdout).to.equal(
          '{"error":{"code":-32009,"message":"Slot 5 was skipped","data":{"slot":18446744073709551615}}}\n',
        );
      });

      it("suggests a method for a misspelt one", async () => {
        const { code, stderr } = await run(["getBalanse", address, ...at()]);
        expect(code).to.equal(1);
        expect(stderr).to.match(/^error -32601: .*did you mean getBalance\?\n/);
      });

      it("suggests methods that match plain words", async () => {
        const { code, stderr } = await run(["transfer", ...at()]);
        expect(code).to.equal(1);
        expect(stderr).to.match(
          /^error -32601: .*\n(?: {2}\w+: .*\n)* {2}sendTransaction: Send transaction\n(?: {2}\w+: .*\n)* {2}svm-gateway methods lists all\n$/,
        );
      });

      it("names the wrong parameter, and calls no upstream", async () => {
        const { code, stderr } = await run(["getBalance", "nobody", ...at()]);
        expect(code).to.equal(1);
        expect(stderr).to.match(
          /^error -32602: .*address.*\n {2}svm-gateway call getBalance --help shows its parameters\n$/,
        );
        expect(node.count("getBalance")).to.equal(0);
      });

      it("suggests networks similar to an unknown one", async () => {
        const { code, stderr } = await run(["getSlot", "--network", "tow", ...at()]);
        expect(code).to.equal(2);
        expect(stderr).to.match(/^error -32602: .*"tow".*two\? svm-gateway networks lists all\n$/);
      });
    });
  }

  const readings: readonly (readonly [words: readonly string[], params: string])[] = [
    [["getBalance", ones], `["${ones}"]`],
    [["getBlockTime", "9007199254740993"], "[9007199254740993]"],
    [["getBlockTime", '{"slot":9007199254740993}'], "[9007199254740993]"],
    [["getMultipleAccounts", `["${address}"]`], `[["${address}"],{"encoding":"base64"}]`],
    [["getBalance", address, "confirmed"], `["${address}",{"commitment":"confirmed"}]`],
    [["getBalance", `"${address}"`], `["${address}"]`],
  ];
  for (const [words, params] of readings) {
    it(`reads ${words.slice(1).join(" ")} of ${words[0]} as ${params}`, async () => {
      await run(words);
      expect(node.asked.map(({ body }) => /"params":(.*)\}$/.exec(body)?.[1])).to.deep.equal([params]);
    });
  }

  for (const flags of [[], ["--json"]]) {
    it(`prints no control characters of an upstream ${flags.join(" ")}`.trim(), async () => {
      node.script = () => '{"context":{"slot":1},"value":"\u009b2J\u007f \\u001b[2J"}';
      const { stdout } = await run(["getBalance", address, ...flags]);
      expect(stdout)
        .to.contain("\\u009b2J\\u007f \\u001b[2J")
        .and.not.match(/(?!\n)\p{Cc}/u);
      node.script = (asked, response) => {
        respondError(response, asked, -32099, "\u001b]0;title\u0007\u009b2J");
        return undefined;
      };
      const failed = await run(["getBalance", address, ...flags]);
      expect(failed.code).to.equal(1);
      expect(failed.stdout + failed.stderr)
        .to.contain("title")
        .and.not.match(/(?!\n)\p{Cc}/u);
    });
  }

  it("prints colours to a terminal, but not to a pipe", async () => {
    expect((await run(["getBalance", address], true)).stdout).to.contain("\u001b[");
    expect((await run(["getBalance", address], true, { NO_COLOR: "1" })).stdout).not.to.contain("\u001b[");
  });

  it("shows a spinner on a terminal during a slow call, and removes it", async () => {
    const clock = useFakeClock();
    node.script = async () => {
      await clock.tickAsync(300 + 80);
      return '{"context":{"slot":1},"value":1}';
    };
    const { stdout, stderr } = await run(["getBalance", address], true, { NO_COLOR: "1" });
    expect(stderr).to.equal("\r⠋ getBalance ...\r⠙ getBalance ...\r\u001b[2K");
    expect(stdout).to.contain('"value": 1');
  });

  it("shows no spinner during a quick call", async () => {
    const clock = useFakeClock();
    node.script = async () => {
      await clock.tickAsync(299);
      return '{"context":{"slot":1},"value":1}';
    };
    expect((await run(["getBalance", address], true, { NO_COLOR: "1" })).stderr).to.equal("");
  });

  it("prints an upstream's error about lagging once all upstreams returned it", async () => {
    node.script = (asked, response) => {
      respondError(response, asked, -32005, "Node is behind by 42 slots");
      return undefined;
    };
    const { code, stderr } = await run(["getBalance", address]);
    expect(code).to.equal(1);
    expect(stderr).to.match(/^error -32005: Node is behind by 42 slots/);
  });

  it("reports why no gateway answers at the URL", async () => {
    const { code, stderr } = await run(["getSlot", "--url", served.url.replace("http", "https")]);
    expect(code).to.equal(1);
    expect(stderr).to.match(/no gateway answers at https:\S+ \(E[A-Z_]+\); is it running\?\n$/);
  });

  it("refuses a URL with credentials without printing them", async () => {
    const { code, stderr } = await run(["getSlot", "--url", "http://user:secret@127.0.0.1:1"]);
    expect(code).to.equal(2);
    expect(stderr).to.contain("without user and password").and.not.contain("secret");
  });

  it("answers from embedded nodes with --local", async () => {
    const { code, stdout } = await run(["getHealth", "--local", "--network", "all", "--json"]);
    expect(code).to.equal(0);
    expect(Object.keys(JSON.parse(stdout))).to.include.members(["localnet", "localnet-b"]);
  });
});
