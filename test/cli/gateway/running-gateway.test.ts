import { expect } from "chai";
import { findRunningGateway } from "../../../src/cli/gateway/running-gateway.ts";
import { type ParsedCommand, parseArguments } from "../../../src/cli/options/arguments.ts";

describe("--url", () => {
  it("accepts an @ in its query", () => {
    const { flags } = parseArguments(["networks", "--url", "http://127.0.0.1?k=a@b"]) as ParsedCommand;
    expect(findRunningGateway({ flags, env: {} })?.url).to.equal("http://127.0.0.1?k=a@b");
  });
});
