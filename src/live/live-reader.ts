import { Cancellation } from "../call/cancellation.ts";
import type { Send, UpstreamCall } from "../call/upstream-call.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import { cutContextList } from "../json/cut-context-list.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { ContextText } from "./context-text.ts";
import type { Finding, LiveAccount } from "./live-account.ts";
import type { LiveGroup } from "./live-group.ts";

/** Most accounts that one call may read: the ledger's limit. */
const maxAccountsPerRead = 100;
/** Most known bytes of accounts that one call reads. */
const maxBytesPerRead = 1024 * 1024;

/** What a reader needs. */
export interface LiveReaderOptions {
  readonly send: Send;
  /** The methods of the document, by name. */
  readonly methods: Readonly<Record<string, MethodDescription>>;
  readonly timeoutMs: number;
  /** Called with each account's state; with a fault if the account can't be read. */
  readonly onFound: (group: LiveGroup, account: LiveAccount, finding: Finding | RpcError) => void;
  readonly onFailed: (group: LiveGroup, fault: RpcError) => void;
}

/** Reads live accounts, as many as possible in one call. */
export class LiveReader {
  readonly #options: LiveReaderOptions;
  readonly #cancellation = new Cancellation();

  constructor(options: LiveReaderOptions) {
    this.#options = options;
  }

  /** Reads accounts of a group, one call after the other. */
  async read(group: LiveGroup, accounts: readonly LiveAccount[]): Promise<void> {
    for (const some of callsFor(accounts)) await this.#readSome(group, some);
  }

  /** Cancels calls in flight. */
  close(): void {
    this.#cancellation.cancel();
  }

  async #readSome(group: LiveGroup, accounts: readonly LiveAccount[]): Promise<void> {
    const asked = accounts.filter((account) => account.prepareRead());
    if (asked.length === 0 || this.#cancellation.cancelled) return;
    try {
      await this.#ask(group, asked);
    } catch (caught) {
      const fault = RpcError.from(caught);
      if (fault.kind === "cancelled") return;
      await this.#afterFault(group, asked, fault);
    }
  }

  /** One account that can't be read must not keep the others from being read. */
  async #afterFault(group: LiveGroup, asked: readonly LiveAccount[], fault: RpcError): Promise<void> {
    const [only] = asked;
    const isOfUpstream = fault.kind === "upstreamUnreachable" || fault.kind === "upstreamTimeout";
    if (isOfUpstream || fault.kind === "atCapacity") {
      this.#options.onFailed(group, fault);
    } else if (asked.length === 1 && only !== undefined) {
      this.#options.onFound(group, only, fault);
    } else {
      const half = Math.ceil(asked.length / 2);
      await this.#readSome(group, asked.slice(0, half));
      await this.#readSome(group, asked.slice(half));
    }
  }

  async #ask(group: LiveGroup, accounts: readonly LiveAccount[]): Promise<void> {
    const { send, methods, timeoutMs, onFound } = this.#options;
    const { network, rule, commitment, form } = group;
    const method = methods[rule.read];
    if (method === undefined) throw new Error(`the document lists no ${rule.read}`);
    const list = accounts.map(({ address }) => address).join(",");
    const call: UpstreamCall = {
      network,
      method,
      upstreamMethod: method.upstreamNames[0] ?? method.name,
      params: `[[${list}],{"commitment":"${commitment}","encoding":"${form}"}]`,
      cancellation: this.#cancellation,
      deadline: performance.now() + timeoutMs,
      // A cached answer would verify nothing.
      isFresh: true,
      notes: {},
    };
    const answer = cutContextList(await send(call), accounts.length);
    const read = answer === undefined ? undefined : ContextText.read(answer.context);
    if (answer === undefined || read === undefined)
      throw RpcError.of(
        "upstreamInvalid",
        "The answer to a read of accounts does not hold what was asked for.",
      );
    group.context = read.context;
    const now = performance.now();
    for (const [index, account] of accounts.entries())
      onFound(group, account, account.takeRead(read.slot, answer.item(index), now));
  }
}

/** Splits accounts into lists that are read together: as many as a call may name, within the byte limit. */
function* callsFor(accounts: readonly LiveAccount[]): Iterable<readonly LiveAccount[]> {
  let some: LiveAccount[] = [];
  let bytes = 0;
  for (const account of accounts) {
    if (some.length >= maxAccountsPerRead || (some.length > 0 && bytes + account.length > maxBytesPerRead)) {
      yield some;
      some = [];
      bytes = 0;
    }
    some.push(account);
    bytes += account.length;
  }
  if (some.length > 0) yield some;
}
