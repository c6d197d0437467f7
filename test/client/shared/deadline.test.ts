import { expect } from "chai";
import { withDeadline } from "../../../src/client/shared/deadline.ts";
import { useFakeClock } from "../../fake-clock.ts";
import { rejection } from "../harness.ts";

const details = { method: "getSlot" };

describe("withDeadline", () => {
  it("returns what the work returns, and leaves no listener behind", async () => {
    const controller = new AbortController();
    let listeners = 0;
    const { signal } = controller;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    expect(await withDeadline(details, { timeoutMs: 1000, signal }, async () => 7)).to.equal(7);
    await new Promise(setImmediate);
    expect(listeners).to.equal(0);
  });

  it("rejects with what the work rejects with", async () => {
    const error = new Error("x");
    expect(await rejection(withDeadline(details, { timeoutMs: 1000 }, () => Promise.reject(error)))).to.equal(
      error,
    );
  });

  for (const timeoutMs of [Number.POSITIVE_INFINITY, 2 ** 31]) {
    it(`does not treat ${timeoutMs} ms as no time at all`, async () => {
      const clock = useFakeClock();
      const work = () => new Promise<number>((resolve) => setTimeout(() => resolve(7), 60_000));
      const done = withDeadline(details, { timeoutMs }, work);
      await clock.tickAsync(60_000);
      expect(await done).to.equal(7);
    });
  }

  it("aborts the work when its time is over", async () => {
    const clock = useFakeClock();
    let reason: unknown;
    const failed = rejection(
      withDeadline(details, { timeoutMs: 5000 }, (signal) => {
        signal.addEventListener("abort", () => {
          reason = signal.reason;
        });
        return new Promise(() => undefined);
      }),
    );
    await clock.tickAsync(4999);
    expect(reason).to.equal(undefined);
    await clock.tickAsync(1);
    const error = await failed;
    expect(error).to.include({ kind: "timeout" });
    expect(reason).to.equal(error);
  });
});
