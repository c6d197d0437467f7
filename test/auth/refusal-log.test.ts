import { expect } from "chai";
import { RefusalLog } from "../../src/auth/refusal-log.ts";
import { useFakeClock } from "../fake-clock.ts";

describe("RefusalLog", () => {
  it("writes ten lines a second, and says how many further refusals there were", () => {
    const clock = useFakeClock();
    const lines: object[] = [];
    const log = new RefusalLog((fields) => lines.push(fields));
    for (let count = 0; count < 10_000; count += 1) log.add({ client: "192.0.2.1" });
    expect(lines).to.have.length(10);
    clock.tick(1000);
    log.add({ client: "192.0.2.2" });
    expect(lines[10]).to.deep.equal({ client: "192.0.2.2", further: 9990 });
    log.add({ client: "192.0.2.3" });
    expect(lines[11]).to.deep.equal({ client: "192.0.2.3" });
  });
});
