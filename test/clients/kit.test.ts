import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { isSolanaError } from "@solana/kit";
import { expect } from "chai";
import { clientSuite } from "./client-suite.ts";
import { kitFlows } from "./kit-flows.ts";
import { connectKit, kitReads } from "./kit-reads.ts";
import { kitSubscriptions } from "./kit-subscriptions.ts";

/** What programs dispatch on: the code, what came with it, and what caused it. */
function describeFault(caught: unknown): unknown {
  if (!isSolanaError(caught)) return { caught: String(caught) };
  const { __serverMessage, ...facts } = caught.context as { __code: number; __serverMessage?: string };
  // An unknown method is named by the gateway, with the nearest one that exists.
  const said = facts.__code === -32601 ? undefined : __serverMessage;
  return { facts, said, cause: caught.cause === undefined ? undefined : describeFault(caught.cause) };
}

clientSuite(
  "@solana/kit",
  { methods: kitReads, programs: kitFlows, subscriptions: kitSubscriptions },
  connectKit,
  describeFault,
);

/** Names of the files that describe one method or subscription each. */
function described(packageName: string, pattern: RegExp): string[] {
  const kit = createRequire(createRequire(import.meta.url).resolve("@solana/kit"));
  const types = join(dirname(kit.resolve(packageName)), "types");
  return readdirSync(types).flatMap((file) => pattern.exec(file)?.[1] ?? []);
}

describe("the cases of @solana/kit", () => {
  const covered = new Set(
    [...kitReads, ...kitFlows, ...kitSubscriptions].map(({ name }) => /^\w+/.exec(name)?.[0]),
  );

  it("are about every method of the client's rpc", () => {
    const methods = described("@solana/rpc-api", /^(\w+)\.d\.ts$/).filter((name) => name !== "index");
    expect(methods).to.have.length.above(50);
    expect(methods.filter((name) => !covered.has(name))).to.deep.equal([]);
  });

  it("are about every subscription of the client", () => {
    const names = described("@solana/rpc-subscriptions-api", /^([\w-]+)-notifications\.d\.ts$/).map(
      (name) => `${name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Notifications`,
    );
    expect(names).to.have.length(9);
    expect(names.filter((name) => !covered.has(name))).to.deep.equal([]);
  });
});
