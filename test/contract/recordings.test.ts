import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { ledgerErrors } from "../../generated/methods.ts";
import { packageRoot } from "../../src/package-root.ts";
import { codesOf, type DocumentMethod, document, faultOf } from "./document-schemas.ts";

/** One request and what the node sent back. */
interface Recording {
  readonly note: string;
  readonly params?: unknown;
  readonly answer: { readonly result?: unknown; readonly error?: { readonly code: number } };
  readonly notifications?: readonly Notification[];
}

interface Notification {
  readonly method: string;
  readonly params: { readonly result: unknown };
}

const folder = join(packageRoot, "test/contract/recordings");
const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));

function recordingsOf(file: string): readonly Recording[] {
  const lines = readFileSync(join(folder, file), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Recording);
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
    const fault = faultOf(method.result.schema, value);
    if (fault !== undefined) yield `${note}: ${fault}`;
  }
  const subscription = method["x-subscription"];
  for (const notification of notifications) {
    if (notification.method !== subscription?.notification) yield `${note}: ${notification.method} was sent`;
    const fault = faultOf(subscription?.payload ?? {}, notification.params.result);
    if (fault !== undefined) yield `${note}: notification ${fault}`;
  }
}

describe("the answers of a real node, compared with openrpc.json", () => {
  it("covers every method that nodes of 3.1 serve", () => {
    const served = document.methods.filter(
      (method) =>
        method["x-since"] === undefined &&
        method["x-providers"] === undefined &&
        (method["x-origin"] === "current" || /subscribe$/i.test(method.name)),
    );
    expect(files.map((name) => name.replace(".jsonl", ""))).to.have.members(served.map(({ name }) => name));
  });

  for (const file of files) {
    const name = file.replace(".jsonl", "");
    it(`every answer and notification of ${name} is described`, () => {
      const method = methodOf(name);
      const faults = recordingsOf(file).flatMap((recording) => [...undescribed(method, recording)]);
      expect(faults).to.deep.equal([]);
    });
  }

  it("includes some hundred results, notifications of seven kinds, and errors that the document names", () => {
    const all = files.flatMap(recordingsOf);
    const kinds = new Set(all.flatMap(({ notifications = [] }) => notifications.map(({ method }) => method)));
    expect(all.filter(({ answer }) => "result" in answer).length).to.be.greaterThan(400);
    expect(kinds.size).to.be.at.least(7);
    for (const { answer } of all)
      if (answer.error) expect(ledgerErrors.has(answer.error.code)).to.equal(true);
  });
});
