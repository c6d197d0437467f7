import { tmpdir } from "node:os";
import { expect } from "chai";
import { Program, runProgram, type ServedGateway, startGateway } from "../../gateway-process.ts";
import { recordingIo, runCommandLine } from "../recording-io.ts";

/** Runs a command line that ends by itself in this process: each start of the program takes a third of a second of processor time. */
async function runHere(words: readonly string[]) {
  const io = recordingIo(tmpdir());
  const code = await runCommandLine(words, io);
  return { code, ...io.written };
}

const ones = "11111111111111111111111111111111";

describe("svm-gateway subscribe", () => {
  let gateway: ServedGateway;
  before(async () => {
    gateway = await startGateway(["serve", "--local", "--ws-port", "0", "--log-level", "error"]);
  });
  after(() => gateway.process.stop());

  const at = () => ["--url", gateway.url];

  it("prints notifications as they arrive, and exits with 0 after --count of them", async () => {
    const { code, stdout, stderr } = await runHere(["subscribe", "slot", "--count", "2", ...at()]);
    expect([code, stderr]).to.deep.equal([0, "slotSubscribe: notifications follow\n"]);
    const slots = [...stdout.matchAll(/^\{"parent": \d+, "root": \d+, "slot": (\d+)\}$/gm)].map(([, slot]) =>
      Number(slot),
    );
    expect(slots).to.have.length(2);
    expect(slots[1]).to.be.greaterThan(slots[0] ?? 0);
  });

  it("prints one line of JSON for each with --json, on the named network", async () => {
    const words = [
      "subscribe",
      "slotSubscribe",
      "--network",
      "localnet-b",
      "--count",
      "1",
      "--json",
      ...at(),
    ];
    const { code, stdout, stderr } = await runHere(words);
    expect([code, stderr]).to.deep.equal([0, ""]);
    expect(stdout).to.match(/^\{"parent":\d+,"root":\d+,"slot":\d+\}\n$/);
  });

  for (const [signal, tag] of [
    ["SIGINT", ""],
    ["SIGTERM", " @long"],
  ] as const)
    it(`continues until ${signal}, and then exits with 0${tag}`, async () => {
      const program = new Program(["subscribe", "slot", ...at()]);
      await program.printed(/"slot": \d+/);
      const { code, stderr } = await program.stop(signal);
      expect([code, stderr]).to.deep.equal([0, "slotSubscribe: notifications follow; Ctrl+C ends\n"]);
    });

  it("exits with 0 if its reader stops reading @long", async () => {
    const program = new Program(["subscribe", "slot", ...at()]);
    await program.printed(/"slot": \d+/);
    program.child.stdout.destroy();
    const { code, stderr } = await program.ended();
    expect([code, stderr]).to.deep.equal([0, "slotSubscribe: notifications follow; Ctrl+C ends\n"]);
  });

  it("accepts arguments by position and by name @long", async () => {
    for (const words of [
      ["account", ones, "processed", "base64"],
      ["logs", `{"mentions":["${ones}"]}`],
    ]) {
      const program = new Program(["subscribe", ...words, ...at()]);
      await program.logged(/notifications follow/);
      expect((await program.stop("SIGINT")).code).to.equal(0);
    }
  });

  it("serves the networks of its own configuration if no gateway is named @long", async () => {
    const { code, stdout } = await runProgram(["subscribe", "slot", "--local", "--count", "1", "--json"]);
    expect(code).to.equal(0);
    expect(stdout).to.match(/^\{"parent":\d+,"root":\d+,"slot":\d+\}\n$/);
  });

  const refused: readonly [words: readonly string[], code: number, stderr: RegExp][] = [
    [["slt"], 2, /^no subscription "slt"; did you mean slot\?\n$/],
    [["slot", "x"], 2, /^slotSubscribe takes no arguments; "x" is one too many\n$/],
    [
      ["account", "nobody"],
      1,
      /^error -32602: .*pubkey must be.*\n {2}svm-gateway subscribe accountSubscribe --help shows its parameters\n$/,
    ],
    [
      ["slot", "--network", "localne"],
      2,
      /^error -32602: Unknown network "localne"; did you mean localnet.*\? svm-gateway networks lists all\n$/,
    ],
  ];
  for (const [words, code, stderr] of refused) {
    it(`refuses "${words.join(" ")}" once, with a hint`, async () => {
      const ending = await runHere(["subscribe", ...words, ...at()]);
      expect([ending.code, ending.stdout]).to.deep.equal([code, ""]);
      expect(ending.stderr).to.match(stderr);
    });
  }

  it("reports that nothing listens", async () => {
    const { code, stderr } = await runHere(["subscribe", "slot", "--url", "127.0.0.1:1"]);
    expect(code).to.equal(1);
    expect(stderr).to.equal(
      "error -32000: no gateway answers at http://127.0.0.1:1 (bad port); is it running?\n",
    );
  });

  it("shows the parameters of one subscription with --help", async () => {
    const { code, stdout } = await runHere(["subscribe", "account", "--help"]);
    expect(code).to.equal(0);
    expect(stdout)
      .to.match(/^account: Get notified of every change of an account\n\nSends accountNotification/)
      .and.to.contain("svm-gateway subscribe account pubkey [commitment]")
      .and.to.match(/^ {2}pubkey +required +\S/m);
  });
});
