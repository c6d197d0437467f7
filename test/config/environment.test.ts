import { expect } from "chai";
import { environmentNames } from "../../src/config/environment.ts";
import { faultsOf, load } from "./harness.ts";

describe("environment variables", () => {
  const cases: [name: string, value: string, key: string, expected: unknown][] = [
    ["CHAIN_RPC_URL", "https://a.example.com", "rpc_url", "https://a.example.com"],
    ["SOLANA_RPC_URL", "https://a.example.com", "rpc_url", "https://a.example.com"],
    [
      "CHAIN_UPSTREAMS",
      "https://a.example.com, helius://k",
      "upstreams",
      ["https://a.example.com", "helius://k"],
    ],
    ["SOLANA_UPSTREAMS", "https://a.example.com", "upstreams", ["https://a.example.com"]],
    ["CHAIN_COMMITMENT", "confirmed", "commitment", "confirmed"],
    ["SOLANA_COMMITMENT", "confirmed", "commitment", "confirmed"],
    ["CHAIN_PROTOCOL_VERSION", "2025-03-26", "protocol_version", "2025-03-26"],
    ["SOLANA_PROTOCOL_VERSION", "2025-03-26", "protocol_version", "2025-03-26"],
    ["RUST_LOG", "debug", "log.level", "debug"],
    ["SERVER_PORT", "81", "server_config.port", 81],
    ["MAX_CONCURRENT_REQUESTS", " 7 ", "server_config.max_concurrent_requests", 7],
  ];
  for (const [name, value, key, expected] of cases) {
    it(`${name} sets ${key}`, () => {
      const { values } = load({ env: { [name]: value } });
      expect(values.get(key)).to.deep.equal({ value: expected, source: { kind: "environment", name } });
    });
  }

  it("covers every name", () => {
    const names = environmentNames.flatMap((entry) => entry.names);
    expect(cases.map(([name]) => name)).to.have.members(names);
  });

  it("treats an empty variable as unset", () => {
    expect(load({ env: { SERVER_PORT: "", CHAIN_RPC_URL: " " } }).config).to.have.nested.property(
      "serverConfig.port",
      3000,
    );
  });

  it("warns about names similar to its own, and no others", () => {
    const env = {
      CHAIN_RPC_URLL: "x",
      CHAIN_RPC_URL2: "x",
      SVM_GATEWAY_SERVICE_HOST: "x",
      SOLANA_METRICS_CONFIG: "x",
    };
    expect(load({ env }).warnings).to.deep.equal([
      "nothing reads the variable CHAIN_RPC_URLL; did you mean CHAIN_RPC_URL?",
      "nothing reads the variable CHAIN_RPC_URL2; did you mean CHAIN_RPC_URL?",
    ]);
  });

  it("does not warn about a name that the file refers to", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of references
    const file = { rpc_url: "${CHAIN_RPC_URL2}" };
    expect(load({ file, env: { CHAIN_RPC_URL2: "https://a.example.com" } }).warnings).to.deep.equal([]);
  });

  it("prefers the CHAIN_ name to its alias, and warns if they differ", () => {
    const { config, warnings } = load({
      env: { CHAIN_COMMITMENT: "confirmed", SOLANA_COMMITMENT: "processed" },
    });
    expect(config.commitment).to.equal("confirmed");
    expect(warnings).to.deep.equal([
      "CHAIN_COMMITMENT and SOLANA_COMMITMENT differ: CHAIN_COMMITMENT is used",
    ]);
  });

  it("does not warn if name and alias agree", () => {
    const env = { CHAIN_COMMITMENT: "confirmed", SOLANA_COMMITMENT: "confirmed" };
    expect(load({ env }).warnings).to.deep.equal([]);
  });

  it("SERVER_PORT sets the port of the command's only listener", () => {
    const { config } = load({ env: { SERVER_PORT: "81" }, flags: { portPath: "server_config.ws_port" } });
    expect(config.serverConfig).to.include({ port: 3000, wsPort: 81 });
  });
});

describe("RUST_LOG", () => {
  const levels: [text: string, level: string][] = [
    ["error", "error"],
    ["WARN", "warn"],
    ["info,hyper=warn", "info"],
    ["hyper=warn,debug", "debug"],
    ["info,debug", "debug"],
    ["trace/pattern", "trace"],
    ["off", "off"],
    ["hyper=debug", "info"],
    [" , ", "info"],
  ];
  for (const [text, level] of levels) {
    it(`${JSON.stringify(text)} means ${level}`, () => {
      expect(load({ env: { RUST_LOG: text } }).config.log.level).to.equal(level);
    });
  }

  it("refuses a bare word that is not a level", () => {
    expect(faultsOf({ env: { RUST_LOG: "info,verbose" } })).to.deep.equal([
      'RUST_LOG: must be one of off, error, warn, info, debug, trace, alone or in a list such as info,hyper=warn, got "verbose"',
    ]);
  });
});
