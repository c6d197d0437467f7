import type { IncomingMessage } from "node:http";
import { expect } from "chai";
import fc from "fast-check";
import { takeCredential } from "../../../src/transports/shared/credentials.ts";

const key = "a-key-of-16-letters.~_";

function requestOf(url: string, headers: Readonly<Record<string, string[]>> = {}): IncomingMessage {
  return { url, headersDistinct: headers } as unknown as IncomingMessage;
}

describe("takeCredential()", () => {
  const cases: [
    name: string,
    url: string,
    headers: Record<string, string[]>,
    text: string | undefined,
    left: string,
  ][] = [
    ["nothing", "/networks/one?network=two", {}, undefined, "/networks/one?network=two"],
    ["a bearer", "/", { authorization: [`Bearer ${key}`] }, key, "/"],
    ["a bearer in small letters", "/", { authorization: [`bearer ${key}`] }, key, "/"],
    ["other credentials of HTTP", "/", { authorization: ["Basic dXNlcjpwYXNz"] }, undefined, "/"],
    ["the header for keys", "/", { "x-api-key": [key] }, key, "/"],
    ["the query", `/?api-key=${key}`, {}, key, "/"],
    ["the query among others", `/rpc?a=1&api-key=${key}&network=one`, {}, key, "/rpc?a=1&network=one"],
    ["the query with escapes", `/?%61pi-key=${encodeURIComponent(key)}`, {}, key, "/"],
    ["the path", `/k/${key}/networks/one?network=x`, {}, key, "/networks/one?network=x"],
    ["the path alone", `/k/${key}`, {}, key, "/"],
    ["the path and the same in the header", `/k/${key}/`, { "x-api-key": [key] }, key, "/"],
    ["an escape of an escape", `/?api-key=${key.replace("-", "%252D")}`, {}, key.replace("-", "%2D"), "/"],
    ["a broken escape", "/?api-key=%zz", {}, "%zz", "/"],
    ["an empty key", "/?api-key=", {}, "", "/"],
    ["a key without a value", "/?api-key", {}, "", "/"],
  ];
  for (const [name, url, headers, text, left] of cases) {
    it(`takes ${name}`, () => {
      const request = requestOf(url, headers);
      expect(takeCredential(request)?.text).to.equal(text);
      expect(request.url).to.equal(left);
    });
  }

  const conflicts: [name: string, url: string, headers: Record<string, string[]>][] = [
    ["two headers", "/", { authorization: [`Bearer ${key}`, `Bearer ${key}x`] }],
    ["two kinds of headers", "/", { authorization: [`Bearer ${key}`], "x-api-key": [`${key}x`] }],
    ["header and query", `/?api-key=${key}`, { "x-api-key": [`${key}x`] }],
    ["query and path", `/k/${key}/?api-key=${key}x`, {}],
    ["two fields of the query", `/?api-key=${key}&api-key=${key}x`, {}],
    ["a key and an empty one", `/?api-key=`, { "x-api-key": [key] }],
  ];
  for (const [name, url, headers] of conflicts) {
    it(`rejects two different ones, in ${name}, and removes both from the URL`, () => {
      const request = requestOf(url, headers);
      expect(() => takeCredential(request)).to.throw("two different keys or tokens");
      expect(request.url).not.to.include(key);
    });
  }

  it("removes a key from any part of the URL and preserves the rest", () => {
    const part = fc.string({
      unit: fc.constantFrom("a", "1", "/", "?", "&", "=", "%", "%2F", "k", "api-key"),
      maxLength: 8,
    });
    fc.assert(
      fc.property(part, part, fc.boolean(), (before, after, inPath) => {
        const secret = "SECRETSECRETSECRET";
        const url = inPath
          ? `/k/${secret}/${before}?${after}`
          : `/${before.replaceAll("?", "")}?api-key=${secret}&${after}`;
        const request = requestOf(url);
        try {
          takeCredential(request);
        } catch {
          // Two that differ: what is left is looked at all the same.
        }
        expect(request.url).not.to.include(secret);
        expect(request.url).to.match(/^\//);
      }),
    );
  });
});
