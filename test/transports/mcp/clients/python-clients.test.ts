import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import {
  handshakeVersions,
  statelessVersion,
} from "../../../../src/transports/mcp/tools/protocol-version.ts";
import { watchChild } from "../../../child-process.ts";
import { type ServedGateway, startGateway } from "../../../gateway-process.ts";
import { describeWith } from "../../../needed-programs.ts";
import { temporaryFolder } from "../../../networks/harness.ts";
import { installTimeoutMs, type PythonEnvironment, pythonWith } from "../../../python-environment.ts";
import {
  assertLimitReport,
  assertReport,
  assertTold,
  type ClientReport,
  type LimitReport,
  limitedSettings,
  mostTries,
  promptArguments,
  scriptCalls,
  type TransactionReport,
  unreachableNetworks,
} from "./client-script.ts";
import { fundedTransfer } from "./funded-transfer.ts";
import { stdioArguments } from "./stdio-program.ts";

const program = fileURLToPath(new URL("python_client.py", import.meta.url));
const newestHandshake = handshakeVersions[0] ?? "";

/** Versions of Python's `mcp`, and what each speaks by mode. */
const clients: readonly (readonly [
  release: string,
  modes: readonly (readonly [mode: string, speaks: string])[],
])[] = [
  [
    "2.3.0",
    [
      ["auto", statelessVersion],
      ["legacy", newestHandshake],
    ],
  ],
  ["1.30.0", [["", newestHandshake]]],
];

/** A Python program with one release in it, which runs one script after the other. */
class PythonClient {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  #complaints = "";

  constructor({ python, env }: PythonEnvironment) {
    this.#child = watchChild(spawn(python, [program], { env, timeout: 120_000 }));
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#complaints = `${this.#complaints}${text}`.slice(-3000);
    });
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]();
  }

  run(target: object): Promise<ClientReport> {
    return this.#answer({ ...target, calls: scriptCalls, promptArguments });
  }

  runPastLimit(target: object): Promise<LimitReport> {
    return this.#answer({ ...target, mostTries });
  }

  /** `sign` is called once the client is connected: its program may take longer to start than a transaction lives. */
  async sendTransaction(target: object, sign: () => Promise<string>): Promise<TransactionReport> {
    expect(await this.#answer({ ...target, sends: true })).to.deep.equal({ connected: true });
    return this.#answer(await sign());
  }

  async #answer<Report>(script: object | string): Promise<Report> {
    this.#child.stdin.write(`${JSON.stringify(script)}\n`);
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error(`the Python client ended: ${this.#complaints}`);
    return JSON.parse(value) as Report;
  }

  close(): void {
    this.#child.stdin.end();
  }
}

describeWith("python3", "Python's clients of the protocol", () => {
  let served: ServedGateway;
  let limited: ServedGateway;
  let folder: string;
  const running = new Map<string, PythonClient>();
  const signedNow = () => fundedTransfer(`${served.url}/networks/localnet`);
  const clientOf = (release: string) => {
    const client = running.get(release);
    if (client === undefined) throw new Error(`no client ${release} runs`);
    return client;
  };
  before(async function () {
    this.timeout(installTimeoutMs);
    folder = temporaryFolder();
    for (const [release] of clients)
      running.set(release, new PythonClient(await pythonWith(`mcp==${release}`)));
    served = await startGateway(["serve", "--local", "--ws-port", "0"], {
      config: {
        svm_networks: unreachableNetworks,
        server_config: { rate_limit: { enabled: false } },
        log: { level: "error" },
      },
    });
    limited = await startGateway(["serve", "--mock", "--ws-port", "0"], { config: limitedSettings });
  });
  after(async () => {
    for (const client of running.values()) client.close();
    await served?.process.stop();
    await limited?.process.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const [release, modes] of clients) {
    for (const [mode, version] of modes) {
      it(`mcp ${release} over HTTP, version ${version}`, async () => {
        const report = await clientOf(release).run({ url: `${served.url}/api/mcp`, mode });
        assertReport(report, version, version === statelessVersion);
      });

      it(`mcp ${release} over HTTP, version ${version}, continues after a rate-limited call`, async () => {
        assertLimitReport(await clientOf(release).runPastLimit({ url: `${limited.url}/api/mcp`, mode }));
      });

      it(`mcp ${release} over HTTP, version ${version}, receives the progress of a transaction`, async () => {
        const script = { url: `${served.url}/api/mcp`, mode };
        assertTold(await clientOf(release).sendTransaction(script, signedNow));
      });

      it(`mcp ${release} over standard input and output, version ${version}, receives the same`, async () => {
        const args = stdioArguments(served, folder);
        const script = { command: process.execPath, args, cwd: folder, mode };
        assertTold(await clientOf(release).sendTransaction(script, signedNow));
      });

      it(`mcp ${release} over standard input and output, version ${version}`, async () => {
        const args = stdioArguments(served, folder);
        const script = { command: process.execPath, args, cwd: folder, mode };
        const report = await clientOf(release).run(script);
        assertReport(report, version, true);
      });
    }
  }
});
