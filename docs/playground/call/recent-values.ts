import { type Method, refName } from "../../../codegen/contract/contract.ts";
import { cutArray, cutObject } from "../../../src/json/cut-text.ts";
import { sampleWallet } from "../../../src/localnet/sample-wallet.ts";
import { callGateway } from "./call-gateway.ts";
import { type CallValues, requestBody } from "./call-values.ts";
import { readAnswer } from "./read-answer.ts";

type Ask = (method: string, params: string) => Promise<string | undefined>;

/** Where a value of a kind is found, by name of its schema: a new ledger has none of the document's. */
const finders: Readonly<Record<string, (ask: Ask) => Promise<string | undefined>>> = {
  Signature: (ask) => ofNewestTransaction(ask, "signature"),
  Slot: (ask) => ofNewestTransaction(ask, "slot"),
  Hash: async (ask) => {
    const answer = await ask("getLatestBlockhash", "");
    const value = answer === undefined ? undefined : new Map(cutObject(answer)).get("value");
    return value === undefined ? undefined : new Map(cutObject(value)).get("blockhash");
  },
};

/** Values of required parameters that are in the ledger of a local network, as far as it has any. */
export async function recentValues(
  method: Method,
  gateway: string,
  network: string,
  signal: AbortSignal,
): Promise<CallValues> {
  const ask: Ask = async (name, params) => {
    const { text } = await callGateway(gateway, network, requestBody(name, params), signal);
    return readAnswer(text)?.result;
  };
  const values = new Map<string, string>();
  for (const { name, required, schema } of method.params) {
    const find = finders[refName(schema) ?? refName(schema.items) ?? ""];
    const found = required && find !== undefined ? await find(ask) : undefined;
    if (found !== undefined) values.set(name, schema.type === "array" ? `[${found}]` : found);
  }
  return values;
}

async function ofNewestTransaction(ask: Ask, member: string): Promise<string | undefined> {
  const list = await ask("getSignaturesForAddress", JSON.stringify({ address: sampleWallet, limit: 1 }));
  const [newest] = list === undefined ? [] : cutArray(list);
  return newest === undefined ? undefined : new Map(cutObject(newest)).get(member);
}
