import { expect } from "chai";
import { packageRoot } from "../../src/package-root.ts";
import { reachingTests } from "./reaching-tests.ts";

describe("the tests that a mutant has to pass", () => {
  it("are the mirrored one, if there is one", () => {
    expect(reachingTests(packageRoot, "src/json/join.ts")).to.deep.equal(["test/json/join.test.ts"]);
  });

  it("are otherwise those of the nearest folder that import the file, directly or indirectly", () => {
    const tests = reachingTests(packageRoot, "src/subscriptions/feed/placement.ts");
    expect(tests).to.include("test/subscriptions/polling.test.ts");
    expect(tests.every((test) => test.startsWith("test/subscriptions/"))).to.equal(true);
  });
});
