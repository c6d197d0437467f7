import { expect } from "chai";
import { tools } from "../../../generated/tools.ts";
import { helpText } from "../../../src/cli/commands/help.ts";
import { parseArguments } from "../../../src/cli/options/arguments.ts";
import { type Command, commands } from "../../../src/cli/options/command-table.ts";
import { flagTable, isFlagOf } from "../../../src/cli/options/flag-table.ts";
import { createStyle } from "../../../src/cli/terminal/terminal.ts";
import { schemaAt } from "../../../src/config/config-schema.ts";

const plain = createStyle({ write: () => true }, {});
const names = Object.keys(commands) as Command[];

describe("the help", () => {
  it("lists every command, and every flag that several commands accept", () => {
    const text = helpText(undefined, plain);
    for (const name of names) expect(text).to.contain(name === "http" ? "  --http" : `  ${name}`);
    const shared = Object.keys(flagTable).filter((name) => flagTable[name]?.commands?.length !== 1);
    const listed = [...text.slice(text.indexOf("\nFlags")).matchAll(/^ {2}--([a-z-]+)/gm)].map(
      ([, flag]) => flag,
    );
    expect(listed).to.have.members(shared);
  });

  for (const name of names) {
    it(`of ${name} lists its flags and no others`, () => {
      const text = helpText(name, plain);
      const listed = [...text.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, flag]) => flag);
      expect(listed).to.have.members(Object.keys(flagTable).filter((flag) => isFlagOf(name, flag)));
    });

    it(`of ${name} shows examples that the command line understands`, () => {
      for (const example of commands[name].examples) {
        const [program, ...argv] = example.split(" ");
        expect(program).to.equal("svm-gateway");
        expect(parseArguments(argv)).to.include({ kind: "run", command: name });
      }
    });
  }

  it("of a command shows only its own meaning of a flag", () => {
    expect(helpText("serve", plain)).to.match(/--network ID +network for calls that select none\n/);
    expect(helpText("call", plain)).to.match(/--network ID +network to call, or all for every enabled one\n/);
    expect(helpText("keys", plain)).to.match(
      /Flags of keys new\n {2}--id ID .*\n {2}--read-only +call only methods that change nothing\n/,
    );
  });

  it("is plain text of 100 columns", () => {
    const texts = [helpText(undefined, plain), ...names.map((name) => helpText(name, plain))];
    const long = texts.flatMap((text) => text.split("\n")).filter((line) => line.length > 100);
    expect(long).to.deep.equal([]);
    // The page of the command line shows them as code.
    expect(texts.join("")).not.to.contain("`");
  });

  it("of a method quotes its example for a shell", () => {
    expect(tools.filter(({ example }) => example.includes("'")).map(({ name }) => name)).to.deep.equal([]);
  });

  it("is coloured only on a terminal, and never with NO_COLOR", () => {
    const terminal = { write: () => true, isTTY: true };
    const controlSequence = "\u001b[";
    expect(helpText(undefined, createStyle(terminal, {}))).to.contain(controlSequence);
    expect(helpText(undefined, createStyle(terminal, { NO_COLOR: "1" }))).not.to.contain(controlSequence);
    expect(helpText(undefined, createStyle(terminal, { TERM: "dumb" }))).not.to.contain(controlSequence);
    expect(helpText(undefined, plain)).not.to.contain(controlSequence);
  });
});

describe("the flag table", () => {
  for (const [name, { path }] of Object.entries(flagTable)) {
    if (path === undefined) continue;
    it(`sets a key of the configuration with --${name}`, () =>
      expect(schemaAt(path)?.type).to.be.a("string"));
  }

  it("writes every default in one way", () => {
    const texts = [helpText(undefined, plain), ...names.map((name) => helpText(name, plain))].join("\n");
    expect(texts)
      .to.match(/--rate-limit N +maximum calls per second \(default: no limit\)\n/)
      .and.not.match(/Default:|the default\) or/);
  });

  it("groups the flags of an action under a heading", () => {
    const text = helpText("keys", createStyle({ isTTY: false, write: () => undefined }, {}));
    expect(text)
      .to.match(/\nFlags of keys new\n {2}--id ID/)
      .and.not.include("with keys new:");
  });

  it("has a line for each meaning of --network", () => {
    const text = helpText(undefined, createStyle({ isTTY: false, write: () => undefined }, {}));
    expect(text).to.match(
      /network for calls that select none\n +with call: .+\n +with send or subscribe: .+\n +with providers: /,
    );
  });
});
