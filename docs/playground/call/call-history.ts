import type { Method } from "../../../codegen/contract/contract.ts";
import type { GatewayAnswer } from "./call-gateway.ts";
import type { CallValues } from "./call-values.ts";

/** A call that was made, with its answer if that is not too large to be kept. */
export interface PastCall {
  readonly at: Date;
  readonly method: Method;
  readonly values: CallValues;
  readonly gateway: string;
  readonly network: string;
  readonly answer: GatewayAnswer;
}

const maxCalls = 50;
/** All kept answers together; the oldest go first. */
const maxBytes = 8_000_000;

/** The calls of this page, the newest first; gone when it is closed, since they may hold secrets. */
export class CallHistory {
  #calls: readonly PastCall[] = [];

  get calls(): readonly PastCall[] {
    return this.#calls;
  }

  add(call: PastCall): void {
    let bytes = 0;
    this.#calls = [call, ...this.#calls.slice(0, maxCalls - 1)].filter(({ answer }, index) => {
      bytes += answer.bytes;
      return index === 0 || bytes <= maxBytes;
    });
  }

  clear(): void {
    this.#calls = [];
  }
}
