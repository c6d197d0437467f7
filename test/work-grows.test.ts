import { createHash } from "node:crypto";
import { expect } from "chai";
import { disproportion, expectProportionalWork } from "./work-grows.ts";

/** Work that is measured by its own count, of `power` of the input. */
function counted(power: number) {
  let done = 0;
  return { run: (size: number) => (done += size ** power), cpuMs: () => done };
}

describe("expectProportionalWork", () => {
  it("passes work that grows as its input does", async () => {
    const { run, cpuMs } = counted(1);
    await expectProportionalWork(run, 100, { cpuMs });
  });

  it("fails work that grows as the square of its input", async () => {
    const { run, cpuMs } = counted(2);
    expect(await disproportion(run, 100, { cpuMs })).to.equal(
      "10000.0 ms of processor, then 640000.0 ms for 8 times the input",
    );
  });

  it("measures again what was disturbed once", async () => {
    const { run, cpuMs } = counted(1);
    let disturbed = false;
    const disturb = (size: number) => {
      run(size);
      if (size > 100 && !disturbed) run(1_000_000);
      disturbed ||= size > 100;
    };
    expect(await disproportion(disturb, 100, { cpuMs })).to.equal(undefined);
  });

  it("finds quadratic work by the processor's time", async () => {
    // Native code: its speed does not depend on when it is compiled.
    const bytes = Buffer.alloc((8 * 500) ** 2);
    const quadratic = (size: number) =>
      createHash("sha256")
        .update(bytes.subarray(0, size ** 2))
        .digest();
    expect(await disproportion(quadratic, 500, { floorMs: 0.2 })).to.be.a("string");
  });
});
