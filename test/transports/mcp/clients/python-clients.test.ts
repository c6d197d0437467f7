import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  handshakeVersions,
  statelessVersion,
} from "../../../../src/transports/mcp/tools/protocol-version.ts";
import { programPath } from "../../../built-program.ts";
import { type ServedGateway, startGateway } from "../../../gateway-process.ts";
import { temporaryFolder } from "../../../networks/harness.ts";
import { pythonOrSkip } from "../../../python-environment.ts";
import { assertReport, type ClientReport, promptArguments, scriptCalls } from "./client-script.ts";

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

async function runPython(python: string, script: object): Promise<ClientReport> {
  const child = spawn(python, [program], { stdio: ["pipe", "pipe", "pipe"], timeout: 60_000 });
  let said = "";
  let complained = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complained += text;
  });
  child.stdin.end(JSON.stringify({ ...script, calls: scriptCalls, promptArguments }));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`the Python client ended with ${code}: ${complained.slice(-3000)}`);
  return JSON.parse(said) as ClientReport;
}

describe("Python's clients of the protocol", function () {
  this.timeout(60_000);
  let served: ServedGateway;
  let folder: string;
  const pythons = new Map<string, string>();
  before(async function () {
    folder = temporaryFolder();
    for (const [release] of clients) pythons.set(release, await pythonOrSkip(this, `mcp==${release}`));
    served = await startGateway(["web", "--local"], {
      config: { server_config: { rate_limit: { enabled: false } }, log: { level: "error" } },
    });
  });
  after(async () => {
    await served?.process.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const [release, modes] of clients) {
    for (const [mode, version] of modes) {
      it(`mcp ${release} over HTTP, version ${version}`, async () => {
        const report = await runPython(pythons.get(release) ?? "", { url: `${served.url}/api/mcp`, mode });
        assertReport(report, version, version === statelessVersion);
      });

      it(`mcp ${release} over standard input and output, version ${version}`, async () => {
        const args = [programPath, "stdio", "--local", "--log-level", "error"];
        const report = await runPython(pythons.get(release) ?? "", {
          command: process.execPath,
          args,
          cwd: folder,
          mode,
        });
        assertReport(report, version, true);
      });
    }
  }
});
