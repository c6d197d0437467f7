import { readJson } from "../../../codegen/contract/json-value.ts";
import { codeLiteral, objectLiteral } from "./code-literal.ts";
import type { SnippetCall } from "./snippet.ts";

/** The call with the gateway's own typed client. */
export function writeClient({ contract, method, values, gateway, network }: SnippetCall): string {
  const members = method.params.flatMap(({ name, schema }) => {
    const value = values.get(name);
    return value === undefined ? [] : [[name, codeLiteral(contract, schema, readJson(value))] as const];
  });
  const params = objectLiteral(members);
  const isDefault = network === "" || (network === "all" && method.kind === "subscribe");
  const target = isDefault || method.kind === "network" ? "client" : `client.on(${JSON.stringify(network)})`;
  const head = [
    'import { createClient } from "svm-gateway-client";',
    "",
    `const client = createClient({ url: ${JSON.stringify(gateway)} });`,
  ];
  if (method.kind === "subscribe") {
    const stem = method.name.replace(/Subscribe$/, "");
    return [
      ...head,
      `for await (const notification of ${target}.subscriptions.${stem}(${params})) {`,
      "  console.log(notification);",
      "}",
    ].join("\n");
  }
  return [...head, `const result = await ${target}.${method.name}(${params});`].join("\n");
}
