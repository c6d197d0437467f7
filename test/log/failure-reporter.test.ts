import { expect } from "chai";
import { FailureReporter } from "../../src/log/failure-reporter.ts";

describe("failures in a row", () => {
  it("are reported once, and again after a success", () => {
    const reported: unknown[] = [];
    const failures = new FailureReporter((error) => reported.push(error));
    for (const fault of ["first", "second"]) failures.fail(fault);
    failures.succeed();
    for (const fault of ["third", "fourth"]) failures.fail(fault);
    expect(reported).to.deep.equal(["first", "third"]);
  });
});
