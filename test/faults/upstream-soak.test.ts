import { expect } from "chai";
import { restoreClock, tickThrough, useFakeClock } from "../fake-clock.ts";
import { runSoak, type SoakReport } from "./soak-run.ts";

const seed = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000);

describe(`30 clients on three upstreams that fail at random for three seconds (SOAK_SEED=${seed}) @long`, () => {
  let report: SoakReport;
  before(async function () {
    this.timeout(300_000);
    const clock = useFakeClock();
    const soak = runSoak({ durationMs: 3000, clients: 30, upstreams: 3, seed, timeoutMs: 8000, lateMs: 50 });
    report = await tickThrough(clock, soak, { maxMs: 15_000 });
    restoreClock();
    // Without them none of what follows would be shown.
    expect(report.faultsInjected, "faults").to.be.greaterThan(3);
    expect(report.reads, "reads").to.be.greaterThan(200);
    expect(report.writes, "writes").to.be.greaterThan(20);
  });

  it("gave no wrong answer", () => {
    expect(report.wrong).to.deep.equal([]);
    expect(report.wrongWrites).to.equal(0);
  });

  it("answered every read as long as one node was up", () => {
    expect(report.failed.slice(0, 5).join("\n")).to.equal("");
  });

  it("sent every transaction once at most, counted at the upstreams", () => {
    expect(report.repeatedWrites).to.deep.equal([]);
  });

  it("kept every call within its time", () => {
    expect(report.late).to.equal(0);
  });

  it("used upstreams again that came back", () => {
    expect(report.recoveriesMs.length).to.be.greaterThan(0);
  });
});
