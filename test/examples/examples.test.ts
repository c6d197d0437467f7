import { execFile } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { packageRoot } from "../../src/package-root.ts";
import { type DocsGateway, startDocsGateway } from "../docs/docs-gateway.ts";
import { itWith } from "../needed-programs.ts";
import { RunningProgram } from "../running-program.ts";

/** Each example: what follows its name, and the lines that it prints. */
const examples: readonly {
  readonly file: string;
  readonly words: (gateway: DocsGateway) => readonly string[];
  readonly lines: readonly RegExp[];
}[] = [
  {
    file: "typed-client.ts",
    words: ({ url }) => [url],
    lines: [
      /^epoch \d+, slot \d+$/,
      /^localnet: height \d+$/,
      /^localnet-b: height \d+$/,
      /^rent of a token account: 2039280 lamports, core \d+\.\d+\.\d+$/,
      /^refused: .*pubkey/,
      /^slot \d+$/,
      /^slot \d+$/,
      /^slot \d+$/,
    ],
  },
  {
    file: "web3.ts",
    words: ({ url }) => [`${url}/networks/localnet`],
    lines: [/^airdrop: 1000000000 lamports$/, /^transfer: confirmed$/, /^receiver: 1000000 lamports$/],
  },
  {
    file: "kit.ts",
    words: ({ url }) => [`${url}/networks/localnet`],
    lines: [
      /^balance: 1 lamports$/,
      /^blockhash: \w{32,44}, valid until block \d+$/,
      /^slot \d+$/,
      /^slot \d+$/,
      /^slot \d+$/,
    ],
  },
  {
    file: "send.ts",
    words: ({ url }) => [url],
    lines: [/^airdrop: landed$/, /^transfer: (confirmed|finalized)$/, /^fate: landed$/],
  },
  {
    file: "transaction.ts",
    words: ({ url }) => [url],
    lines: [/^[\w+/]{200,}={0,2}$/],
  },
  {
    file: "tool-client.ts",
    words: ({ url }) => [url],
    lines: [/^\d\d tools, \d\d of them only read$/, /^\{"localnet":\{"context":.*"localnet-b":/],
  },
  {
    file: "curl.sh",
    words: ({ url }) => [url],
    lines: [
      /"value":1\},"id":1\}$/,
      /"result":\{"value":2039280\},"id":2/,
      /"localnet-b":\{"value":\d+\}/,
      /^\[.*"ok".*"id":5\}\]$/,
      /"result":\d+,"id":6/,
      /"content":\[\{"type":"text"/,
    ],
  },
];

describe("the examples, run as their page says @long", () => {
  let gateway: DocsGateway;
  before(async () => {
    gateway = await startDocsGateway();
    // The client of this tree, which has no packages installed.
    for (const { file } of examples) {
      const path = join(gateway.tree.root, "examples", file);
      writeFileSync(path, gateway.here(readFileSync(path, "utf8")));
    }
  });
  after(() => gateway.stop());

  for (const { file, words, lines } of examples) {
    itWith(
      file.endsWith(".sh") ? "curl" : [],
      `${file} runs to its end and prints what its page says`,
      async () => {
        const { root, env } = gateway.tree;
        const runner = file.endsWith(".sh") ? ["sh"] : ["npx", "tsx"];
        const [program = "", ...rest] = [...runner, `examples/${file}`, ...words(gateway)];
        const { code, stdout, stderr } = await new RunningProgram(program, rest, { cwd: root, env }).ended();
        expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" });
        const printed = stdout.trim().split("\n");
        expect(printed.length, stdout).to.equal(lines.length);
        for (const [index, line] of lines.entries()) expect(printed[index]).to.match(line);
      },
    );
  }

  it("are type-correct", async () => {
    const tsc = join(packageRoot, "node_modules/typescript/bin/tsc");
    const words = [tsc, "-p", join(packageRoot, "examples/tsconfig.json")];
    const { stdout } = await promisify(execFile)(process.execPath, words).catch(
      (failure: { stdout: string }) => failure,
    );
    expect(stdout).to.equal("");
  });
});

describe("the examples", () => {
  it("are all here, and all named on their page", () => {
    const files = readdirSync(join(packageRoot, "examples")).filter((name) => /\.(ts|sh)$/.test(name));
    expect(files).to.have.members(examples.map(({ file }) => file));
    const page = readFileSync(join(packageRoot, "examples/README.md"), "utf8");
    for (const file of files) expect(page).to.contain(`](${file})`);
  });
});
