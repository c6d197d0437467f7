import { expect } from "chai";
import { unreachableError } from "../../../src/upstream/http/upstream-errors.ts";

describe("the error for an upstream that can't be reached", () => {
  const messages: [code: string, message: string][] = [
    [
      "ENOTFOUND",
      "Upstream rpc.example failed while connecting (ENOTFOUND); its host can't be found: check the upstream's address.",
    ],
    [
      "ECONNREFUSED",
      "Upstream rpc.example failed while connecting (ECONNREFUSED); nothing listens at its address: try again, or check the upstream's address.",
    ],
    ["ECONNRESET", "Upstream rpc.example failed while connecting (ECONNRESET); try again."],
    ["constructor", "Upstream rpc.example failed while connecting (constructor); try again."],
  ];
  for (const [code, message] of messages)
    it(`says what to do about ${code}`, () => {
      const error = Object.assign(new Error("failed"), { code });
      expect(unreachableError("rpc.example", "connect", error)).to.include({ message });
    });
});
