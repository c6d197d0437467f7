import type { Contract, Method } from "../../../codegen/contract/contract.ts";
import type { CallValues } from "../call/call-values.ts";

/** A call that is to be written for some client. */
export interface SnippetCall {
  readonly contract: Pick<Contract, "schemas">;
  readonly method: Method;
  readonly values: CallValues;
  /** Address of the gateway without a slash at its end. */
  readonly gateway: string;
  /** Network id or `all`; "" for the gateway's default. */
  readonly network: string;
  /** Id of the gateway's default network, if it is known. */
  readonly defaultNetwork?: string | undefined;
}

/** The same call for one client; undefined if the client has no such method. */
export type WriteSnippet = (call: SnippetCall) => string | undefined;

/** Whether a node would take the call: the gateway dialect may leave out a filter that nodes require. */
export function isForNodes({ method, values, network }: SnippetCall): boolean {
  const filters = method.params.filter(({ place }) => place.at === "filter");
  return network !== "all" && (filters.length === 0 || filters.some(({ name }) => values.has(name)));
}

/** Address of the gateway dialect for the chosen network. */
export function callAddress(gateway: string, network: string): string {
  return network === "" ? gateway : `${gateway}/?network=${encodeURIComponent(network)}`;
}

/** Address of the ledger dialect, where every ledger client works as with a node. */
export function ledgerAddress({ gateway, network, defaultNetwork }: SnippetCall): string {
  return `${gateway}/networks/${encodeURIComponent(network === "" ? (defaultNetwork ?? "NETWORK") : network)}`;
}
