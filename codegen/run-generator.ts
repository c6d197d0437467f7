import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { sourceKey } from "./component.ts";
import { emitters } from "./emitters.ts";
import { isObject, type JsonObject, type JsonValue, toPlain } from "./json-value.ts";

/** What is used of @open-rpc/generator. Its own types pull sources into the program that do not compile strictly. */
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

/** Runs every emitter as a component of @open-rpc/generator; the files go into `folder`, and nowhere else. */
export async function runGenerator(document: JsonObject, text: string, folder: string): Promise<void> {
  await generator.default({
    openrpcDocument: { ...(withoutTypeLists(document) as object), [sourceKey]: text },
    components: emitters.map((emitter) => ({
      type: "custom",
      name: emitter,
      language: "typescript",
      customComponent: fileURLToPath(new URL(emitter, import.meta.url)),
      // Else the generator would write a copy of the document.
      openRPCPath: null,
      outPath: folder,
    })),
  });
}

/**
 * The generator warns of every `type` that is a list, on the console, once each. No emitter reads its copy of the
 * schemas, so there they stand without.
 */
function withoutTypeLists(value: JsonValue): unknown {
  if (Array.isArray(value)) return value.map(withoutTypeLists);
  if (!isObject(value)) return toPlain(value);
  const kept = Object.entries(value).filter(([key, member]) => key !== "type" || !Array.isArray(member));
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutTypeLists(member)]));
}
