import { createRequire } from "node:module";
import { methods } from "../../generated/methods.ts";
import { CannotStart } from "../config/cannot-start.ts";
import { bindParams } from "../gateway/bind-params.ts";
import { assertCallable, unknownMethod } from "../gateway/find-method.ts";
import type { Gateway, GatewayCall } from "../gateway/gateway-call.ts";
import { createMethodPlans } from "../gateway/method-plan.ts";
import { canonical } from "../json/canonical.ts";
import { member } from "../json/cut-members.ts";
import { joinObject } from "../json/join.ts";
import { RawJson } from "../json/raw-json.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { type ExampleDocument, readExamples } from "./example-document.ts";

/** What is used of @open-rpc/server-js. Its own types pull in sources that do not compile strictly. */
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

/** Id under which the mock answers a call to all networks. */
const mockNetwork = "mock";

/**
 * A gateway that answers every method from the document's own examples: no node is asked, nothing is changed.
 * Parameters are bound and checked as by the real one. Loads @open-rpc/server-js, so import it when it is wanted.
 */
export function createMockGateway(documentText: string): Gateway {
  const { Router } = loadServerModule();
  const router = new Router(readExamples(documentText), { mockMode: true });
  const plans = createMethodPlans(methods);

  async function answer({ method: name, params, dialect }: GatewayCall): Promise<RawJson> {
    const plan = plans.get(name);
    if (plan === undefined) throw unknownMethod(plans, name);
    assertCallable(plan.method);
    const { raws } = bindParams(plan, params);
    const given = raws.map((raw) => (raw === undefined ? undefined : canonical(raw)));
    // The Router has codes and texts of its own (6969, "unknown error"): only what it answers is used.
    const { result, error } = await router.call(plan.method.name, given);
    if (!(result instanceof RawJson)) {
      throw RpcError.of("internal", `Internal error: the document has no example of ${name}.`, {
        cause: error,
      });
    }
    return plan.method.wrapped && dialect === "ledger" ? (member(result, "value") ?? result) : result;
  }

  return {
    async call(call) {
      const result = await answer(call);
      const isPerNetwork = plans.get(call.method)?.method.kind === "ledger";
      return call.network === "all" && isPerNetwork ? joinObject([[mockNetwork, result]]) : result;
    },
  };
}

/** An optional peer: it brings dozens of packages that only `--mock` needs. */
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
