import { expect } from "chai";
import {
  type Arguments,
  type Flags,
  type ParsedCommand,
  parseArguments,
} from "../../../src/cli/options/arguments.ts";
import { commands, UsageError } from "../../../src/cli/options/command-table.ts";

function parse(line: string): ParsedCommand {
  const given = parseArguments(words(line));
  if (given.kind === "run") return given;
  throw new Error(`${line}: ${JSON.stringify(given)}`);
}

function words(line: string): string[] {
  return line.split(" ").filter((word) => word !== "");
}

/** Settings as `path=value`, in order. */
function settingsOf(flags: Flags): string[] {
  return flags.settings.map(({ path, value }) => `${path}=${value}`);
}

describe("parseArguments(): commands", () => {
  const cases: [line: string, command: string][] = [
    ["", "stdio"],
    ["stdio", "stdio"],
    ["--local", "stdio"],
    ["serve", "serve"],
    ["--port 1 serve", "serve"],
    ["web --port 3000", "web"],
    ["rpc", "rpc"],
    ["ws", "ws"],
    ["websocket", "ws"],
    ["--http", "http"],
    ["--http --port 8080", "http"],
    ["networks", "networks"],
    ["config check", "config"],
  ];
  for (const [line, command] of cases) {
    it(`reads "${line}" as ${command}`, () => expect(parse(line).command).to.equal(command));
  }

  it("keeps the words after the command", () => {
    const redirect = parse("networks set-url a https://a.example.com");
    expect([redirect.action, redirect.words]).to.deep.equal(["set-url", ["a", "https://a.example.com"]]);
    expect(parse("call getSlot --json a -- -5 --x").words).to.deep.equal(["getSlot", "a", "-5", "--x"]);
  });
});

describe("parseArguments(): flags", () => {
  const settings: [line: string, expected: string[]][] = [
    [
      "serve --port 0 --ws-port 1 --host ::",
      ["server_config.host=::", "server_config.port=0", "server_config.ws_port=1"],
    ],
    ["serve --port=0", ["server_config.port=0"]],
    ["serve --port 1 --port 2", ["server_config.port=2"]],
    [
      "serve --workers 4 --log-level debug --state s.json",
      ["server_config.workers=4", "state_file=s.json", "log.level=debug"],
    ],
    ["stdio --tools a,b --read-only", ["tools=a,b", "tools_read_only=true"]],
    ["serve --network a", ["default_network=a"]],
    ["call getSlot --network a", []],
    ["subscribe slot --network a --count 2", []],
    ["serve --local", ["default_network=localnet"]],
    ["serve --local --network localnet-b", ["default_network=localnet", "default_network=localnet-b"]],
    ["ws --port 1", ["server_config.ws_port=1"]],
    ["ws --port 1 --ws-port 2", ["server_config.ws_port=1", "server_config.ws_port=2"]],
  ];
  for (const [line, expected] of settings) {
    it(`"${line}" sets ${expected.join(", ") || "nothing"}`, () => {
      expect(settingsOf(parse(line).flags)).to.deep.equal(expected);
    });
  }

  it("names the flag as the source of its setting", () => {
    expect(parse("serve --ws-port 1").flags.settings[0]?.source).to.deep.equal({
      kind: "flag",
      name: "--ws-port",
    });
  });

  it("keeps flags that set no configuration key", () => {
    const { flags } = parse("call getSlot --config c.json --network all --url http://a --json");
    expect(flags).to.include({
      config: "c.json",
      network: "all",
      url: "http://a",
      json: true,
      local: false,
      mock: false,
    });
    expect(parse("serve --mock --local").flags).to.include({ mock: true, local: true });
  });

  it("defaults to port 8080 with --http", () => {
    expect(parse("--http").flags.defaults).to.deep.equal({ "server_config.port": 8080 });
    expect(parse("serve").flags.defaults).to.equal(undefined);
  });

  it("uses SERVER_PORT as the WebSocket port if that is the only one", () => {
    expect(parse("ws").flags.portPath).to.equal("server_config.ws_port");
    expect(parse("serve").flags.portPath).to.equal("server_config.port");
  });
});

describe("parseArguments(): help and version", () => {
  const cases: [line: string, expected: Arguments][] = [
    ["--help", { kind: "help", command: undefined }],
    ["-h", { kind: "help", command: undefined }],
    ["help", { kind: "help", command: undefined }],
    ["help call", { kind: "help", command: "call" }],
    ["help http", { kind: "help", command: "http" }],
    ["--http --help", { kind: "help", command: "http" }],
    ["call --help", { kind: "help", command: "call" }],
    ["call getSlot --help", { kind: "help", command: "call", method: "getSlot" }],
    ["subscribe slot -h", { kind: "help", command: "subscribe", method: "slot" }],
    ["serve --port x -h", { kind: "help", command: "serve" }],
    ["--version", { kind: "version" }],
    ["-v", { kind: "version" }],
    ["serve --version", { kind: "version" }],
  ];
  for (const [line, expected] of cases) {
    it(`understands "${line}"`, () => expect(parseArguments(words(line))).to.deep.equal(expected));
  }
});

describe("parseArguments(): faults", () => {
  const cases: [argv: string[], message: string][] = [
    [["srve"], 'unknown command "srve"; did you mean serve?'],
    [["help", "srve"], 'unknown command "srve"; did you mean serve?'],
    [["zzzzzzzzzz"], 'unknown command "zzzzzzzzzz"; svm-gateway --help lists the commands'],
    [["http"], 'unknown command "http"; svm-gateway --help lists the commands'],
    [["constructor"], 'unknown command "constructor"; svm-gateway --help lists the commands'],
    [["serve", "--prt", "1"], "unknown flag --prt; did you mean --port?"],
    [["serve", "--prt=1"], "unknown flag --prt; did you mean --port?"],
    [["serve", "--zzzzzzzzzzzz"], "unknown flag --zzzzzzzzzzzz; svm-gateway --help lists the flags"],
    [["serve", "--__proto__"], "unknown flag --__proto__; svm-gateway --help lists the flags"],
    [["call", "getBlock", "-5"], "unknown flag -5; an argument that starts with - goes after --"],
    [["serve", "--port"], "--port needs a value: --port PORT"],
    [["serve", "--port="], "--port needs a value: --port PORT"],
    [["serve", "--port", "--local"], "--port needs a value: --port PORT"],
    [["serve", "--local=false"], '--local takes no value, got "false"'],
    [
      ["serve", "--url", "x"],
      "--url is not a flag of serve; it belongs to call, send, subscribe, networks, upstreams, keys or config",
    ],
    [
      ["stdio", "--port", "1"],
      "--port is not a flag of stdio; it belongs to serve, web, rpc, ws, --http or config",
    ],
    [
      ["call", "getSlot", "--log-level", "debug"],
      "--log-level is not a flag of call; it belongs to stdio, serve, web, rpc, ws, --http or config",
    ],
    [
      ["keys", "--state", "x"],
      "--state is not a flag of keys; it belongs to stdio, serve, web, rpc, ws, --http, call, send, subscribe, networks or config",
    ],
    [["serve", "--http"], "--http replaces the command: leave out serve or --http"],
    [["serve", "now"], 'serve takes no arguments; "now" is one too many'],
    [
      ["call"],
      "call needs METHOD, for example: svm-gateway call getBalance 11111111111111111111111111111111 --network solana-devnet",
    ],
    [
      ["send"],
      "send needs FILE or BASE64, for example: svm-gateway send transaction.txt --network solana-devnet",
    ],
    [
      ["config"],
      "config needs check, print or reload, for example: svm-gateway config check --config gateway.json",
    ],
    [
      ["networks", "set-url"],
      "networks set-url needs ID and URL, for example: svm-gateway networks set-url solana-devnet https://rpc.example.com",
    ],
    [
      ["networks", "set-url", "a"],
      "networks set-url needs URL, for example: svm-gateway networks set-url solana-devnet https://rpc.example.com",
    ],
    [["networks", "set-url", "a", "b", "c"], 'networks set-url takes ID URL; "c" is one too many'],
    [["networks", "list", "a"], 'networks list takes no arguments; "a" is one too many'],
    [["providers", "a", "b"], 'providers takes [ID | ADDRESS]; "b" is one too many'],
    [["keys", "show"], "keys show needs ID, for example: svm-gateway keys show backend"],
    [["keys", "list", "--read-only"], "--read-only goes with keys new, not with keys list"],
    [["keys", "list", "--id", "a"], "--id goes with keys new, not with keys list"],
  ];
  for (const [argv, message] of cases) {
    it(`refuses "${argv.join(" ")}": ${message}`, () => {
      expect(() => parseArguments(argv))
        .to.throw(UsageError)
        .with.property("message", message);
    });
  }
});

describe("a command that lacks an argument", () => {
  const lines = Object.entries(commands).flatMap(([name, { usage, actions }]) =>
    Object.entries(actions ?? { "": usage ?? [""] }).flatMap(([action, [, min = 0]]) =>
      min === 0 || name === "http" ? [] : [`${name} ${action}`.trim()],
    ),
  );
  for (const line of lines)
    it(`reports what ${line} needs, with a runnable example`, () => {
      expect(() => parse(line)).to.throw(
        UsageError,
        new RegExp(`^${line} needs [A-Z0-9 a-z]+, for example: svm-gateway ${line} `),
      );
    });

  it("covers every action with a required argument", () => expect(lines).to.include("upstreams uncordon"));
});
