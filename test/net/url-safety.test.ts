import { expect } from "chai";
import { urlFault } from "../../src/net/url-safety.ts";
import { scriptedResolve } from "../networks/harness.ts";

const outside = scriptedResolve(["8.8.8.8"]);

describe("urlFault()", () => {
  const right = [
    "https://rpc.example.com",
    "https://rpc.example.com:8899/path?api-key=1",
    "https://user:secret@rpc.example.com/",
    "https://8.8.8.8",
    "https://[2606:4700:4700::1111]:443/",
    "https://bücher.example.com",
  ];
  for (const url of right) {
    it(`accepts ${url}`, async () => expect(await urlFault(url, outside)).to.equal(undefined));
  }

  const https = "must be an https URL such as https://rpc.example.com";
  const publicHost = "must name a public host: loopback, private and link-local ones are refused";
  const wrong: [url: string, error: string][] = [
    ["", https],
    ["rpc.example.com", https],
    ["http://rpc.example.com", https],
    ["wss://rpc.example.com", https],
    ["file:///etc/passwd", https],
    ["javascript:alert(1)", https],
    ["https://", https],
    [" https://rpc.example.com", https],
    ["https://rpc.example.com\n", https],
    ["https://rpc.exa\tmple.com", https],
    ["https://rpc.example.com\\@127.0.0.1", https],
    ["https://rpc.example.com/#x", "must not have a fragment"],
    [`https://rpc.example.com/${"x".repeat(2048)}`, "must be at most 2048 characters long"],
    ["https://localhost", publicHost],
    ["https://LOCALHOST.", publicHost],
    ["https://metadata", publicHost],
    ["https://metadata.google.internal", publicHost],
    ["https://127.0.0.1", publicHost],
    ["https://user@127.0.0.1/", publicHost],
    ["https://2130706433", publicHost],
    ["https://0x7f.1", publicHost],
    ["https://0177.1", publicHost],
    ["https://169.254.169.254/latest", publicHost],
    ["https://192.168.1.1:8899", publicHost],
    ["https://[::1]", publicHost],
    ["https://[::ffff:127.0.0.1]", publicHost],
    ["https://[fd00::1]", publicHost],
    ["https://[64:ff9b::7f00:1]", publicHost],
  ];
  for (const [url, fault] of wrong) {
    it(`refuses ${JSON.stringify(url.slice(0, 60))}`, async () =>
      expect(await urlFault(url, outside)).to.equal(fault));
  }

  it("refuses a name that resolves to an internal address now", async () => {
    expect(await urlFault("https://inside.example.com", scriptedResolve(["8.8.8.8", "10.0.0.1"]))).to.contain(
      "resolves to",
    );
  });

  it("accepts a name that does not resolve now, since each connection is checked again", async () => {
    expect(await urlFault("https://later.example.com", scriptedResolve([]))).to.equal(undefined);
  });

  it("does not wait for a resolver that hangs", async () => {
    expect(await urlFault("https://slow.example.com", () => undefined)).to.equal(undefined);
  });
});
