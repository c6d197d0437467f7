import { expect } from "chai";
import { createRefusalLog } from "../../src/auth/refusal-log.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { useFakeClock } from "../fake-clock.ts";

describe("createRefusalLog()", () => {
  it("writes ten lines a second, and says how many further refusals there were", () => {
    const clock = useFakeClock();
    const lines: object[] = [];
    const log = createRefusalLog({ info: (fields) => void lines.push(fields) });
    const refuse = (address: string) =>
      log({ address, origin: undefined, referrer: undefined }, RpcError.of("unauthorized", "unknown"));
    const line = (client: string) => ({ client, fault: "unauthorized", reason: "unknown" });
    for (let count = 0; count < 10_000; count += 1) refuse("192.0.2.1");
    expect(lines).to.have.length(10);
    clock.tick(1000);
    refuse("192.0.2.2");
    expect(lines[10]).to.deep.equal({ ...line("192.0.2.2"), further: 9990 });
    refuse("192.0.2.3");
    expect(lines[11]).to.deep.equal(line("192.0.2.3"));
  });
});
