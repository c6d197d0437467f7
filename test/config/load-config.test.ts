import { expect } from "chai";
import { describeSource } from "../../src/config/effective-values.ts";
import { faultsOf, flag, load } from "./harness.ts";

describe("loadConfig()", () => {
  it("has the specification's defaults if nothing is configured", () => {
    const { config, path, warnings } = load();
    expect(config.serverConfig).to.include({ port: 3000, wsPort: 8900, host: "127.0.0.1" });
    expect(config.serverConfig).to.include({ maxConcurrentRequests: 100, requestTimeoutMs: 30_000 });
    expect(config.serverConfig.rateLimit).to.include({ perMinute: 100, perSecond: 10 });
    expect(config.protocolVersion).to.equal("2024-11-05");
    expect(config.commitment).to.equal(undefined);
    expect([path, warnings]).to.deep.equal([undefined, []]);
  });

  it("freezes the configuration deeply", () => {
    const { config } = load({
      file: { svm_networks: { a: { rpc_urls: [{ url: "https://a.example.com" }] } } },
    });
    expect(config).to.be.frozen;
    expect(config.serverConfig.rateLimit).to.be.frozen;
    expect(config.svmNetworks.a?.rpcUrls).to.be.frozen;
    expect(config.svmNetworks.a?.rpcUrls[0]).to.be.frozen.and.deep.equal({
      url: "https://a.example.com",
      weight: 1,
    });
  });

  it("prefers flags to the environment, the environment to the file, and the file to defaults", () => {
    const file = {
      commitment: "finalized",
      server_config: { port: 1, max_concurrent_requests: 2 },
      log: { level: "warn" },
    };
    const env = { CHAIN_COMMITMENT: "processed", SERVER_PORT: "4", MAX_CONCURRENT_REQUESTS: "5" };
    const settings = [flag("--port", "server_config.port", "6")];
    const { config, values } = load({ file, env, flags: { settings } });
    expect(config.serverConfig).to.include({ port: 6, maxConcurrentRequests: 5, maxBatch: 100 });
    expect([config.commitment, config.log.level]).to.deep.equal(["processed", "warn"]);
    const sources = ["server_config.port", "commitment", "log.level", "server_config.max_batch"].map((key) =>
      describeSource(values.get(key)?.source ?? { kind: "default" }),
    );
    expect(sources).to.deep.equal(["flag --port", "environment CHAIN_COMMITMENT", "file", "default"]);
  });

  it("records the source of every effective value, map entries included", () => {
    const { values } = load({ file: { svm_networks: { "my.node": { rpc_url: "https://a.example.com" } } } });
    expect(values.get("svm_networks.my.node.rpc_url")).to.deep.equal({
      value: "https://a.example.com",
      source: { kind: "file" },
    });
    expect(values.get("svm_networks.my.node.enabled")).to.deep.equal({
      value: true,
      source: { kind: "default" },
    });
    expect(values.get("server_config.rate_limit.per_second")?.value).to.equal(10);
    // The default of its group sets it.
    expect(values.get("auth.jwt.rights.read_only")).to.deep.equal({
      value: true,
      source: { kind: "default" },
    });
    expect([...values.values()].every(({ source }) => source.kind !== undefined)).to.equal(true);
  });

  it("keeps the operator's spelling of network ids", () => {
    const { config } = load({
      file: { svm_networks: { my_own_node: { rpc_url: "https://a.example.com" } } },
    });
    expect(Object.keys(config.svmNetworks)).to.deep.equal(["my_own_node"]);
  });

  it("prefers the file to a command's own default, and that to the schema's default", () => {
    const flags = { defaults: { "server_config.port": 8080 } };
    expect(load({ flags }).config.serverConfig.port).to.equal(8080);
    expect(load({ flags }).values.get("server_config.port")?.source).to.deep.equal({ kind: "default" });
    expect(load({ flags, file: { server_config: { port: 81 } } }).config.serverConfig.port).to.equal(81);
  });

  it("splits the lists of flags at commas", () => {
    const settings = [flag("--tools", "tools", "account, token,")];
    expect(load({ flags: { settings } }).config.tools).to.deep.equal(["account", "token"]);
  });

  it("treats a switch as true", () => {
    const settings = [flag("--read-only", "tools_read_only", true)];
    expect(load({ flags: { settings } }).config.toolsReadOnly).to.equal(true);
  });

  it("accepts the key that tells editors where the schema is", () => {
    expect(faultsOf({ file: { $schema: "./config.schema.json" } })).to.deep.equal([]);
  });

  it("accepts a byte order mark before the file's JSON", () => {
    expect(load({ file: '\uFEFF{"commitment":"confirmed"}' }).config.commitment).to.equal("confirmed");
  });
});

describe("loadConfig(): the path of the state file", () => {
  const name = ".svm-gateway-state.json";
  const cases = [
    { what: "beside the configuration file", file: "etc/gateway.json", content: {}, expected: `etc/${name}` },
    {
      what: "where the file says, seen from the file",
      file: "etc/g.json",
      content: { state_file: "s.json" },
      expected: "etc/s.json",
    },
    {
      what: "where the flag says, seen from the working directory",
      file: "etc/g.json",
      content: {},
      state: "s.json",
      expected: "s.json",
    },
    { what: "in the working directory where there is no file", expected: name },
  ];
  for (const { what, file, content, state, expected } of cases) {
    it(what, async () => {
      const { mkdtempSync, mkdirSync, rmSync, writeFileSync } = await import("node:fs");
      const cwd = mkdtempSync("/tmp/svm-gateway-state-");
      mkdirSync(`${cwd}/etc`);
      if (file !== undefined) writeFileSync(`${cwd}/${file}`, JSON.stringify(content));
      const settings = state === undefined ? [] : [flag("--state", "state_file", state)];
      const { statePath } = load({ cwd, flags: { config: file, settings } });
      rmSync(cwd, { recursive: true });
      expect(statePath).to.equal(`${cwd}/${expected}`);
    });
  }
});
