import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Keypair, SystemProgram, Transaction } from "@solana/web3.js";
import { expect } from "chai";
import { encodeBase58 } from "../../../src/text/base58.ts";
import { createLiveLedger, type LiveLedger } from "../../contract/live-ledger.ts";
import { type ServedService, serveService } from "../../end-to-end/served-service.ts";
import { Program } from "../../gateway-process.ts";
import { temporaryFolder } from "../../networks/harness.ts";
import { makeTransaction } from "../../transaction/made-transactions.ts";
import { recordingIo, runCommandLine } from "../recording-io.ts";

describe("svm-gateway send", () => {
  const folder = temporaryFolder();
  let ledger: LiveLedger;
  let served: ServedService;
  let lamports = 1_000_000;
  const nextAmount = () => {
    lamports += 1;
    return lamports;
  };
  before(async () => {
    ledger = await createLiveLedger();
    served = await serveService({ live: ledger.node.rpcUrl });
  });
  after(() => served.close());

  async function run(...words: string[]) {
    const io = recordingIo(folder);
    const code = await runCommandLine(["send", "--url", served.url, ...words], io);
    return { code, ...io.written };
  }

  /** A signed transfer of another amount each time; too much of it fails. */
  async function transfer(amount = nextAmount()): Promise<Buffer> {
    const { payer } = ledger;
    const text = await served.post("/", '{"jsonrpc":"2.0","id":1,"method":"getLatestBlockhash"}');
    const { result } = JSON.parse(text) as { result: { value: { blockhash: string } } };
    const made = new Transaction().add(
      SystemProgram.transfer({
        ...{ fromPubkey: payer.publicKey, toPubkey: Keypair.generate().publicKey, lamports: amount },
      }),
    );
    made.recentBlockhash = result.value.blockhash;
    made.feePayer = payer.publicKey;
    made.sign(payer);
    return made.serialize();
  }

  it("prints the signature at once, then the slot and the commitment, and exits with 0", async () => {
    const { code, stdout, stderr } = await run((await transfer()).toString("base64"));
    expect(code, stderr).to.equal(0);
    expect(stderr).to.match(/^sending [1-9A-HJ-NP-Za-km-z]{80,90}\n$/);
    expect(stdout).to.match(/^landed in slot \d+, (confirmed|finalized): [1-9A-HJ-NP-Za-km-z]{80,90}\n$/);
  });

  it("prints the answer alone with --json", async () => {
    const { stdout, stderr } = await run((await transfer()).toString("base64"), "--json");
    expect(stderr).to.equal("");
    expect(JSON.parse(stdout))
      .to.include({ err: null })
      .and.have.keys("signature", "slot", "confirmationStatus", "err");
  });

  const forms: Readonly<Record<string, (bytes: Buffer) => string | Buffer>> = {
    base64: (bytes) => `${bytes.toString("base64")}\n`,
    base58: (bytes) => `${encodeBase58(bytes)}\n`,
    bytes: (bytes) => bytes,
  };
  for (const [form, write] of Object.entries(forms))
    it(`takes a file of ${form}`, async () => {
      writeFileSync(join(folder, form), write(await transfer()));
      expect((await run(form, "--commitment", "finalized")).stdout).to.match(
        /^landed in slot \d+, finalized: /,
      );
    });

  it("exits with 1 and the ledger's error if preflight fails", async () => {
    const { code, stdout, stderr } = await run((await transfer(Number.MAX_SAFE_INTEGER)).toString("base64"));
    expect([code, stdout]).to.deep.equal([1, ""]);
    expect(stderr).to.contain("error -32002");
  });

  const refused: readonly [why: string, words: string[], text: string][] = [
    ["a word that is no transaction and no file", ["nothing"], "name the file that holds it, or - for"],
    ["a file that holds none", ["other.txt"], 'the file "other.txt" holds no signed transaction'],
    ["a file that is too long", ["long.txt"], '"long.txt" has more than 8192 bytes'],
    [
      "a commitment that proves nothing",
      ["x", "--commitment", "processed"],
      "--commitment: must be confirmed",
    ],
    ["several networks", ["x", "--network", "all"], "a transaction is sent to one network"],
  ];
  for (const [why, words, text] of refused)
    it(`refuses ${why}, and exits with 2`, async () => {
      writeFileSync(join(folder, "other.txt"), "hello");
      writeFileSync(join(folder, "long.txt"), "A".repeat(9000));
      const { code, stderr } = await run(...words);
      expect(code).to.equal(2);
      expect(stderr).to.contain(text);
    });
});

describe("svm-gateway send, by the fate of the transaction", () => {
  const signature = encodeBase58(Buffer.alloc(64, 7));
  const codes: readonly [fate: string, answer: string, code: number][] = [
    [
      "included and failed",
      `{"result":{"signature":"${signature}","slot":18446744073709551615,"confirmationStatus":"confirmed","err":{"InstructionError":[0,{"Custom":1}]}}}`,
      3,
    ],
    [
      "expired",
      '{"error":{"code":-32000,"message":"It can\'t land any more.","data":{"reason":"blockhash-expired"}}}',
      4,
    ],
    [
      "not certain",
      '{"error":{"code":-32000,"message":"Nothing was certain.","data":{"reason":"upstream-timeout"}}}',
      1,
    ],
  ];
  for (const [fate, answer, code] of codes)
    it(`exits with ${code} for one that is ${fate}`, async () => {
      const gateway = createServer((_, response) => {
        response.setHeader("content-type", "application/json");
        response.end(answer.replace("{", '{"jsonrpc":"2.0","id":1,'));
      });
      gateway.listen(0, "127.0.0.1");
      await once(gateway, "listening");
      const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
      const io = recordingIo(".");
      expect(await runCommandLine(["send", await makeTransaction(), "--url", url], io)).to.equal(code);
      if (code === 3)
        expect(io.written.stdout)
          .to.contain("failed in slot 18446744073709551615, confirmed")
          .and.contain("InstructionError");
      gateway.close();
    });
});

describe("svm-gateway send, as a program", () => {
  let gateway: Server;
  let url: string;
  let asked: Promise<string>;
  beforeEach(async () => {
    let resolve: (body: string) => void = () => undefined;
    asked = new Promise((settle) => {
      resolve = settle;
    });
    // It takes the call, and does not answer.
    gateway = createServer((request) => {
      void text(request).then(resolve);
    });
    gateway.listen(0, "127.0.0.1");
    await once(gateway, "listening");
    url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    gateway.closeAllConnections();
    gateway.close();
  });

  it("reads standard input for -, and says on Ctrl+C that the gateway keeps sending", async () => {
    const wire = await makeTransaction();
    const program = new Program(["send", "-", "--url", url]);
    program.child.stdin.end(`${wire}\n`);
    expect(await asked).to.include(wire);
    const { code, stderr } = await program.stop("SIGINT");
    expect(code).to.equal(null);
    expect(stderr).to.match(/^sending (\S+)\nstopped waiting; the gateway keeps sending it, .*: \1\n$/);
  });

  it("stops reading an endless file at the maximum size of a transaction", async () => {
    const program = new Program(["send", "/dev/zero", "--url", url]);
    const { code, stderr } = await program.ended();
    expect([code, stderr]).to.deep.equal([
      2,
      '"/dev/zero" has more than 8192 bytes, too many for one transaction: name the file that holds it\n',
    ]);
  });
});
