import { expect } from "chai";
import { ledgerErrors } from "../../generated/methods.ts";
import { codesOf, type DocumentMethod, document, errorOf } from "./document-schemas.ts";
import { methodsOf, type Recording, recordingsOf } from "./recordings.ts";

/** Whether nodes of a release serve a method of the document. */
function isServed(method: DocumentMethod, release: number): boolean {
  const isOfNodes =
    ["current", "extended"].includes(method["x-origin"] ?? "") || /subscribe$/i.test(method.name);
  return (
    isOfNodes && method["x-providers"] === undefined && Number(method["x-releases"]?.since ?? 0) <= release
  );
}

function methodOf(name: string): DocumentMethod {
  const found = document.methods.find((method) => method.name === name);
  if (found === undefined) throw new Error(`${name} is not in the document`);
  return found;
}

/** The parts of a recording that the document does not describe; empty when all are described. */
function* undescribed(method: DocumentMethod, { note, answer, notifications = [] }: Recording) {
  const { error, result } = answer;
  if (error !== undefined) {
    const { code } = error;
    if (!codesOf(method).includes(code)) yield `${note}: error ${code} is not listed`;
  } else {
    const value = method["x-wrapped"] === true ? { value: result } : result;
    const fault = errorOf(method.result.schema, value);
    if (fault !== undefined) yield `${note}: ${fault}`;
  }
  const subscription = method["x-subscription"];
  for (const notification of notifications) {
    if (notification.method !== subscription?.notification) yield `${note}: ${notification.method} was sent`;
    const fault = errorOf(subscription?.payload ?? {}, notification.params.result);
    if (fault !== undefined) yield `${note}: notification ${fault}`;
  }
}

/** The nodes that were asked for everything they serve, by release, and how many results of each are recorded at least. */
const whole = [
  { node: "agave-3.1.10", release: 3.1, results: 480 },
  { node: "agave-4.4.0", release: 4.4, results: 560 },
];

describe("the answers of real nodes, compared with openrpc.json", () => {
  for (const { node, release, results } of whole) {
    it(`${node}: covers every method that its release serves`, () => {
      const served = document.methods.filter((method) => isServed(method, release));
      expect(methodsOf(node)).to.have.members(served.map(({ name }) => name));
    });

    it(`${node}: includes some hundred results, notifications of seven kinds, and errors that the document names`, () => {
      const all = methodsOf(node).flatMap((name) => recordingsOf(node, name));
      const kinds = new Set(
        all.flatMap(({ notifications = [] }) => notifications.map(({ method }) => method)),
      );
      expect(all.filter(({ answer }) => "result" in answer).length).to.be.at.least(results);
      expect(kinds.size).to.be.at.least(7);
      for (const { answer } of all)
        if (answer.error) expect(ledgerErrors.has(answer.error.code)).to.equal(true);
    });
  }

  it("may have another member beside context and value, as a later release may send", () => {
    const extended = (result: unknown): unknown =>
      typeof result === "object" && result !== null && "context" in result ? { ...result, other: 1 } : result;
    for (const { node } of whole)
      for (const name of methodsOf(node))
        for (const { answer, notifications = [], ...rest } of recordingsOf(node, name)) {
          const later = {
            ...rest,
            answer: "result" in answer ? { ...answer, result: extended(answer.result) } : answer,
            notifications: notifications.map(({ params, ...others }) => ({
              ...others,
              params: { ...params, result: extended(params.result) },
            })),
          };
          expect([...undescribed(methodOf(name), later)]).to.deep.equal([]);
        }
  });

  for (const name of ["getFirstAvailableBlock", "minimumLedgerSlot"]) {
    it(`may be null from a server of history that holds nothing yet: ${name}`, () => {
      expect([...undescribed(methodOf(name), { note: "empty", answer: { result: null } })]).to.deep.equal([]);
    });
  }

  for (const node of [...whole.map(({ node }) => node), "agave-4.4.0-alpenglow"]) {
    for (const name of methodsOf(node)) {
      it(`${node}: every answer and notification of ${name} is described`, () => {
        const method = methodOf(name);
        const faults = recordingsOf(node, name).flatMap((recording) => [...undescribed(method, recording)]);
        expect(faults).to.deep.equal([]);
      });
    }
  }
});
