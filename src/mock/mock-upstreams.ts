import { createRequire } from "node:module";
import { StartupError } from "../config/config-fault.ts";
import type { LedgerHandler } from "../gateway/call-context.ts";
import { unknownMethodError } from "../gateway/missing-method.ts";
import { bindParams } from "../gateway/params/bind-params.ts";
import type { BoundParams } from "../gateway/params/bound-params.ts";
import { indexedMethods } from "../gateway/params/method-index.ts";
import { canonical, compact } from "../json/canonical.ts";
import { member } from "../json/cut-raw.ts";
import { cutArray, cutObject, stringIn } from "../json/cut-text.ts";
import { RawJson } from "../json/raw-json.ts";
import { LedgerClock } from "../ledger-clock/ledger-clock.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { UpstreamLayer } from "../upstream/upstream-layer.ts";

/**
 * The document's examples, as input for the Router of @open-rpc/server-js, which answers with the first example whose parameters match.
 * Parameters are canonical JSON text and results raw JSON, so that large numbers keep every digit.
 */
interface ExampleDocument {
  readonly methods: readonly ExampleMethod[];
}

interface ExampleMethod {
  readonly name: string;
  readonly params: readonly { readonly name: string; readonly required: boolean }[];
  readonly paramStructure: "by-position";
  readonly result: { readonly name: string };
  readonly examples: readonly {
    readonly params: readonly { readonly value: string | undefined }[];
    readonly result: { readonly value: RawJson };
  }[];
}

interface Example {
  readonly params: ReadonlyMap<string, string>;
  readonly result: RawJson;
}

function readExamples(documentText: string): ExampleDocument {
  const methods = new Map(cutObject(documentText)).get("methods") ?? "[]";
  return { methods: cutArray(methods).map(readMethod) };
}

function readMethod(text: string): ExampleMethod {
  const fields = new Map(cutObject(text));
  const params = cutArray(fields.get("params") ?? "[]").map((param) => {
    const descriptor = new Map(cutObject(param));
    return { name: stringIn(descriptor.get("name")) ?? "", required: descriptor.get("required") === "true" };
  });
  const examples = cutArray(fields.get("examples") ?? "[]").map(readExample);
  const all = params.map((param) => param.name);
  const required = params.filter((param) => param.required).map((param) => param.name);
  return {
    name: stringIn(fields.get("name")) ?? "",
    params,
    paramStructure: "by-position",
    result: { name: "result" },
    // Prefers an example with the same parameters, then one with the same required parameters, then any.
    examples: [all, required, []].flatMap((names) => examples.map((example) => pairing(example, names))),
  };
}

function readExample(text: string): Example {
  const fields = new Map(cutObject(text));
  const params = cutArray(fields.get("params") ?? "[]").map((param): [string, string] => {
    const descriptor = new Map(cutObject(param));
    return [stringIn(descriptor.get("name")) ?? "", canonical(descriptor.get("value") ?? "null")];
  });
  const result = new Map(cutObject(fields.get("result") ?? "{}")).get("value") ?? "null";
  return { params: new Map(params), result: RawJson.fromText(compact(result)) };
}

/** An example that matches calls with the same values for the named parameters. */
function pairing(example: Example, names: readonly string[]): ExampleMethod["examples"][number] {
  return {
    params: names.map((name) => ({ value: example.params.get(name) })),
    result: { value: example.result },
  };
}

/** The part of @open-rpc/server-js in use. Its own types include sources that do not compile in strict mode. */
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

/** Returns the document's example for a call, in the form of an upstream response. */
type AnswerFromExample = (params: BoundParams) => Promise<RawJson>;

/** Creates handlers and upstreams that answer from the examples in openrpc.json. */
export function createMock(documentText: string) {
  const answer = createExampleAnswers(documentText);
  return { handlers: mockHandlers(answer), upstreams: mockUpstreams(answer) };
}

function createExampleAnswers(documentText: string): AnswerFromExample {
  const { Router } = loadServerModule();
  const router = new Router(readExamples(documentText), { mockMode: true });
  return async ({ methodIndex: { method }, rawValues }) => {
    const given = rawValues.map((raw) => (raw === undefined ? undefined : canonical(raw)));
    // Only results are used: the Router's error codes and messages (6969, "unknown error") are its own.
    const { result, error } = await router.call(method.name, given);
    if (!(result instanceof RawJson)) {
      throw RpcError.of("internal", `Internal error: the document has no example of ${method.name}.`, {
        cause: error,
      });
    }
    return method.isWrapped ? (member(result, "value") ?? result) : result;
  };
}

/** Loads an optional peer dependency: only `--mock` needs its dozens of packages. */
function loadServerModule(): ServerModule {
  const load = createRequire(import.meta.url);
  try {
    load.resolve(serverPackage);
  } catch (cause) {
    throw new StartupError(
      `--mock needs the package ${serverPackage}, which is not installed: npm install ${serverPackage}, or start without --mock.`,
      { cause },
    );
  }
  return load(serverPackage) as ServerModule;
}

/** Handlers that answer every ledger method from its examples, even methods that the gateway would otherwise compute. */
function mockHandlers(answer: AnswerFromExample): ReadonlyMap<string, LedgerHandler> {
  const handlers = new Map<string, LedgerHandler>();
  for (const { method } of indexedMethods.values())
    if (method.kind === "ledger") handlers.set(method.name, ({ params }) => answer(params));
  return handlers;
}

/** Upstreams that answer from examples. Nothing is sent, and every network is healthy. */
function mockUpstreams(answer: AnswerFromExample): UpstreamLayer {
  return {
    async send({ upstreamMethod, params }) {
      const methodIndex = indexedMethods.get(upstreamMethod);
      if (methodIndex?.method.kind !== "ledger")
        throw unknownMethodError({ method: upstreamMethod, dialect: "ledger" });
      return answer(bindParams(methodIndex, params));
    },
    status: () => [],
    check: async ({ id }) => ({
      network: id,
      healthy: true,
      slot: undefined,
      finalizedSlot: undefined,
      epoch: undefined,
      pace: { slotMs: undefined, confirmed: undefined, finalized: undefined, finality: undefined },
      latencyMs: undefined,
      upstreams: [],
    }),
    clock: () => new LedgerClock(),
    close: async () => undefined,
  };
}
