import { expect } from "chai";
import { createRefusalLog } from "../../src/auth/refusal-log.ts";
import { useFakeClock } from "../fake-clock.ts";

describe("createRefusalLog()", () => {
  it("writes ten lines a second, and says how many further refusals there were", () => {
    const clock = useFakeClock();
    const lines: object[] = [];
    const log = createRefusalLog((fields) => lines.push(fields));
    for (let count = 0; count < 10_000; count += 1) log({ client: "192.0.2.1" });
    expect(lines).to.have.length(10);
    clock.tick(1000);
    log({ client: "192.0.2.2" });
    expect(lines[10]).to.deep.equal({ client: "192.0.2.2", further: 9990 });
    log({ client: "192.0.2.3" });
    expect(lines[11]).to.deep.equal({ client: "192.0.2.3" });
  });
});
