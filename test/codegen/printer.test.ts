import { expect } from "chai";
import { Expression, literal, literalUnion, propertyKey } from "../../codegen/contract/literal.ts";
import { constantName, NameTable, typeName } from "../../codegen/contract/names.ts";
import { docComment, Printer } from "../../codegen/emit/printer.ts";

describe("Printer", () => {
  it("imports exactly what lines use, once, in order", () => {
    const printer = new Printer("emit-x.ts", ["What it is."]);
    printer.line(`const x: ${printer.type("B", "./b.ts")} = ${printer.value("a", "./b.ts")};`);
    printer.type("B", "./b.ts");
    printer.type("Unused", "./b.ts");
    printer.value("unused", "./a.ts");
    printer.line(`${printer.namespace("all", "./all.ts")}.b();`);
    printer.type("A", "./a.ts");
    printer.line("let y: A;");
    expect(
      printer.toString(),
    ).to.equal(`// Generated from openrpc.json by codegen/emit/emit-x.ts; do not edit. Run: npm run generate
// What it is.

import type { A } from "./a.ts";
import { type B, a } from "./b.ts";
import * as all from "./all.ts";

const x: B = a;
all.b();
let y: A;
`);
  });

  it("does not let a text end its comment", () => {
    expect(docComment("a */ b")).to.equal("/** a *\\/ b */");
    expect(docComment("a\n*/")).to.equal("/**\n * a\n * *\\/\n */");
  });
});

describe("literal", () => {
  const cases: readonly (readonly [Parameters<typeof literal>[0], string])[] = [
    [18446744073709551615n, "18446744073709551615n"],
    [-1.5, "-1.5"],
    ['"`\u0024{x}\\\n\u2028', '"\\"`\u0024{x}\\\\\\n\u2028"'],
    [null, "null"],
    [[], "[]"],
    [{}, "{}"],
    [{ a: undefined }, "{}"],
    [{ a: 1, "b c": [true], "1": "x" }, '{ "1": "x", a: 1, "b c": [true] }'],
    [{ a: new Expression("b.c") }, "{ a: b.c }"],
    [JSON.parse('{"__proto__": 1, "constructor": 2}'), '{ ["__proto__"]: 1, constructor: 2 }'],
  ];

  for (const [value, code] of cases) {
    it(`writes ${code}`, () => {
      expect(literal(value)).to.equal(code);
    });
  }

  it("writes code that evaluates to the value", () => {
    const value = {
      a: ['"', "'", "`", "\u0024{x}", "\\", "\n", "\u2028", "</script>", "ä😀"],
      __proto__: null,
      "b-c": 1e21,
      d: -0.1,
    };
    const code = literal(value as Parameters<typeof literal>[0]);
    expect(new Function(`return ${code}`)()).to.deep.equal({ ...value });
  });

  it("writes unions of words, and never for no words", () => {
    expect(literalUnion(["a", 'b"'])).to.equal('"a" | "b\\""');
    expect(literalUnion([])).to.equal("never");
  });

  it("quotes only keys that need it", () => {
    expect(["a", "delete", "$x", "a-b", "1a", "", "__proto__"].map(propertyKey)).to.deep.equal([
      "a",
      "delete",
      "$x",
      '"a-b"',
      '"1a"',
      '""',
      '["__proto__"]',
    ]);
  });
});

describe("names", () => {
  it("makes names of types and constants from any text", () => {
    expect(
      ["getBalance", "Epoch and Inflation", "a-b_c", "1x", "__proto__", "", "ä"].map(typeName),
    ).to.deep.equal(["GetBalance", "EpochAndInflation", "ABC", "N1x", "Proto", "N", "N"]);
    expect(["Address", "delete", "class", "programId"].map(constantName)).to.deep.equal([
      "address",
      "delete_",
      "class_",
      "programId",
    ]);
  });

  it("never returns a name twice", () => {
    const names = new NameTable();
    expect(["limit", "limit", "limit2", "limit"].map((name) => names.unique(name))).to.deep.equal([
      "limit",
      "limit2",
      "limit22",
      "limit3",
    ]);
  });
});
