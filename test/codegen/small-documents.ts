import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type JsonObject,
  objectMember,
  objectsIn,
  readJson,
  textMember,
} from "../../codegen/contract/json-value.ts";
import { packageRoot } from "../../src/package-root.ts";
import { documentOf, methodOf, objectOf } from "./harness.ts";

/** A document of the folder: the fields of its methods beyond `methodOf`, and its expected faults. */
interface StoredDocument {
  readonly name: string;
  readonly document: JsonObject;
  readonly faults: readonly string[];
}

/** Documents of a folder. A field that is null is left out of the method. */
export function storedDocuments(folder: "hostile" | "odd"): readonly StoredDocument[] {
  const path = join(packageRoot, "test/codegen/documents", folder);
  return readdirSync(path)
    .sort()
    .map((file) => {
      const stored = objectOf(readJson(readFileSync(join(path, file), "utf8")));
      const methods = objectsIn(stored, "methods").map((method) => {
        const fields = Object.entries(method).map(([key, value]) => [key, value ?? undefined]);
        return methodOf(textMember(method, "name"), Object.fromEntries(fields));
      });
      const document = documentOf({
        methods,
        schemas: objectMember(stored, "schemas"),
        errors: objectMember(stored, "errors"),
      });
      const faults = Array.isArray(stored.faults) ? stored.faults.map(String) : [];
      return { name: file.replace(".json", ""), document, faults };
    });
}
