import type { Contract } from "../contract/contract.ts";
import { expectedText } from "../contract/expected-text.ts";
import { component } from "./component.ts";
import { ParamSchemas } from "./param-schemas.ts";
import { Printer } from "./printer.ts";
import { standaloneValidators } from "./standalone-validators.ts";

const contractFolder = "../src/contract";

/** Emits the code of a validator for each distinct parameter schema, so that nothing is compiled at run time. */
export function emitValidators(contract: Contract): string {
  const printer = new Printer(
    "emit-validators.ts",
    [
      "Validators of parameters, one for each distinct schema, as ajv emits them. The methods in methods.ts share them.",
    ],
    ["// @ts-nocheck: plain JavaScript, checked by its tests."],
  );
  const paramSchemas = new ParamSchemas(contract).all;
  const roots = new Map(paramSchemas.map(({ name, schema }) => [`param:${name}`, schema]));
  const { code, functions } = standaloneValidators(roots, contract.schemas);
  printer.value("addFault", `${contractFolder}/compiled-validator.ts`);
  printer.value("addFaults", `${contractFolder}/compiled-validator.ts`);
  printer.value("codePointLength", "../src/text/code-point-length.ts");
  printer.value("formats", `${contractFolder}/formats.ts`);
  printer.value("paramValidator", `${contractFolder}/explain-faults.ts`);
  printer.type("ParamValidator", `${contractFolder}/param-description.ts`);
  for (const { name, schema } of paramSchemas) {
    const expected = JSON.stringify(expectedText(contract, schema));
    const compiled = functions.get(`param:${name}`);
    printer.line(`export const ${name}: ParamValidator = paramValidator(${compiled}, ${expected});`);
  }
  printer.line();
  printer.line(code);
  return printer.toString();
}

export default component("validators.ts", emitValidators);
