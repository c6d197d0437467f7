import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { isObject, type JsonObject, type JsonValue, toPlain } from "./contract/json-value.ts";
import { sourceKey } from "./emit/component.ts";

/** Typed here, because the types of @open-rpc/generator do not compile in strict mode. */
interface Generator {
  readonly default: (options: {
    readonly openrpcDocument: object;
    readonly components: readonly {
      readonly type: "custom";
      readonly name: string;
      readonly language: "typescript";
      readonly customComponent: string;
      readonly openRPCPath: null;
      readonly outPath: string;
    }[];
  }) => Promise<void>;
}

const generator = createRequire(import.meta.url)("@open-rpc/generator") as Generator;

/** Modules of the emitters that read openrpc.json, one for each file of generated/ but config.ts. */
const emitters = [
  "emit-types.ts",
  "emit-validators.ts",
  "emit-methods.ts",
  "emit-handlers.ts",
  "emit-tools.ts",
  "emit-client.ts",
] as const;

/** Runs every emitter as a component of @open-rpc/generator, which writes only into `folder`. */
export async function runGenerator(document: JsonObject, text: string, folder: string): Promise<void> {
  await generator.default({
    openrpcDocument: { ...(withoutTypeLists(document) as object), [sourceKey]: text },
    components: emitters.map((emitter) => ({
      type: "custom",
      name: emitter,
      language: "typescript",
      customComponent: fileURLToPath(new URL(`emit/${emitter}`, import.meta.url)),
      // Otherwise the generator would write a copy of the document.
      openRPCPath: null,
      outPath: folder,
    })),
  });
}

/**
 * Removes every `type` that is a list, because the generator would print a warning. No emitter reads the generator's copy of the
 * schemas.
 */
function withoutTypeLists(value: JsonValue): unknown {
  if (Array.isArray(value)) return value.map(withoutTypeLists);
  if (!isObject(value)) return toPlain(value);
  const kept = Object.entries(value).filter(([key, member]) => key !== "type" || !Array.isArray(member));
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutTypeLists(member)]));
}
