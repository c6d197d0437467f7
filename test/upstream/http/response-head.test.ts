import { expect } from "chai";
import { readResponseHead } from "../../../src/upstream/http/response-head.ts";
import { useFakeClock } from "../../fake-clock.ts";

/** Raw headers: name, value, name, value ... */
const pairs = (...texts: string[]): Buffer[] => texts.map((text) => Buffer.from(text));

describe("the head of an upstream's response", () => {
  it("has length, encoding and Retry-After", () => {
    const head = readResponseHead(
      pairs("Content-Length", "12", "content-encoding", " GZip ", "retry-after", "3", "date", "x"),
      503,
    );
    expect(head).to.deep.equal({ contentLength: 12, contentEncoding: "gzip", retryAfterSeconds: 3 });
  });

  it("has nothing if there are no such fields", () => {
    expect(readResponseHead(pairs("server", "x", "x-content-length", "12"), 200)).to.deep.equal({
      contentLength: -1,
      contentEncoding: "",
      retryAfterSeconds: undefined,
    });
  });

  it("has the last of two lengths", () => {
    expect(readResponseHead(pairs("content-length", "1", "content-length", "2"), 200).contentLength).to.equal(
      2,
    );
  });

  it("has no Retry-After if the status is 200", () => {
    expect(readResponseHead(pairs("retry-after", "3"), 200).retryAfterSeconds).to.equal(undefined);
  });

  for (const [value, seconds] of [
    ["0", 0],
    [" 120 ", 120],
    ["1.2", 2],
    ["99999999999", 3600],
    ["-1", undefined],
    ["soon", undefined],
    ["", undefined],
    ["Wed, 21 Oct 2015 07:28:00 GMT", 0],
    ["Wed, 21 Oct 2415 07:28:00 GMT", 3600],
  ] as const) {
    it(`reads Retry-After "${value}" as ${seconds}`, () => {
      expect(readResponseHead(pairs("retry-after", value), 503).retryAfterSeconds).to.equal(seconds);
    });
  }

  it("reads a date in Retry-After as the time until then", () => {
    useFakeClock(1_000_000);
    const date = new Date(1_030_000).toUTCString();
    expect(readResponseHead(pairs("retry-after", date), 503).retryAfterSeconds).to.equal(30);
  });
});
