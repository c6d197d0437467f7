import { execFile } from "node:child_process";
import fs from "node:fs";
import { promisify, stripVTControlCharacters } from "node:util";
import { expect } from "chai";
import { createLogger, type LogLevel } from "../../src/log/logger.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";

const run = promisify(execFile);

const standardError = 2;
const { writeSync } = fs;

/** A logger whose lines are kept, on a terminal or not. */
function recorded(level: LogLevel = "info", isTerminal = false) {
  const lines: string[] = [];
  Object.defineProperty(process.stderr, "isTTY", { value: isTerminal, configurable: true });
  fs.writeSync = ((file: number, text: string) => {
    if (file !== standardError) return writeSync(file, text);
    lines.push(text);
    return Buffer.byteLength(text);
  }) as typeof writeSync;
  return { lines, logger: createLogger({ level }) };
}

describe("createLogger()", () => {
  const { isTTY } = process.stderr;
  afterEach(() => {
    fs.writeSync = writeSync;
    Object.defineProperty(process.stderr, "isTTY", { value: isTTY, configurable: true });
  });

  it("writes one line of JSON with level, time and message", () => {
    const { lines, logger } = recorded();
    logger.info({ network: "a" }, "ready");
    const line = JSON.parse(lines[0] ?? "") as Record<string, unknown>;
    expect(line).to.include({ level: "info", network: "a", msg: "ready" });
    expect(line.time).to.match(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(lines[0]).to.match(/\n$/);
  });

  const levels: LogLevel[] = ["off", "error", "warn", "info", "debug", "trace"];
  for (const [index, level] of levels.entries()) {
    it(`writes at ${level} only lines of that severity or above`, () => {
      const { lines, logger } = recorded(level);
      for (const name of ["error", "warn", "info", "debug", "trace"] as const) logger[name]("x");
      expect(lines).to.have.length(index);
    });
  }

  const secret = "0123456789abcdef0123456789abcdef";
  const url = `https://user:${secret}@rpc.example.com/v2/${secret}?api-key=${secret}`;
  const loggings: [what: string, log: (logger: ReturnType<typeof createLogger>) => void][] = [
    ["a message", (logger) => logger.info(`sent to ${url}`)],
    ["a field", (logger) => logger.info({ url }, "sent")],
    ["a nested field", (logger) => logger.info({ network: { rpcUrls: [{ url }] } }, "sent")],
    ["an error", (logger) => logger.error({ err: new Error(`connect ${url}`) }, "failed")],
    [
      "an error's cause",
      (logger) => logger.error({ err: new Error("failed", { cause: new Error(url) }) }, "failed"),
    ],
    ["a child's binding", (logger) => logger.child({ url }).info("sent")],
    ["a format argument", (logger) => logger.info("sent to %s", url)],
    ["a header", (logger) => logger.info({ headers: { authorization: `Bearer ${secret}` } }, "sent")],
  ];
  it("writes one readable line too, with its fields after the message", () => {
    const { lines, logger } = recorded("info", true);
    logger.info({ networks: ["a", "b"] }, "started");
    expect(stripVTControlCharacters(lines.join(""))).to.match(
      /^\[[\d:.]+\] INFO: started \{"networks":\["a","b"\]\}\n$/,
    );
  });

  for (const pretty of [false, true]) {
    it(`lets no control character of an upstream into ${pretty ? "pretty" : "JSON"} lines`, () => {
      const { lines, logger } = recorded("info", pretty);
      const hostile = "\u001b[2J\u009b2J\u007f\\u001b";
      logger.info({ err: new Error(hostile), reason: hostile }, hostile);
      const coloured = lines.join("");
      const text = pretty ? stripVTControlCharacters(coloured) : coloured;
      expect(text)
        .to.contain("u009b2J")
        .and.not.match(/(?!\n)\p{Cc}/u);
    });

    for (const [what, log] of loggings) {
      it(`hides credentials in ${what} of ${pretty ? "pretty" : "JSON"} lines`, () => {
        const { lines, logger } = recorded("info", pretty);
        log(logger);
        const text = lines.join("");
        expect(text).to.contain("***").and.not.contain(secret);
        if (!pretty) expect(() => JSON.parse(text)).not.to.throw();
      });
    }
  }

  it("writes an error with code, kind, stack and causes, and nothing else that it carries", () => {
    const { lines, logger } = recorded();
    const cause = Object.assign(new Error("refused"), { code: "ECONNREFUSED", body: Buffer.alloc(1000) });
    logger.error({ err: RpcError.of("upstreamUnreachable", "no answer", { cause }) }, "failed");
    const { err } = JSON.parse(lines[0] ?? "") as { err: Record<string, unknown> };
    expect(err).to.include({
      type: "RpcError",
      code: -32000,
      kind: "upstreamUnreachable",
      message: "no answer",
    });
    expect(err.cause).to.include({ code: "ECONNREFUSED", message: "refused" }).and.not.have.property("body");
    expect(err.stack).to.be.a("string");
  });

  it("stops at a bound for causes that form a circle", () => {
    const { lines, logger } = recorded();
    const error = new Error("round");
    error.cause = error;
    logger.error({ err: error }, "failed");
    expect((lines[0] ?? "").split('"message":"round"')).to.have.length(6);
  });

  it("writes a thrown value that is not an error as text", () => {
    const { lines, logger } = recorded();
    logger.error({ err: "just text" }, "failed");
    expect(JSON.parse(lines[0] ?? "")).to.include({ err: "just text" });
  });

  it("writes readable lines to a terminal", () => {
    const { lines, logger } = recorded("info", true);
    logger.warn("look");
    expect(lines.join("")).to.contain("WARN").and.contain("look");
    expect(lines.join("")).not.to.contain('"msg"');
  });

  it("writes JSON to standard error, and nothing to standard output, without a terminal", async () => {
    const program = `import { createLogger } from "./src/log/logger.ts"; createLogger({ level: "info" }).info("ready");`;
    const { stdout, stderr } = await run(process.execPath, [
      "--import",
      "tsx",
      "--input-type=module",
      "--eval",
      program,
    ]);
    expect(stdout).to.equal("");
    expect(JSON.parse(stderr)).to.include({ msg: "ready" });
  });
});
