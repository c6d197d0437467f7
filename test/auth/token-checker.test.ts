import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { digestOf } from "../../src/auth/key-table.ts";
import { createTokenChecker, type TokenChecker } from "../../src/auth/token-checker.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { tickUntil, useFakeClock } from "../fake-clock.ts";
import { configOf, temporaryFolder } from "../networks/harness.ts";
import { audience, Issuer, issuer } from "./issuer.ts";

describe("the key set of tokens", () => {
  const id = new Issuer();
  let address = "";
  let checker: TokenChecker;
  let usable: boolean[];

  before(async () => {
    await id.addKey("first");
    address = await id.start();
  });
  after(() => id.close());

  /** Its time is that of the test. */
  async function start() {
    const clock = useFakeClock(Date.now());
    usable = [];
    id.asked = 0;
    id.isAway = false;
    const { auth } = configOf({ auth: { jwt: { issuer, audience: [audience], jwks_url: address } } });
    checker = await createTokenChecker({
      jwt: auth.jwt,
      resource: undefined,
      jwksFile: undefined,
      onUsable: (isUsable) => usable.push(isUsable),
    });
    return clock;
  }

  afterEach(() => checker.close());

  const outcome = async (token: string): Promise<string> => {
    try {
      const digest = digestOf(token);
      return (checker.find(digest) ?? (await checker.check(token, digest))).id;
    } catch (caught) {
      return RpcError.from(caught).kind;
    }
  };

  it("is fetched again when a token names an unknown key, at most every ten seconds", async () => {
    const clock = await start();
    await id.addKey("second");
    const early = await id.token({ sub: "early" }, "second");
    expect(await outcome(early)).to.equal("unauthorized");
    await clock.tickAsync(9_999);
    expect(await outcome(await id.token({ sub: "still-early" }, "second"))).to.equal("unauthorized");
    expect(id.asked).to.equal(1);
    await clock.tickAsync(1);
    expect(await outcome(await id.token({ sub: "late" }, "second"))).to.equal("token:late");
    expect(id.asked).to.equal(2);
    // It was wrong by the old set only.
    expect(await outcome(early)).to.equal("token:early");
  });

  it("stays in use while its host is down, and is fetched at most every ten seconds however many tokens name unknown keys", async () => {
    const clock = await start();
    id.isAway = true;
    await clock.tickAsync(300_000);
    await tickUntil(clock, () => usable.length === 2, { maxMs: 100 });
    expect(usable).to.deep.equal([true, false]);
    expect(await outcome(await id.token({ sub: "alice" }))).to.equal("token:alice");
    for (let count = 0; count < 20; count += 1)
      expect(await outcome(await id.token({ sub: `${count}` }, "first", "unknown"))).to.equal("unauthorized");
    expect(id.asked).to.equal(2);
    await clock.tickAsync(10_000);
    id.isAway = false;
    expect(await outcome(await id.token({ sub: "bob" }, "first", "unknown"))).to.equal("unauthorized");
    expect([id.asked, usable.at(-1)]).to.deep.equal([3, true]);
  });

  /** What is wrong with a file of the key set. */
  async function faultOfFile(text: string): Promise<string> {
    checker.close();
    const folder = temporaryFolder();
    const jwksFile = join(folder, "keys.json");
    writeFileSync(jwksFile, text);
    const faults: unknown[] = [];
    const { auth } = configOf({ auth: { jwt: { issuer, audience: [audience], jwks_file: jwksFile } } });
    checker = await createTokenChecker({
      jwt: auth.jwt,
      resource: undefined,
      jwksFile,
      onUsable: (_isUsable, error) => faults.push(error),
    });
    rmSync(folder, { recursive: true });
    return String(faults);
  }

  it("is not read from a file of more than a megabyte", async () => {
    await start();
    const fault = await faultOfFile(`{"keys":[]${" ".repeat(1024 * 1024)}}`);
    expect(fault).to.match(/keys.json has \d+ bytes; at most \d+ are allowed/);
  });

  it("rechecks a token if it changes during the check", async () => {
    const clock = await start();
    await id.addKey("withdrawn");
    await clock.tickAsync(300_000);
    await tickUntil(clock, () => usable.length === 2, { maxMs: 100 });
    const token = await id.token({ exp: Math.floor(Date.now() / 1000) + 3600 }, "withdrawn");
    const { subtle } = globalThis.crypto;
    const verify = subtle.verify.bind(subtle);
    let isVerifying = false;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    subtle.verify = async (...given) => {
      isVerifying = true;
      await released;
      return verify(...given);
    };
    try {
      const checking = outcome(token);
      await tickUntil(clock, () => isVerifying, { maxMs: 100 });
      id.published = id.published.filter((kid) => kid !== "withdrawn");
      await clock.tickAsync(300_000);
      await tickUntil(clock, () => usable.length === 3, { maxMs: 100 });
      release();
      expect(await checking).to.equal("unauthorized");
    } finally {
      subtle.verify = verify;
    }
    expect(await outcome(token)).to.equal("unauthorized");
  });

  it("shows if the key of a caller's token was withdrawn or replaced under the same id", async () => {
    const clock = await start();
    const token = await id.token();
    const caller = await checker.check(token, digestOf(token));
    const isWithdrawnAfterRead = async () => {
      const reads = usable.length;
      await clock.tickAsync(300_000);
      await tickUntil(clock, () => usable.length > reads, { maxMs: 100 });
      return caller.isWithdrawn?.();
    };
    await id.addKey("third");
    expect(await isWithdrawnAfterRead()).to.equal(false);
    id.published = id.published.filter((kid) => kid !== "first");
    expect(await isWithdrawnAfterRead()).to.equal(true);
    await id.addKey("first");
    expect(await isWithdrawnAfterRead()).to.equal(true);
  });

  it("quotes no part of a set that is not JSON in its error", async () => {
    await start();
    const fault = await faultOfFile("secret");
    expect(fault)
      .to.match(/JSON Web Key Set malformed/)
      .and.not.include("secret");
  });

  it("no longer accepts tokens signed with a key that the issuer withdrew", async () => {
    const clock = await start();
    const token = await id.token({ sub: "alice", exp: Math.floor(Date.now() / 1000) + 3600 });
    expect(await outcome(token)).to.equal("token:alice");
    id.published = id.published.filter((kid) => kid !== "first");
    await clock.tickAsync(300_000);
    await tickUntil(clock, () => usable.length === 2, { maxMs: 100 });
    expect(checker.find(digestOf(token))).to.equal(undefined);
    expect(await outcome(token)).to.equal("unauthorized");
  });
});
