import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { flagTable, keyFlags } from "../../src/cli/options/flag-table.ts";
import { temporaryFolder } from "../networks/harness.ts";
import type { Ending } from "../running-program.ts";
import { recordingIo, runCommandLine } from "./recording-io.ts";

/** Command lines whose last flag is wrong; what the one line about it begins with. */
const cases: readonly [line: string, says: string][] = [
  ["serve --config absent.json", "--config: "],
  ["serve --config .", "--config: "],
  ["serve --http", "--http replaces the command"],
  ["networks list --local", "--local is not a flag of networks"],
  ["networks --mock", "--mock is not a flag of networks"],
  ["serve --port 0 --host 203.0.113.1", '--host: must be an address of this machine, got "203.0.113.1"'],
  ["serve --host 127.0.0.1 --port x", "--port: "],
  ["serve --port 65536", "--port: "],
  ["serve --port=-1", "--port: "],
  ["serve --ws-port x", "--ws-port: "],
  ["serve --workers 0", "--workers: "],
  ["serve --workers 1.5", "--workers: "],
  ["serve --network absent", "--network: "],
  [
    "call getSlot --mock --network absent",
    'error -32602: Unknown network "absent"; svm-gateway networks lists all',
  ],
  ["subscribe slot --mock --network absent", "error -32602: Unknown network"],
  ["subscribe slot --mock --network all", "--network: a subscription is to one network"],
  ["web --tools absent", "--tools: "],
  ["web --read-only=yes", "--read-only takes no value"],
  ["web --yes=1", "--yes takes no value"],
  ["subscribe slot --mock --count 0", "--count: must be"],
  ["subscribe slot --mock --count x", "--count: must be"],
  ["send x --commitment processed", "--commitment: must be"],
  ["networks list --all", "--all goes with networks reset"],
  ["upstreams uncordon main --force", "--force goes with upstreams cordon"],
  ["serve --state=", "--state needs a value"],
  ["call getSlot --url ftp://127.0.0.1", "--url: must be"],
  ["networks --url http://a:b@127.0.0.1/?k=v", "--url: must be"],
  ["networks --url http://", "--url: must be"],
  ["subscribe slot --url http://a:b@127.0.0.1", "--url: must be"],
  ["serve --json", "--json is not a flag of serve"],
  ["serve --log-level loud", "--log-level: "],
  ["serve --version=1", "--version takes no value"],
  ["serve --help=1", "--help takes no value"],
  ["keys new --id", "--id needs a value"],
  ...Object.entries(keyFlags)
    .filter(
      ([name, { value }]) => value !== undefined && !["methods", "networks", "referrers"].includes(name),
    )
    .map(([name]): [string, string] => [`keys new --id backend --${name} @`, `--${name}`]),
  ["keys rotate backend --overlap soon", "--overlap: must be a whole number"],
  ["keys new --id a/b", "--id: "],
  ["keys rotate backend --overlap=", "--overlap needs a value"],
  ...Object.entries(keyFlags).map(([name, { value }]): [string, string] => [
    `serve --${name}${value === undefined ? "" : " 1"}`,
    `--${name} is not a flag of serve`,
  ]),
  ["serve --prot 1", "unknown flag --prot; did you mean --port?"],
];

describe("a wrong flag", () => {
  let folder = "";
  const endings: Ending[] = [];
  before(async () => {
    folder = temporaryFolder();
    writeFileSync(
      join(folder, "svm-gateway.json"),
      '{"log":{"level":"off"},"auth":{"keys_file":"keys.json"}}',
    );
    for (const [line] of cases) {
      const io = recordingIo(folder);
      const code = await runCommandLine(line.split(" "), io);
      endings.push({ code, ...io.written });
    }
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const [index, [line, says]] of cases.entries()) {
    it(`of "${line}" is printed once, and exits with 2`, () => {
      const { code, stdout, stderr } = endings[index] ?? {};
      expect([code, stdout], stderr).to.deep.equal([2, ""]);
      const [first = "", ...rest] = (stderr ?? "").trimEnd().split("\n");
      expect(first.slice(0, says.length)).to.equal(says);
      for (const hint of rest) expect(hint).to.match(/^ {2}svm-gateway /);
    });
  }

  it("covers every flag", () => {
    for (const name of Object.keys(flagTable))
      expect(
        cases.some(([line]) => line.includes(`--${name}`)),
        name,
      ).to.equal(true);
  });
});
