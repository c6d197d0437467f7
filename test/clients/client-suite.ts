import { expect } from "chai";
import type { LiveLedger } from "../contract/live-ledger.ts";
import { comparable, shapeOf } from "./comparable.ts";
import { type Side, type SideName, type Sides, startSides } from "./sides.ts";

/** One thing that a client does on either side. Its name starts with the client's own name of the method. */
export interface ClientCase<Client> {
  readonly name: string;
  /** Returns what the client saw; what differs from run to run by nature (new keys) is left out or named. */
  readonly run: (client: Client, ledger: LiveLedger, side: Side) => Promise<unknown>;
  /** What the fault says, where the node can't do it. */
  readonly refused?: RegExp;
  /** What the node's fault says, where nodes have dropped the method and the gateway translates it. */
  readonly translated?: RegExp;
  /** The ledger moves between the two runs: shapes are the same, values are not. */
  readonly moves?: true;
}

type Outcome = { readonly answered: unknown } | { readonly failed: unknown };

/**
 * Runs every case against the node and through the gateway, group after group, and then compares what came out.
 * `describeFault` makes a client's errors comparable.
 */
export function clientSuite<Client>(
  title: string,
  groups: Readonly<Record<string, readonly ClientCase<Client>[]>>,
  connect: (side: Side) => Client,
  describeFault: (caught: unknown) => unknown,
  disconnect: (client: Client) => void = () => undefined,
): void {
  describe(`${title} @long`, () => {
    let sides: Sides;
    before(async () => {
      sides = await startSides();
    });
    after(() => sides.close());

    for (const [group, cases] of Object.entries(groups)) {
      const outcomes: Record<SideName, Map<string, Outcome>> = { node: new Map(), gateway: new Map() };
      for (const name of ["node", "gateway"] as const) {
        describe(`${group} ${name === "node" ? "against the node" : "through the gateway"}`, () => {
          let client: Client;
          before(() => {
            client = connect(sides[name]);
          });
          after(() => disconnect(client));
          for (const one of cases) {
            const refused = one.refused ?? (name === "node" ? one.translated : undefined);
            it(refused === undefined ? one.name : `${one.name}: refused, ${refused.source}`, async () => {
              const outcome = await outcomeOf(one.run(client, sides.ledger, sides[name]), describeFault);
              outcomes[name].set(one.name, outcome);
              const text = JSON.stringify(outcome);
              expect(text).to.match(refused === undefined ? /^\{"answered"/ : /^\{"failed"/);
              if (refused !== undefined) expect(text).to.match(refused);
            });
          }
        });
      }

      describe(`${group} on both sides alike`, () => {
        for (const { name, moves } of cases.filter(({ translated }) => translated === undefined)) {
          it(moves ? `${name}: the same shape` : name, () => {
            const [direct, passed] = [outcomes.node.get(name), outcomes.gateway.get(name)];
            expect(direct).not.to.equal(undefined);
            if (moves) expect(shapeOf(passed)).to.deep.equal(shapeOf(direct));
            else expect(passed).to.deep.equal(direct);
          });
        }
      });
    }
  });
}

async function outcomeOf(
  run: Promise<unknown>,
  describeFault: (caught: unknown) => unknown,
): Promise<Outcome> {
  try {
    return { answered: comparable(await run) };
  } catch (caught) {
    if (isAssertion(caught)) throw caught;
    return { failed: comparable(describeFault(caught)) };
  }
}

/** A test's own expectation that failed is no answer of a node. */
function isAssertion(caught: unknown): boolean {
  return caught instanceof Error && caught.name === "AssertionError";
}
