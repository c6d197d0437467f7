import { createRequire } from "node:module";
import { CannotStart } from "../config/config-fault.ts";
import type { BoundParams } from "../gateway/params/bound-params.ts";
import { canonical } from "../json/canonical.ts";
import { member } from "../json/cut-members.ts";
import { RawJson } from "../json/raw-json.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { type ExampleDocument, readExamples } from "./example-document.ts";

/** The part of @open-rpc/server-js that is used here. Its own types include sources that do not compile in strict mode. */
interface ServerModule {
  readonly Router: new (
    document: ExampleDocument,
    methods: { readonly mockMode: true },
  ) => {
    call(
      method: string,
      params: readonly (string | undefined)[],
    ): Promise<{ readonly result?: unknown; readonly error?: { readonly message: string } }>;
  };
}

const serverPackage = "@open-rpc/server-js";

/** Answers a call from the document's examples, in the form of a ledger's answer. */
export type ExampleAnswers = (params: BoundParams) => Promise<RawJson>;

/** Reads the examples of a document. Loads @open-rpc/server-js, which is slow. */
export function createExampleAnswers(documentText: string): ExampleAnswers {
  const { Router } = loadServerModule();
  const router = new Router(readExamples(documentText), { mockMode: true });
  return async ({ plan: { method }, raws }) => {
    const given = raws.map((raw) => (raw === undefined ? undefined : canonical(raw)));
    // The Router has its own error codes and messages (6969, "unknown error"), so only its results are used.
    const { result, error } = await router.call(method.name, given);
    if (!(result instanceof RawJson)) {
      throw RpcError.of("internal", `Internal error: the document has no example of ${method.name}.`, {
        cause: error,
      });
    }
    return method.wrapped ? (member(result, "value") ?? result) : result;
  };
}

/** Loads an optional peer dependency, whose dozens of packages only `--mock` needs. */
function loadServerModule(): ServerModule {
  const load = createRequire(import.meta.url);
  try {
    load.resolve(serverPackage);
  } catch (cause) {
    throw new CannotStart(
      `--mock needs the package ${serverPackage}, which is not installed: npm install ${serverPackage}, or start without --mock.`,
      { cause },
    );
  }
  return load(serverPackage) as ServerModule;
}
