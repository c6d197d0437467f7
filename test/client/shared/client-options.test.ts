import { expect } from "chai";
import { type ClientOptions, settingsFrom } from "../../../src/client/shared/client-options.ts";

describe("settingsFrom", () => {
  const addresses: [url: string, wsUrl: string][] = [
    ["http://127.0.0.1:3000", "ws://127.0.0.1:3000/"],
    ["https://gateway.example/", "wss://gateway.example/"],
    ["https://gateway.example/rpc", "wss://gateway.example/"],
    ["https://gateway.example/deep/rpc/?key=1#top", "wss://gateway.example/deep/?key=1"],
    ["https://gateway.example/sub", "wss://gateway.example/sub"],
  ];
  for (const [url, wsUrl] of addresses) {
    it(`derives ${wsUrl} from ${url}`, () => {
      expect(settingsFrom({ url }).wsUrl.href).to.equal(wsUrl);
    });
  }

  const faults: [options: object, message: string][] = [
    [{ url: "/rpc" }, "url: must be an absolute URL that starts with http:// or https://"],
    [{ url: "ftp://x" }, "url: must be an absolute URL"],
    [{ url: undefined }, "url: must be an absolute URL"],
    [{ wsUrl: "http://x" }, "wsUrl: must be an absolute URL that starts with ws:// or wss://"],
    [{ url: "http://user:secret@x" }, "url: must not contain a user or password; send them as headers"],
    [{ network: "all" }, 'network: select all networks with client.on("all")'],
    [{ consistency: "strong" }, "consistency: must be session or none, got strong"],
    [{ timeoutMs: 0 }, "timeoutMs: must be a number of at least 1, got 0"],
    [{ timeoutMs: Number.NaN }, "timeoutMs: must be a number of at least 1, got NaN"],
    [{ retries: -1 }, "retries: must be a whole number of at least 0, got -1"],
    [{ retries: 1.5 }, "retries: must be a whole number of at least 0, got 1.5"],
    [{ retryDelayMs: "1" }, "retryDelayMs: must be a number"],
    [
      { reconnects: Number.POSITIVE_INFINITY },
      "reconnects: must be a whole number of at least 0, got Infinity",
    ],
    [{ heartbeatMs: 0 }, "heartbeatMs: must be"],
    [{ socketIdleMs: -1 }, "socketIdleMs: must be"],
    [{ bufferSize: 0 }, "bufferSize: must be a whole number of at least 1"],
    [{ bufferCharacters: 0 }, "bufferCharacters: must be"],
  ];
  for (const [options, message] of faults) {
    it(`refuses ${Object.entries(options).map(([key, value]) => `${key} ${String(value)}`)}`, () => {
      const all = { url: "http://127.0.0.1:3000", ...options } as ClientOptions;
      expect(() => settingsFrom(all)).to.throw(TypeError, message);
    });
  }

  for (const given of [undefined, null, "http://127.0.0.1:3000"])
    it(`shows how it is called when it gets ${String(given)}`, () => {
      expect(() => settingsFrom(given as unknown as ClientOptions)).to.throw(
        TypeError,
        'createClient({ url: "http://127.0.0.1:3000" })',
      );
    });

  it("never shows a password in its message", () => {
    expect(() => settingsFrom({ url: "http://user:secret@x" }))
      .to.throw(TypeError)
      .which.satisfies((error: Error) => !error.message.includes("secret"));
  });

  it("treats Infinity as no time limit", () => {
    expect(settingsFrom({ url: "http://x", timeoutMs: Number.POSITIVE_INFINITY }).timeoutMs).to.equal(
      Number.POSITIVE_INFINITY,
    );
  });
});
