import { expect } from "chai";
import { neededBy, notRunLines, pathOf } from "./needed-programs.ts";

describe("the programs that tests need", () => {
  const path = process.env.PATH;
  afterEach(() => {
    process.env.PATH = path;
  });

  it("are read from the names of the tests", () => {
    expect(neededBy("nginx @needs(nginx,openssl) serves TLS @needs(curl)")).to.deep.equal([
      "nginx",
      "openssl",
      "curl",
    ]);
    expect(neededBy("a soak @long")).to.deep.equal([]);
  });

  it("are named with the number of tests that did not run, and how to install them", () => {
    process.env.PATH = "";
    expect(pathOf("redis-server")).to.equal(undefined);
    const titles = ["a @needs(redis-server)", "b @needs(redis-server)", "c @needs(zsh)"];
    expect(notRunLines(titles)).to.deep.equal([
      "not run: 2 tests need redis-server: apt install redis-server",
      "not run: 1 test needs zsh: apt install zsh",
    ]);
  });
});
