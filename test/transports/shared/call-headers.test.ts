import type { IncomingMessage } from "node:http";
import { expect } from "chai";
import { SessionTable } from "../../../src/consistency/sessions/session-table.ts";
import type { Caller } from "../../../src/gateway/gateway-call.ts";
import { createCallHeaderReader } from "../../../src/transports/shared/call-headers.ts";

const from = (address: string) => ({ address }) as Caller;
const request = (headers: Readonly<Record<string, string>> = {}) =>
  ({ headers }) as unknown as IncomingMessage;

describe("createCallHeaderReader()", () => {
  it("gives every caller a session if configured, or the one that it names", () => {
    const readCallHeaders = createCallHeaderReader(new SessionTable(100), { session: "caller" });
    const own = readCallHeaders(request(), from("198.51.100.7")).session;
    expect(own).to.not.equal(undefined);
    expect(readCallHeaders(request(), from("198.51.100.7")).session).to.equal(own);
    expect(readCallHeaders(request(), from("198.51.100.8")).session).to.not.equal(own);
    expect(readCallHeaders(request({ "x-session": "a" }), from("198.51.100.7")).session).to.not.equal(own);
  });

  it("separates the sessions of two keys, and shares those of one key across addresses", () => {
    const readCallHeaders = createCallHeaderReader(new SessionTable(100), { session: "named" });
    const ofKey = (id: string, address: string) =>
      readCallHeaders(request({ "x-session": "a" }), { address, authenticated: { id } } as Caller).session;
    expect(ofKey("one", "198.51.100.7")).to.equal(ofKey("one", "198.51.100.8"));
    expect(ofKey("one", "198.51.100.7")).to.not.equal(ofKey("two", "198.51.100.7"));
  });

  it("hides the session of a key from callers without a key", () => {
    const readCallHeaders = createCallHeaderReader(new SessionTable(100), { session: "named" });
    const known = { address: "198.51.100.7", authenticated: { id: "one" } } as Caller;
    const ofKey = readCallHeaders(request({ "x-session": "a" }), known).session;
    for (const name of ["one a", "one\ta", "a"])
      expect(readCallHeaders(request({ "x-session": name }), from("198.51.100.7")).session).to.not.equal(
        ofKey,
      );
  });

  it("allocates nothing for a request without call headers", () => {
    const readCallHeaders = createCallHeaderReader(new SessionTable(100), { session: "named" });
    expect(readCallHeaders(request(), from("198.51.100.7"))).to.equal(
      readCallHeaders(request(), from("198.51.100.8")),
    );
  });

  it("accepts x-agree from 2 to 16 only", () => {
    const readCallHeaders = createCallHeaderReader(new SessionTable(100), { session: "named" });
    const agreeOf = (text: string) =>
      readCallHeaders(request({ "x-agree": text }), from("198.51.100.7")).agree;
    expect(["2", "16"].map(agreeOf)).to.deep.equal([2, 16]);
    for (const text of ["", "0", "1", "17", "2.0", "-2", "two", "2, 3", "9".repeat(1000)])
      expect(() => agreeOf(text), text).to.throw("x-agree must be a number of upstreams from 2 to 16");
  });
});
