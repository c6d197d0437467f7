import { join } from "node:path";
import { expect } from "chai";
import { validateDocument } from "../../codegen/checks/validate-document.ts";
import { isFresh } from "../../codegen/fingerprint.mjs";
import { packageRoot } from "../../src/package-root.ts";
import { compileFiles } from "./compile.ts";
import { documentOf, GenerateFolder, methodOf, realText } from "./harness.ts";
import { storedDocuments } from "./small-documents.ts";

const files = [
  "client.ts",
  "config.ts",
  "fingerprint.txt",
  "handlers.ts",
  "methods.ts",
  "tools.ts",
  "types.ts",
  "validators.ts",
];

describe("generate", () => {
  let folder: GenerateFolder;

  beforeEach(async () => {
    folder = await GenerateFolder.create();
  });

  afterEach(async () => {
    await folder.remove();
  });

  it("finds no fault in openrpc.json @long", () => {
    expect(validateDocument(realText).faults).to.deep.equal([]);
  });

  it("has run since its inputs last changed", () => {
    expect(isFresh(packageRoot), "run: npm run generate").to.equal(true);
  });

  it("writes every file, then says that all are up to date", async () => {
    const document = documentOf({ methods: [methodOf("getA")] });
    const first = await folder.run(document);
    expect(first).to.include({ code: 0 });
    expect([...first.files.keys()]).to.deep.equal(files);
    const second = await folder.run(document);
    expect(second.printed).to.deep.equal([
      "generated/ is up to date with openrpc.json and config.schema.json",
    ]);
    expect(second.files).to.deep.equal(first.files);
  });

  it("with --check names the stale files and the command, and writes nothing", async () => {
    await folder.run(documentOf({ methods: [methodOf("getA")] }));
    const before = await folder.files();
    const outcome = await folder.run(
      documentOf({ methods: [methodOf("getA", { summary: "Read something else" })] }),
      "--check",
    );
    expect(outcome.code).to.equal(1);
    expect(outcome.faults).to.deep.equal([
      "generated/client.ts is stale",
      "generated/fingerprint.txt is stale",
      "run: npm run generate",
    ]);
    expect(outcome.files).to.deep.equal(before);
  });

  it("removes a file that is no longer generated", async () => {
    const { writeFile } = await import("node:fs/promises");
    await writeFile(join(folder.path, "generated", "old.ts"), "");
    const outcome = await folder.run(documentOf({ methods: [methodOf("getA")] }));
    expect([...outcome.files.keys()]).to.deep.equal(files);
  });

  it("leaves generated/ untouched if the document is invalid", async () => {
    await folder.run(documentOf({ methods: [methodOf("getA")] }));
    const before = await folder.files();
    const outcome = await folder.run(documentOf({ methods: [methodOf("getB"), methodOf("getB")] }));
    expect(outcome.code).to.equal(1);
    expect(outcome.faults).to.deep.equal([
      "getB: is in the document twice; remove one of the two",
      "1 fault; nothing was generated",
    ]);
    expect(outcome.files).to.deep.equal(before);
  });

  it("keeps digits beyond 2^53 in defaults, limits and examples", async () => {
    const document = storedDocuments("odd").find(({ name }) => name === "digits")?.document;
    const { files } = await folder.run(document ?? {});
    expect(files.get("methods.ts")).to.include('default: "18446744073709551615"');
    expect(files.get("methods.ts")).to.include('example: "9007199254740993"');
    expect(files.get("methods.ts")).to.include("maximum: 18446744073709551615n");
    expect(files.get("tools.ts")).to.include("example: '{\"n\":9007199254740993}'");
  });

  const unreadable = [
    ["an empty file", "", /^openrpc\.json: is not JSON: .* at line 1, column 1$/],
    [
      "half a document",
      '{"openrpc": "1.3.2",\n "methods": [',
      /^openrpc\.json: is not JSON: .* at line 2, column \d+$/,
    ],
    ["a list", "[]", /^openrpc\.json: must be an object$/],
    [
      "a key twice",
      '{"openrpc": "1.3.2", "info": {"title": "a", "title": "b"}}',
      /^openrpc\.json: has an object with the key "title" twice; its keys: title, title$/,
    ],
    [
      "an unknown version",
      '{"openrpc": "9.0.0", "info": {"title": "a", "version": "1"}, "methods": []}',
      /^openrpc\.json: /,
    ],
    [
      "no methods",
      '{"openrpc": "1.3.2", "info": {"title": "a", "version": "1"}}',
      /^openrpc\.json: must have "methods"$/,
    ],
  ] as const;

  for (const [what, text, expected] of unreadable) {
    it(`prints one line about ${what}, and no stack`, async () => {
      const outcome = await folder.run(text);
      expect(outcome.code).to.equal(1);
      expect(outcome.faults[0]).to.match(expected);
      expect(outcome.faults.at(-1)).to.match(/^\d+ faults?; nothing was generated$/);
      expect(outcome.files).to.have.lengthOf(0);
    });
  }

  it("prints its usage for unknown arguments", async () => {
    const outcome = await folder.run(documentOf({ methods: [] }), "--chek");
    expect(outcome.code).to.equal(2);
    const [usage] = outcome.faults;
    for (const flag of ["--check", "--quiet", "--breaking-since", "--release"])
      expect(usage).to.contain(flag);
  });

  it("prints breaking changes since the last release, but not with --quiet", async () => {
    await folder.run(documentOf({ methods: [methodOf("getA"), methodOf("getB")] }), "--release", "1.0.0");
    const next = documentOf({ methods: [methodOf("getA")] });
    const quiet = await folder.run(next, "--quiet");
    expect([quiet.code, quiet.printed.length]).to.deep.equal([0, 1]);
    expect(quiet.printed[0]).to.match(/^generated /);
    const { printed } = await folder.run(next);
    expect(printed.at(-1)).to.equal("1 breaking change since 1.0.0");
  });

  it("generates files that compile, whatever names and texts the document has @long", async () => {
    const folders: GenerateFolder[] = [];
    try {
      for (const { name, document } of storedDocuments("odd")) {
        const odd = await GenerateFolder.create();
        folders.push(odd);
        expect(await odd.run(document), name).to.include({ code: 0 });
      }
      const include = folders.map((odd) => join(odd.path, "generated"));
      const complaints = await compileFiles(folder.path, include);
      expect(complaints.join("\n")).to.equal("");
    } finally {
      for (const odd of folders) await odd.remove();
    }
  });
});

describe("generate, of hostile documents", () => {
  for (const { name, document, faults } of storedDocuments("hostile")) {
    it(`names every fault of ${name}`, async () => {
      const folder = await GenerateFolder.create();
      try {
        const outcome = await folder.run(document);
        const count = `${faults.length} ${faults.length === 1 ? "fault" : "faults"}; nothing was generated`;
        expect(outcome.faults).to.deep.equal([...faults, count]);
        expect(outcome).to.include({ code: 1 });
        expect(outcome.files).to.have.lengthOf(0);
      } finally {
        await folder.remove();
      }
    });
  }
});
