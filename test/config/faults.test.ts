import { expect } from "chai";
import { faultsOf, flag, type Given } from "./harness.ts";

const url =
  "must be an http or https URL such as https://rpc.example.com, or the short address of a provider such as helius://KEY";

describe("loadConfig(): faults", () => {
  const cases: [given: string, file: unknown, error: string][] = [
    [
      "text for a number",
      { server_config: { port: "x" } },
      'server_config.port: must be an integer from 0 to 65535, got "x"',
    ],
    [
      "a number out of range",
      { server_config: { port: 70000 } },
      "server_config.port: must be an integer from 0 to 65535, got 70000",
    ],
    [
      "a fraction for an integer",
      { tool_results: { max_bytes: 1024.5 } },
      "tool_results.max_bytes: must be an integer from 1024 to 1099511627776, got 1024.5",
    ],
    [
      "a number for a share",
      { tracing: { sample_ratio: 2 } },
      "tracing.sample_ratio: must be a number from 0 to 1, got 2",
    ],
    ["text for a switch", { tools_read_only: "yes" }, 'tools_read_only: must be true or false, got "yes"'],
    ["null", { tools_read_only: null }, "tools_read_only: must be true or false, got null"],
    [
      "an unknown word",
      { commitment: "max" },
      'commitment: must be one of processed, confirmed, finalized, got "max"',
    ],
    ["a list for an object", { cache: [] }, "cache: must be an object, got a list"],
    ["an object for a list", { tools: {} }, "tools: must be a list, got an object"],
    ["another scheme", { rpc_url: "ftp://a.example.com" }, `rpc_url: ${url}, got "ftp://a.example.com"`],
    ["a scheme without host", { rpc_url: "https://" }, `rpc_url: ${url}, got "https://"`],
    [
      "a date of another form",
      { protocol_version: "today" },
      'protocol_version: must be a date such as 2024-11-05, got "today"',
    ],
    [
      "an empty name",
      { svm_networks: { a: { name: "" } } },
      'svm_networks.a.name: must not be empty, got ""',
    ],
    [
      "an origin with a path",
      { server_config: { cors_origins: ["https://a/b"] } },
      'server_config.cors_origins[0]: must be an origin such as https://app.example.com, without a path, or *, got "https://a/b"',
    ],
    [
      "an upstream that is a number",
      { svm_networks: { a: { rpc_urls: [3] } } },
      "svm_networks.a.rpc_urls[0]: must be a string or an object with url, got 3",
    ],
    [
      "an upstream without address",
      { svm_networks: { a: { rpc_urls: [{ weight: 2 }] } } },
      "svm_networks.a.rpc_urls[0].url: is missing",
    ],
    [
      "a network called all",
      { svm_networks: { all: {} } },
      'svm_networks.all: the key must be a network id: lower-case letters, digits, dots, dashes and underscores, 64 at most, and not "all"',
    ],
    [
      "a misspelt key",
      { server_config: { prot: 1 } },
      "server_config.prot: is not a known key; did you mean port?",
    ],
    [
      "a key in camelCase",
      { serverConfig: {} },
      "serverConfig: is not a known key; did you mean server_config?",
    ],
    [
      "a key of an upstream at the top",
      { ws_url: "wss://a.example.com" },
      "ws_url: is not a known key; did you mean upstreams[].ws_url?",
    ],
    [
      "a key of a network at the top",
      { allow_methods: [] },
      "allow_methods: is not a known key; did you mean svm_networks.ID.allow_methods?",
    ],
    ["a key one level off", { port: 1 }, "port: is not a known key; did you mean server_config.port?"],
    [
      "part of a key",
      { svm_networks: { a: { url: "x" } } },
      "svm_networks.a.url: is not a known key; did you mean rpc_url?",
    ],
    [
      "a setting that had two meanings",
      { read_only: true },
      "read_only: was removed; write tools_read_only, which restricts tools alone; read_only of a key restricts its calls",
    ],
    [
      "a removed setting, with its replacement",
      { log: { pretty: true } },
      "log.pretty: was removed; remove it: logs are coloured on a terminal and JSON otherwise",
    ],
    [
      "a key written without its group",
      { server_config: { rate_limit_per_minute: 100 } },
      "server_config.rate_limit_per_minute: is not a known key; did you mean server_config.rate_limit.per_minute?",
    ],
    [
      "a key like nothing in a small group",
      { routing: { zzzzzzzz: 1 } },
      "routing.zzzzzzzz: is not a known key; valid keys: prefer",
    ],
    [
      "the former group of settings of a switch",
      { upstream: { hedge: { enabled: false } } },
      "upstream.hedge: must be true or false, got an object",
    ],
    ["a key like nothing", { zzzzzzzz: 1 }, "zzzzzzzz: is not a known key; config.schema.json lists them"],
    [
      "a key of every object",
      '{"__proto__":{"port":1}}',
      "__proto__: is not a known key; config.schema.json lists them",
    ],
    [
      "an inherited key",
      { constructor: 1 },
      "constructor: is not a known key; config.schema.json lists them",
    ],
    ["a file that is no object", [1], "configuration: must be an object, got a list"],
  ];
  for (const [given, file, fault] of cases) {
    it(`refuses ${given}: ${fault}`, () => {
      expect(faultsOf({ file })).to.deep.equal([fault]);
    });
  }

  it("reports the faults of all sources together", () => {
    const given: Given = {
      file: { server_config: { port: "x", prot: 1 }, commitment: "max" },
      env: { SERVER_PORT: "99999", RUST_LOG: "verbose", CHAIN_RPC_URL: "nope" },
      flags: { settings: [flag("--ws-port", "server_config.ws_port", "y")] },
    };
    expect(faultsOf(given).map((line) => line.split(":")[0])).to.deep.equal([
      "server_config.port",
      "server_config.prot",
      "commitment",
      "RUST_LOG",
      "CHAIN_RPC_URL",
      "SERVER_PORT",
      "--ws-port",
    ]);
  });

  it("reports faults of the caller's own check together with the rest", () => {
    const check = () => [{ at: "default_network", message: "must be known" }];
    expect(faultsOf({ file: { cache: 1 }, check })).to.have.length(2);
  });

  it("reports list positions as in the file for the caller's own check", () => {
    const upstreams = ["nope", { id: "a", url: "https://a.example.com" }, "neither", "https://b.example.com"];
    const check = () => [
      { at: "upstreams[0].id", message: "must be known" },
      { at: "upstreams[1]", message: "must be known" },
    ];
    expect(faultsOf({ file: { upstreams }, check }).map((line) => line.split(":")[0])).to.deep.equal([
      "upstreams[0]",
      "upstreams[2]",
      "upstreams[1].id",
      "upstreams[3]",
    ]);
  });

  it("names the variable that set a list, with the entry's position", () => {
    const check = () => [{ at: "upstreams[0]", message: "must be known" }];
    expect(
      faultsOf({ env: { CHAIN_UPSTREAMS: "rpc.example.com,https://a.example.com" }, check }),
    ).to.deep.equal([
      `CHAIN_UPSTREAMS[0]: ${url}, got "rpc.example.com", which has no ://`,
      "CHAIN_UPSTREAMS[1]: must be known",
    ]);
  });

  it("names a flag or variable, not the key behind it", () => {
    const settings = [flag("--port", "server_config.port", "1e3")];
    expect(faultsOf({ flags: { settings } })).to.deep.equal([
      '--port: must be an integer from 0 to 65535, got "1e3"',
    ]);
  });

  it("hides credentials in a refused value", () => {
    const [line = ""] = faultsOf({ file: { rpc_url: "ftp://user:secret@a.example.com/?api-key=abc" } });
    expect(line).to.contain("ftp://***@a.example.com/?api-key=***").and.not.contain("secret");
  });

  for (const [given, got] of [
    ["foo", '"foo", which has no ://'],
    ["hunter2", '"***", which has no ://'],
  ])
    it(`says what is wrong with the address ${given}`, () => {
      expect(faultsOf({ env: { CHAIN_RPC_URL: given } })).to.deep.equal([
        `CHAIN_RPC_URL: ${url}, got ${got}`,
      ]);
    });

  it("truncates a long refused value", () => {
    const [line = ""] = faultsOf({ file: { commitment: "x".repeat(10_000) } });
    expect(line.length).to.be.below(200);
  });
});

describe("loadConfig(): an invalid file", () => {
  const texts: [text: string, place: string][] = [
    ["rpc_url: https://a.example.com\n", 'unexpected "r" at line 1, column 1'],
    ["{}\n{}", 'unexpected "{" at line 2, column 1'],
    ['{"a": "b', "the file ends too early at line 1, column 9"],
    ['{\n  "a": 1,\n  oops\n}', 'unexpected "o" at line 3, column 3'],
    ['{"a": 1', "the file ends too early at line 1, column 8"],
  ];
  for (const [text, place] of texts) {
    it(`reports the position of the syntax error in ${JSON.stringify(text)}`, () => {
      expect(faultsOf({ file: text })[0])
        .to.match(/svm-gateway\.json: is not JSON: /)
        .and.contain(place);
    });
  }

  it("reports an empty file", () => {
    expect(faultsOf({ file: "\n" })[0]).to.match(/svm-gateway\.json: is empty$/);
  });

  it("quotes nothing from a file that is not JSON, since it may contain credentials", () => {
    const [line] = faultsOf({ file: '{"rpc_url": "https://secret@a.example.com" "commitment": 1}' });
    expect(line).to.contain("unexpected").and.not.contain("secret");
  });

  it("refuses a file that --config names and that does not exist", () => {
    const [line] = faultsOf({ flags: { config: "absent.json" } });
    expect(line).to.match(/^--config: .*absent\.json does not exist$/);
  });

  it("refuses a folder instead of a file", () => {
    expect(faultsOf({ flags: { config: "." } })[0]).to.match(/^--config: .* is a folder, not a file$/);
  });
});
