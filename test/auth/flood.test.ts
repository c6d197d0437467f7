import { expect } from "chai";
import { Authenticator } from "../../src/auth/authenticator.ts";
import { digestOf, KeyTable } from "../../src/auth/key-table.ts";
import { createRefusalLog } from "../../src/auth/refusal-log.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { useFakeClock } from "../fake-clock.ts";
import { backendKey, keyEntry } from "./harness.ts";

/** A table that counts how often it was asked. */
class CountingTable extends KeyTable {
  asked = 0;

  override find(digest: string) {
    this.asked += 1;
    return super.find(digest);
  }
}

describe("a flood of wrong keys and tokens from one address", () => {
  const tries = 10_000;
  const place = (address: string) => ({ address, origin: undefined, referrer: undefined });
  let table: CountingTable;
  let checked: number;
  let lines: object[];
  let authenticator: Authenticator;

  beforeEach(() => {
    // All tries fall into one window, however long they take.
    useFakeClock();
    table = new CountingTable();
    table.replace("configuration", [keyEntry()]);
    checked = 0;
    lines = [];
    const tokens = {
      isToken: (text: string) => text.startsWith("token"),
      find: () => undefined,
      check: async () => {
        checked += 1;
        throw RpcError.of("unauthorized", "The token is wrong.");
      },
    };
    authenticator = new Authenticator({
      table,
      tokens,
      anonymous: false,
      onRefused: createRefusalLog({ info: (fields) => void lines.push(fields) }),
    });
  });

  /** What each wrong text was refused with. */
  async function flood(textOf: (index: number) => string): Promise<string[]> {
    const kinds: string[] = [];
    for (let index = 0; index < tries; index += 1) {
      try {
        await authenticator.authenticate(textOf(index), place("192.0.2.1"));
      } catch (caught) {
        kinds.push(RpcError.from(caught).kind);
      }
    }
    return kinds;
  }

  it("costs one lookup per try, and ten log lines per second", async () => {
    const kinds = await flood((index) => `wrong-key-${index}`);
    expect(table.asked).to.equal(tries);
    expect(kinds.filter((kind) => kind === "unauthorized")).to.have.length(100);
    expect(kinds.filter((kind) => kind === "rateLimited")).to.have.length(tries - 100);
    expect(lines).to.have.length(10);
  });

  it("gets at most a hundred tokens checked", async () => {
    await flood((index) => `token.${index}`);
    expect(checked).to.equal(100);
  });

  it("stops neither a valid key from that address nor the refusal of wrong keys from others", async () => {
    await flood((index) => `wrong-key-${index}`);
    const found = await authenticator.authenticate(backendKey, place("192.0.2.1"));
    expect(found?.digest).to.equal(digestOf(backendKey));
    expect(() => authenticator.authenticate("wrong-key", place("192.0.2.2"))).to.throw(
      "unknown or was revoked",
    );
  });
});
