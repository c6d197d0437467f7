import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parseArguments } from "../../../src/cli/options/arguments.ts";
import { isWsPortDefault, readConfig } from "../../../src/cli/options/read-config.ts";
import { networkAdminRule } from "../../../src/gateway/management-check.ts";
import { temporaryFolder } from "../../networks/harness.ts";

/** What a command line and a configuration file come to. */
function loadedBy(words: readonly string[], file: object = {}) {
  const cwd = temporaryFolder();
  const path = join(cwd, "gateway.json");
  writeFileSync(path, JSON.stringify(file));
  const parsed = parseArguments([...words, "--config", path]);
  if (parsed.kind !== "run") throw new Error(`${words.join(" ")} runs nothing`);
  return readConfig({ flags: parsed.flags, env: {}, cwd });
}

function serverConfigOf(words: readonly string[], file: object = {}) {
  return loadedBy(words, file).config.serverConfig;
}

describe("the configuration of a command", () => {
  for (const [words, server, isOpen] of [
    [["serve"], {}, true],
    [["ws"], {}, true],
    [["serve", "--ws-port", "8900"], {}, false],
    [["ws", "--port", "8900"], {}, false],
    [["serve"], { ws_port: 8900 }, false],
  ] as const) {
    it(`${isOpen ? "leaves" : "fixes"} the WebSocket port with ${words.join(" ")} and ${JSON.stringify(server)}`, () => {
      expect(isWsPortDefault(loadedBy(words, { server_config: server }))).to.equal(isOpen);
    });
  }

  for (const [words, rateLimit, enabled] of [
    [["serve"], undefined, true],
    [["serve", "--local"], undefined, false],
    [["serve", "--local"], { per_second: 5 }, true],
    [["serve", "--local"], { enabled: true }, true],
    [["serve", "--local"], { enabled: false }, false],
  ] as const) {
    it(`${enabled ? "limits" : "does not limit"} clients with ${words.join(" ")} and rate_limit ${JSON.stringify(rateLimit)}`, () => {
      const file = rateLimit === undefined ? {} : { server_config: { rate_limit: rateLimit } };
      expect(serverConfigOf(words, file).rateLimit.enabled).to.equal(enabled);
    });
  }

  it("refuses rules of agreement that the schema allows but that make no sense", () => {
    for (const rule of [{ methods: ["getBalance"], agree: 4 }, { methods: ["sendTransaction"] }])
      expect(() => serverConfigOf(["serve"], { agreement: [rule] })).to.throw(/agreement\[0\]/);
    serverConfigOf(["serve"], { agreement: [{ methods: ["getBalance", "getToken*"] }] });
  });

  for (const [server, rule] of [
    [{}, "open"],
    [{ host: "::1" }, "open"],
    [{ host: "0.0.0.0" }, "loopback"],
    [{ host: "0.0.0.0", network_admin: "open" }, "open"],
    [{ network_admin: "off" }, "off"],
  ] as const) {
    it(`applies the rule ${rule} to changes of networks with ${JSON.stringify(server)}`, () => {
      expect(networkAdminRule(serverConfigOf(["serve"], { server_config: server }))).to.equal(rule);
    });
  }
});
