import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";
import { parseArguments } from "../../src/cli/options/arguments.ts";
import { packageRoot } from "../../src/package-root.ts";
import { itWith } from "../needed-programs.ts";
import { deployText } from "./deploy-files.ts";

describe("the systemd unit", () => {
  const unit = deployText("systemd/svm-gateway.service");

  it("starts the gateway with a valid command line", () => {
    const [, words = ""] = /^ExecStart=\/usr\/bin\/env svm-gateway (.*)$/m.exec(unit) ?? [];
    expect(parseArguments(words.split(" "))).to.include({ kind: "run", command: "serve" });
  });

  it("keeps its files in the folders that systemd creates for it", () => {
    expect(unit).to.match(/^StateDirectory=svm-gateway$/m);
    expect(unit).to.contain("--state /var/lib/svm-gateway/");
  });

  it("does not forbid writable and executable memory, which Node's compiler needs", () => {
    expect(unit).not.to.match(/^\s*MemoryDenyWriteExecute\s*=/m);
  });

  itWith("systemd-analyze", "is accepted by systemd", () => {
    const file = join(packageRoot, "deploy/systemd/svm-gateway.service");
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: "" });
  });
});
