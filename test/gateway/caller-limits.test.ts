import { expect } from "chai";
import { CallCharges } from "../../src/auth/call-charges.ts";
import { digestOf, KeyTable } from "../../src/auth/key-table.ts";
import { createCallerLimits } from "../../src/gateway/caller-limits.ts";
import type { Caller } from "../../src/gateway/gateway-call.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { backendKey, keyEntry } from "../auth/harness.ts";

const caller = (address: string | undefined): Caller => ({
  transport: "http",
  address,
  isLoopback: false,
  isCrossOrigin: false,
  isForeignOrigin: false,
});

describe("the limits of callers", () => {
  let taken: [address: string, points: number][];
  const waitMs = 6001;
  const limiterOf = (answer: number | Promise<number>) => ({
    spend(address: string, points: number) {
      taken.push([address, points]);
      return answer;
    },
    charge: (address: string, points: number) => void taken.push([address, -points]),
  });

  beforeEach(() => {
    taken = [];
  });

  it("admit at once if the limiter is synchronous", () => {
    expect(createCallerLimits(limiterOf(0)).admit(caller("192.0.2.1"), 3)).to.equal(undefined);
    expect(taken).to.deep.equal([["192.0.2.1", 3]]);
  });

  it("wait for an asynchronous limiter", async () => {
    let allow: () => void = () => undefined;
    const answer = new Promise<number>((resolve) => {
      allow = () => resolve(0);
    });
    const order: string[] = [];
    const admitted = Promise.resolve(
      createCallerLimits(limiterOf(answer)).admit(caller("192.0.2.1"), 3),
    ).then(() => order.push("admitted"));
    await Promise.resolve();
    order.push("allowed");
    allow();
    await admitted;
    expect(order).to.deep.equal(["allowed", "admitted"]);
  });

  it("refuse with the seconds to wait, at once or later", async () => {
    for (const answer of [waitMs, Promise.resolve(waitMs)]) {
      const error = await Promise.resolve()
        .then(() => createCallerLimits(limiterOf(answer)).admit(caller("192.0.2.1"), 1))
        .then(
          () => expect.fail("it was admitted"),
          (caught: unknown) => caught as RpcError,
        );
      expect(error).to.be.an.instanceOf(RpcError);
      expect([error.kind, error.retryAfterSeconds]).to.deep.equal(["rateLimited", 7]);
      expect(error.message).to.include("in 7 s");
    }
  });

  it("admit a caller without an address free of charge", () => {
    expect(createCallerLimits(limiterOf(waitMs)).admit(caller(undefined), 1)).to.equal(undefined);
    createCallerLimits(limiterOf(0)).charge(caller(undefined), 5);
    expect(taken).to.deep.equal([]);
  });

  it("charge for further work", () => {
    createCallerLimits(limiterOf(0)).charge(caller("192.0.2.1"), 5);
    expect(taken).to.deep.equal([["192.0.2.1", -5]]);
  });

  it("charge an authenticated caller's own rate and credits, not its address", () => {
    const table = new KeyTable();
    table.replace("configuration", [keyEntry({ rate_limit: 20, credits_per_day: 100 })]);
    const authenticated = table.find(digestOf(backendKey));
    const { charge } = createCallerLimits(limiterOf(0), new CallCharges({ default: 2 }, () => undefined));
    charge({ ...caller("192.0.2.1"), authenticated }, 5);
    expect(authenticated?.meter.headers("192.0.2.1")[3]).to.match(/^"second";r=15;t=\d+, "day";r=90;/);
    expect(taken).to.deep.equal([]);
  });
});
