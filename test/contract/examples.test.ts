import { expect } from "chai";
import { methods } from "../../generated/methods.ts";
import { bindParams } from "../../src/gateway/params/bind-params.ts";
import { indexedMethods } from "../../src/gateway/params/method-index.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { document, errorOf } from "./document-schemas.ts";

function planOf(name: string) {
  const methodIndex = indexedMethods.get(name);
  if (methodIndex === undefined) throw new Error(`${name} is not in the generated table`);
  return methodIndex;
}

/** Binds parameters that must be refused, and returns the fault. */
function refused(name: string, params: string): RpcError {
  try {
    bindParams(planOf(name), params);
  } catch (caught) {
    if (caught instanceof RpcError) return caught;
    throw caught;
  }
  throw new Error(`${name} accepted ${params}`);
}

/** Values that no parameter of the type accepts: one of another type, and ones out of range. */
const wrong: Readonly<Record<string, readonly string[]>> = {
  string: ["7", "{}", '"\\u0000"'],
  integer: ['"seven"', "1.5", "-1", "18446744073709551616"],
  number: ['"seven"'],
  boolean: ['"yes"', "1"],
  array: ['"one"', "{}"],
  object: ['"one"', "[]"],
};

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly minLength?: number;
  readonly enum?: readonly unknown[];
  readonly format?: string;
}

/** JSON text of values that the schema must refuse. */
function wrongValues(schema: Schema): readonly string[] {
  const resolved = resolve(schema);
  if (resolved.anyOf !== undefined) return ["12.5"];
  const isOpenText =
    resolved.type === "string" && resolved.enum === undefined && resolved.format === undefined;
  return (wrong[resolved.type ?? ""] ?? []).filter((text) => !(isOpenText && text.startsWith('"')));
}

function resolve(schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : (document.components.schemas[name] as Schema);
}

describe("openrpc.json", () => {
  // A method that is added must not need a change here; one that is lost must be noticed.
  it("describes at least 131 ledger methods, 4 network methods and 20 subscription methods", () => {
    const count = (kind: string) => document.methods.filter((method) => method["x-kind"] === kind).length;
    expect(count("ledger")).to.be.at.least(131);
    expect([count("network"), count("subscribe"), count("unsubscribe")]).to.deep.equal([4, 10, 10]);
  });

  it("is the generated table's only source: same methods, same parameters in the same order", () => {
    const written = document.methods.map(({ name, params }) => [name, params.map((param) => param.name)]);
    const generated = Object.values(methods).map(({ name, params }) => [
      name,
      params.map((param) => param.name),
    ]);
    expect(generated).to.deep.equal(written);
  });

  for (const method of document.methods) {
    describe(method.name, () => {
      for (const example of method.examples) {
        it(`takes and gives its example "${example.name}"`, () => {
          const members = example.params.map(
            ({ name, value }) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
          );
          // Integers of examples fit doubles in parameters; those of results may not, and are only checked against schemas.
          bindParams(planOf(method.name), `{${members.join(",")}}`);
          expect(errorOf(method.result.schema, example.result.value)).to.equal(undefined);
        });
      }

      const given = method.examples[0]?.params ?? [];
      for (const param of method.params) {
        const others = given
          .filter(({ name }) => name !== param.name)
          .map(({ name, value }) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
        if (param.required === true) {
          it(`is refused without ${param.name}`, () => {
            const error = refused(method.name, `{${others.join(",")}}`);
            expect(error.code).to.equal(-32602);
            expect(error.message).to.include(`${param.name} is missing`);
          });
        }
        for (const text of wrongValues(param.schema)) {
          it(`refuses ${text} for ${param.name}`, () => {
            const error = refused(
              method.name,
              `{${[...others, `${JSON.stringify(param.name)}:${text}`].join(",")}}`,
            );
            expect(error.code).to.equal(-32602);
            expect(error.message).to.include(param.name);
            const faults = error.data?.faults as readonly { param: string }[] | undefined;
            expect(faults?.some((found) => found.param.startsWith(param.name))).to.equal(true);
          });
        }
      }
    });
  }
});
